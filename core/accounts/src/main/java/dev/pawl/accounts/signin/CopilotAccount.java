package dev.pawl.accounts.signin;

import dev.pawl.accounts.Fetcher;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ProviderConfig;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The sign-in to GitHub Copilot: a code typed at GitHub, and for its token one of Copilot that is renewed all day. */
final class CopilotAccount implements SignIn {
    private static final String CLIENT = "Iv1.b507a08c87ecfe98";
    private static final long MARGIN_MILLIS = 5 * 60_000;
    private static final Pattern PROXY = Pattern.compile("proxy-ep=([A-Za-z0-9.-]+)");
    private static final Pattern DOMAIN = Pattern.compile("[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+");
    private static final String INDIVIDUAL = "https://api.individual.githubcopilot.com";

    /** Copilot answers to editors that it knows. */
    private static final Map<String, String> EDITOR = Map.of(
            "user-agent", "GitHubCopilotChat/0.35.0",
            "editor-version", "vscode/1.107.0",
            "editor-plugin-version", "copilot-chat/0.35.0",
            "copilot-integration-id", "vscode-chat");

    /** The models that an account may use, and those that it may use once it has accepted their terms. */
    private record Offered(List<String> models, List<String> unasked) {}

    private final AccountHttp http;
    private final AccountPlaces places;
    private final DeviceCode code;

    CopilotAccount(Fetcher http, AccountPlaces places, DeviceCode code) {
        this.http = new AccountHttp(http, "GitHub");
        this.places = places;
        this.code = code;
    }

    @Override
    public String name() {
        return "GitHub Copilot";
    }

    @Override
    public JsonObject login(ProviderConfig.Prompts prompts) throws IOException, InterruptedException {
        var domain = domain(prompts.ask("Domain of GitHub Enterprise (empty for github.com):"));
        var web = AccountPlaces.at(places.github(), domain);
        var form = Map.of("client_id", CLIENT, "scope", "read:user");
        var granted = code.grant(prompts, http, web + "/login/device/code", form, web + "/login/oauth/access_token");
        var credentials = lent(granted.json().string("access_token", ""), domain);
        var offered = offered(credentials);
        var models = new LinkedHashSet<>(offered.models());
        if (!offered.unasked().isEmpty()) {
            prompts.progress("Enabling models of the account…");
            models.addAll(enabled(credentials, offered.unasked()));
        }
        return credentials.with("availableModelIds", List.copyOf(models));
    }

    static @Nullable String domain(String typed) throws SignInFailed {
        var text = typed.strip();
        if (text.isEmpty()) {
            return null;
        }
        try {
            var host = text.contains("://") ? URI.create(text).getHost() : text;
            if (host != null && DOMAIN.matcher(host).matches()) {
                return host.equalsIgnoreCase("github.com") ? null : host;
            }
        } catch (IllegalArgumentException e) {
            // Reported below.
        }
        throw new SignInFailed("\"" + text + "\" is no domain, as company.ghe.com.");
    }

    @Override
    public JsonObject refresh(JsonObject credentials) throws IOException, InterruptedException {
        var domain = credentials.string("enterpriseUrl", "");
        var fresh = lent(credentials.string("refresh", ""), domain(domain));
        return fresh.with("availableModelIds", offered(fresh).models());
    }

    /** Returns a token of Copilot for one of GitHub. */
    private JsonObject lent(String token, @Nullable String domain) throws IOException, InterruptedException {
        var answer = http.get(
                AccountPlaces.at(places.githubApi(), domain) + "/copilot_internal/v2/token", with("Bearer " + token));
        var access = http.field(answer, "token", "lend a token of Copilot");
        var credentials = JsonObject.of("refresh", token, "access", access)
                .with("expires", answer.json().number("expires_at", 0) * 1000 - MARGIN_MILLIS);
        return credentials.given("enterpriseUrl", domain);
    }

    private static Map<String, String> with(String authorization) {
        var headers = new LinkedHashMap<>(EDITOR);
        headers.put("authorization", authorization);
        return headers;
    }

    /** The token states where Copilot serves the account. */
    @Override
    public String address(JsonObject credentials) {
        var proxy = PROXY.matcher(credentials.string("access", ""));
        if (proxy.find()) {
            return "https://" + proxy.group(1).replaceFirst("^proxy\\.", "api.");
        }
        var domain = credentials.string("enterpriseUrl", "");
        return domain.isEmpty() ? INDIVIDUAL : AccountPlaces.at(places.copilotApi(), domain);
    }

    private Offered offered(JsonObject credentials) throws IOException, InterruptedException {
        var base = address(credentials);
        var headers = with("Bearer " + credentials.string("access", ""));
        headers.put("x-github-api-version", "2026-06-01");
        var answer = http.get(base + "/models", headers);
        if (!answer.isGood() || !answer.json().has("data")) {
            throw http.refused(answer, "list the models of the account");
        }
        var picked = new ArrayList<String>();
        var agreed = new ArrayList<String>();
        var unasked = new ArrayList<String>();
        var unaskedPicked = new ArrayList<String>();
        for (var model : answer.json().objects("data")) {
            var id = model.string("id", "");
            if (id.isEmpty() || !model.object("capabilities").object("supports").bool("tool_calls", true)) {
                continue;
            }
            var policy = model.object("policy").string("state", "");
            boolean shown = model.bool("model_picker_enabled", false);
            if (shown && !policy.equals("disabled")) {
                picked.add(id);
            }
            if (policy.equals("enabled")) {
                agreed.add(id);
            }
            if (policy.equals("unconfigured")) {
                (shown ? unaskedPicked : unasked).add(id);
            }
        }
        // Some accounts of single users show no model at all, and have agreed to some.
        boolean fallback = picked.isEmpty() && base.equals(INDIVIDUAL);
        unaskedPicked.addAll(fallback ? unasked : List.of());
        return new Offered(fallback ? agreed : picked, unaskedPicked);
    }

    private List<String> enabled(JsonObject credentials, List<String> models) throws InterruptedException {
        var headers = with("Bearer " + credentials.string("access", ""));
        headers.put("openai-intent", "chat-policy");
        headers.put("x-interaction-type", "chat-policy");
        var enabled = new ArrayList<String>();
        for (var model : models) {
            if (!model.matches("[A-Za-z0-9._-]+")) {
                continue;
            }
            try {
                var answer = http.json(
                        address(credentials) + "/models/" + model + "/policy",
                        headers,
                        JsonObject.of("state", "enabled"));
                if (answer.status() == 429) {
                    break;
                }
                if (answer.isGood()) {
                    enabled.add(model);
                }
            } catch (IOException e) {
                break;
            }
        }
        return enabled;
    }

    @Override
    public @Nullable List<String> models(JsonObject credentials) {
        return credentials.has("availableModelIds") ? credentials.strings("availableModelIds") : null;
    }
}
