package dev.pawl.accounts.signin;

import dev.pawl.accounts.Fetcher;
import dev.pawl.accounts.oauth.CodeRequest;
import dev.pawl.accounts.oauth.JsonRequests;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ProviderConfig;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sign-in to xAI with a subscription: a code that is typed in a browser, and tokens that are renewed. */
final class XaiAccount implements SignIn {
    private static final String CLIENT = "b1a00492-073a-47ea-816f-4c329264a828";
    private static final String SCOPE = "openid profile email offline_access grok-cli:access api:access";
    private static final long MARGIN_MILLIS = 5 * 60_000;
    private static final long USUAL_SECONDS = 3600;

    private final AccountHttp http;
    private final String place;
    private final DeviceCode code;
    private final InstantSource clock;

    XaiAccount(Fetcher http, String place, DeviceCode code, InstantSource clock) {
        this.http = new AccountHttp(http, "xAI");
        this.place = place;
        this.code = code;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "xAI (SuperGrok or X Premium)";
    }

    @Override
    public JsonObject login(ProviderConfig.Prompts prompts) throws IOException, InterruptedException {
        var form = Map.of("client_id", CLIENT, "scope", SCOPE, "referrer", "pi");
        return credentials(
                code.grant(prompts, http, place + "/oauth2/device/code", form, place + "/oauth2/token"), null);
    }

    @Override
    public JsonObject refresh(JsonObject credentials) throws IOException, InterruptedException {
        var before = credentials.string("refresh", "");
        var form = CodeRequest.refresh(before);
        form.put("client_id", CLIENT);
        return credentials(http.form(place + "/oauth2/token", form), before);
    }

    /** The token to renew with stays what it was unless there is another. */
    private JsonObject credentials(JsonRequests.Answer answer, @Nullable String before) throws SignInFailed {
        var access = http.field(answer, "access_token", "give tokens");
        var refresh = answer.json().string("refresh_token");
        if (refresh == null && before == null) {
            throw http.refused(answer, "give a token to renew the sign-in with");
        }
        long seconds = answer.json().number("expires_in", USUAL_SECONDS);
        return JsonObject.of("access", access, "refresh", refresh == null ? before : refresh)
                .with("expires", clock.millis() + seconds * 1000 - MARGIN_MILLIS);
    }
}
