package dev.pawl.start;

import dev.pawl.accounts.secret.Secret;
import dev.pawl.ai.OpenModels;
import dev.pawl.ai.credentials.ModelsSetup;
import dev.pawl.ai.http.CallSettings;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Option;
import dev.pawl.cli.Places;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.mcp.ProviderKeys;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens the models that keys, files and the command line give access to. */
public final class ModelAccess {
    private ModelAccess() {}

    /** Returns whether there is a model with a key, those of hooks apart. */
    public static boolean isThere(CommandLine line, Places places, NoticePrinter notices) {
        try (var open = open(line, places, notices)) {
            return !open.models().available(null).isEmpty();
        }
    }

    /** The key of a provider, for what is done without a session; null if there is none. */
    public static @Nullable String key(Places places, String provider, NoticePrinter notices)
            throws InterruptedException {
        try (var open = open(CommandLine.parse(List.of()), places, notices)) {
            return ProviderKeys.of(open.models(), provider);
        }
    }

    /** Opens models for what is done without a session. */
    public static OpenModels open(CommandLine line, Places places, NoticePrinter notices) {
        return open(line, places, notices, Duration.ZERO);
    }

    /** Opens models for what is done without a session; the token of a sign-in must stay good for that long. */
    public static OpenModels open(CommandLine line, Places places, NoticePrinter notices, Duration tokenLife) {
        return open(line, places, SettingsStore.in(places.folders()).read(false), notices, tokenLife);
    }

    static OpenModels open(CommandLine line, Places places, Settings settings, NoticePrinter notices) {
        return open(line, places, settings, notices, Duration.ZERO);
    }

    private static OpenModels open(
            CommandLine line, Places places, Settings settings, NoticePrinter notices, Duration tokenLife) {
        var setup = ModelsSetup.of(places.agentDir(), places.environment()).withTokenLife(tokenLife);
        var key = line.value(Option.API_KEY);
        if (key != null) {
            notices.report(
                    Notice.of("--api-key can be seen by everybody on this machine while the program runs. Keep the"
                            + " key with /login, or in the environment."));
        }
        var retry = settings.retry();
        return new OpenModels(
                key == null ? setup : setup.withApiKey(Secret.of(key), line.value(Option.PROVIDER)),
                new CallSettings(
                        Duration.ofMillis(retry.providerTimeoutMs()),
                        retry.providerMaxRetries(),
                        Duration.ofMillis(retry.providerMaxRetryDelayMs())),
                settings.network(places.folders(), places.environment()),
                Duration.ZERO);
    }
}
