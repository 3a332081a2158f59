package dev.pawl.commands;

import dev.pawl.ai.Models;
import dev.pawl.ai.catalogue.ModelChoice;
import dev.pawl.ai.catalogue.ProviderInfo;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Option;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.cli.Streams;
import dev.pawl.mcp.ProviderKeys;
import dev.pawl.start.ModelAccess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The command {@code pawl auth}: tells scripts whether a provider of models can be asked, and hands them its key. */
public final class AuthCommand {
    private static final String USAGE = """
        pawl auth check [--json] [--credentials] [--no-refresh]   prints ready, not_ready or invalid; exit code 0, 1 or 2
        pawl auth print-api-key                                   prints the key
        pawl auth print-bearer-token [--min-expiry DURATION]      prints the token of a sign-in by account, which is
                                                                  renewed unless it stays good that long (30m, 1h)
        each with --provider NAME, --model MODEL or both\
        """;

    private static final Pattern LIFE = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    private final Models models;
    private final Streams streams;

    private AuthCommand(Models models, Streams streams) {
        this.models = models;
        this.streams = streams;
    }

    /**
     * Runs a command.
     *
     * @param args what follows {@code auth}
     */
    public static int run(List<String> args, Places places, Streams streams) throws Exception {
        if (args.isEmpty() || args.contains("--help")) {
            streams.out().println(USAGE);
            return 0;
        }
        var rest = new ArrayList<>(args);
        var command = rest.removeFirst();
        boolean check = command.equals("check");
        boolean json = check && rest.remove("--json");
        boolean credentials = check && rest.remove("--credentials");
        boolean refresh = !(check && rest.remove("--no-refresh"));
        var life = command.equals("print-bearer-token") ? life(rest) : Duration.ZERO;
        var line = CommandLine.parse(rest);
        line.checkFlags(Map.of());
        var provider = line.value(Option.PROVIDER);
        var model = line.value(Option.MODEL);
        boolean known = check || command.equals("print-api-key") || command.equals("print-bearer-token");
        if (!known || !line.words().isEmpty() || (provider == null && model == null) || (credentials && !refresh)) {
            throw Refusal.ofArguments("auth takes one of these (--credentials without --no-refresh):\n" + USAGE);
        }
        try (var notices = new NoticePrinter(places, streams.err());
                var open = ModelAccess.open(line, places, notices, life)) {
            var auth = new AuthCommand(open.models(), streams);
            return check
                    ? auth.check(provider, model, json, credentials, refresh)
                    : auth.print(auth.provider(provider, model), command.equals("print-bearer-token"));
        }
    }

    /** Takes how long the token must stay good out of the arguments. */
    private static Duration life(List<String> rest) {
        int at = rest.indexOf("--min-expiry");
        if (at < 0) {
            return Duration.ZERO;
        }
        rest.remove(at);
        var written = LIFE.matcher(at < rest.size() ? rest.remove(at) : "");
        if (!written.matches()) {
            throw Refusal.ofArguments("--min-expiry needs a duration such as 90s, 30m or 1h");
        }
        long number = Long.parseLong(written.group(1));
        return switch (written.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }

    private int check(
            @Nullable String named, @Nullable String model, boolean json, boolean credentials, boolean refresh)
            throws InterruptedException {
        var provider = provider(named, model);
        if (provider == null) {
            return tell(json, JsonObject.of("status", "invalid", "reason", "invalid_state"), 2);
        }
        var info = info(provider);
        if (info == null || !info.available()) {
            var reason = info == null ? "provider_not_found" : "credentials_not_configured";
            return tell(
                    json,
                    JsonObject.of("status", "not_ready", "provider", provider).with("reason", reason),
                    1);
        }
        // Whoever needs no key is ready without one; a key that has to be fetched or renewed is ready when it is there.
        var key = refresh && info.keySource() != null ? ProviderKeys.of(models, provider) : null;
        if (credentials && !json) {
            if (key != null) {
                streams.out().println(key);
            }
            return key == null ? 1 : 0;
        }
        var report = JsonObject.of("status", "ready", "provider", provider)
                .with("authType", info.isSignedIn() ? "oauth" : "api_key");
        return tell(json, credentials ? report.with("credentials", key) : report, 0);
    }

    private int print(@Nullable String provider, boolean bearer) throws InterruptedException {
        var info = provider == null ? null : info(provider);
        if (bearer && (info == null || !info.isSignedIn())) {
            throw Refusal.because("Provider \"" + provider + "\" is not configured with an OAuth bearer token");
        }
        var key = provider == null ? null : ProviderKeys.of(models, provider);
        if (key == null) {
            throw Refusal.because("No usable API key is configured");
        }
        streams.out().println(key);
        return 0;
    }

    private int tell(boolean json, JsonObject report, int status) {
        streams.out().println(json ? Json.write(report) : report.string("status", ""));
        return status;
    }

    /** The provider that is meant; null if no model is. */
    private @Nullable String provider(@Nullable String named, @Nullable String model) {
        if (model == null) {
            return named;
        }
        return models.search(named, model, null) instanceof ModelChoice.Chosen chosen
                ? chosen.model().provider()
                : null;
    }

    private @Nullable ProviderInfo info(String provider) {
        return models.providerList().stream()
                .filter(each -> each.id().equals(provider))
                .findFirst()
                .orElse(null);
    }
}
