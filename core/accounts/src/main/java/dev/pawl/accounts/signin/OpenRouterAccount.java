package dev.pawl.accounts.signin;

import dev.pawl.accounts.Fetcher;
import dev.pawl.accounts.oauth.FormFields;
import dev.pawl.accounts.oauth.LoopbackPage;
import dev.pawl.accounts.oauth.Pkce;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ProviderConfig;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The sign-in to OpenRouter, which yields a key of the user's own that stays good until they take it back. */
final class OpenRouterAccount implements SignIn {
    /** The largest number that JavaScript keeps exactly, which stands for never. */
    private static final long NEVER = (1L << 53) - 1;

    private final AccountHttp http;
    private final String place;
    private final @Nullable String host;

    OpenRouterAccount(Fetcher http, String place, @Nullable String host) {
        this.http = new AccountHttp(http, "OpenRouter");
        this.place = place;
        this.host = host;
    }

    @Override
    public String name() {
        return "OpenRouter account";
    }

    @Override
    public JsonObject login(ProviderConfig.Prompts prompts) throws IOException, InterruptedException {
        var proof = Pkce.fresh();
        // Only the provider was given the path, so it stands for a state.
        var path = "/oauth/callback/" + UUID.randomUUID();
        try (var page = new LoopbackPage(
                host,
                0,
                path,
                query -> FormFields.decode(query).containsKey("code")
                        || FormFields.decode(query).containsKey("error"))) {
            var query = new LinkedHashMap<String, String>();
            query.put("callback_url", "http://" + (host == null ? "127.0.0.1" : host) + ":" + page.port() + path);
            query.put("code_challenge", proof.challenge());
            query.put("code_challenge_method", "S256");
            var code = BrowserVisit.code(prompts, page, BrowserVisit.address(place + "/auth", query), null);
            var answer = http.json(
                    place + "/api/v1/auth/keys",
                    Map.of(),
                    JsonObject.of("code", code, "code_verifier", proof.verifier())
                            .with("code_challenge_method", "S256"));
            return JsonObject.of("access", http.field(answer, "key", "give a key"), "refresh", "")
                    .with("expires", NEVER);
        }
    }

    @Override
    public JsonObject refresh(JsonObject credentials) {
        return credentials;
    }
}
