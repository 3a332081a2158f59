package dev.pawl.accounts.signin;

import dev.pawl.accounts.Fetcher;
import dev.pawl.accounts.oauth.CodeRequest;
import dev.pawl.accounts.oauth.FormFields;
import dev.pawl.accounts.oauth.JsonRequests;
import dev.pawl.accounts.oauth.LoopbackPage;
import dev.pawl.accounts.oauth.Pkce;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ProviderConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sign-in to ChatGPT: a browser that comes back to this machine, or a code that is typed in one elsewhere. */
public final class CodexAccount implements SignIn {
    private static final String CLIENT = "app_EMoamEEZ73f0CkXaXp7hrann";
    private static final String SCOPE = "openid profile email offline_access";
    private static final String PATH = "/auth/callback";
    private static final long CODE_SECONDS = 15 * 60;
    private static final List<String> WAYS =
            List.of("With a browser (or by pasting its last address)", "With a code, on any machine");

    /** The result of a sign-in by device code: a code, and the verifier that belongs to it. */
    private record Granted(String code, String verifier) {}

    private final AccountHttp http;
    private final String place;
    private final int port;
    private final @Nullable String host;
    private final DeviceCode device;
    private final InstantSource clock;

    CodexAccount(Fetcher http, AccountPlaces places, @Nullable String host, DeviceCode device, InstantSource clock) {
        this.http = new AccountHttp(http, "ChatGPT");
        this.place = places.openAi();
        this.port = places.callback();
        this.host = host;
        this.device = device;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "ChatGPT Plus or Pro";
    }

    @Override
    public boolean orKey() {
        return false;
    }

    @Override
    public JsonObject login(ProviderConfig.Prompts prompts) throws IOException, InterruptedException {
        boolean code = prompts instanceof SignIn.Chooser chooser
                && chooser.choose("How do you want to sign in to ChatGPT?", WAYS) == 1;
        return code ? byCode(prompts) : byBrowser(prompts);
    }

    private JsonObject byBrowser(ProviderConfig.Prompts prompts) throws IOException, InterruptedException {
        var state = Pkce.random();
        try (var page = page(state)) {
            var redirect = "http://localhost:" + (page == null ? port : page.port()) + PATH;
            var request = new CodeRequest(CLIENT, redirect, Pkce.fresh(), state);
            var query = request.query();
            query.put("scope", SCOPE);
            query.put("id_token_add_organizations", "true");
            query.put("codex_cli_simplified_flow", "true");
            query.put("originator", "pi");
            var code = BrowserVisit.code(prompts, page, BrowserVisit.address(place + "/oauth/authorize", query), state);
            return tokens(request.exchange(code));
        }
    }

    /** Null where another program has the port: pasting is left. */
    private @Nullable LoopbackPage page(String state) {
        try {
            return new LoopbackPage(
                    host,
                    port,
                    PATH,
                    query -> state.equals(FormFields.decode(query).get("state")));
        } catch (IOException e) {
            return null;
        }
    }

    private JsonObject byCode(ProviderConfig.Prompts prompts) throws IOException, InterruptedException {
        var began =
                http.json(place + "/api/accounts/deviceauth/usercode", Map.of(), JsonObject.of("client_id", CLIENT));
        var id = http.field(began, "device_auth_id", "begin a sign-in with a code");
        var code = http.field(began, "user_code", "begin a sign-in with a code");
        var granted = device.wait(
                prompts, place + "/codex/device", code, seconds(began.json()), CODE_SECONDS, () -> poll(id, code));
        return tokens(CodeRequest.exchange(granted.code(), granted.verifier(), place + "/deviceauth/callback"));
    }

    /** The interval comes as a number or as a text. */
    private static long seconds(JsonObject json) {
        var text = json.string("interval");
        try {
            return text == null ? json.number("interval", 0) : Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private DeviceCode.Reply<Granted> poll(String id, String code) throws IOException, InterruptedException {
        var answer = http.json(
                place + "/api/accounts/deviceauth/token",
                Map.of(),
                JsonObject.of("device_auth_id", id, "user_code", code));
        if (answer.isGood()) {
            return DeviceCode.Reply.of(new Granted(
                    http.field(answer, "authorization_code", "end the sign-in"),
                    http.field(answer, "code_verifier", "end the sign-in")));
        }
        boolean waiting = answer.status() == 403
                || answer.status() == 404
                || answer.error().equals("deviceauth_authorization_pending");
        if (waiting) {
            return DeviceCode.Reply.pending();
        }
        if (answer.error().equals("slow_down")) {
            return DeviceCode.Reply.slower(0);
        }
        throw http.refused(answer, "end the sign-in");
    }

    @Override
    public JsonObject refresh(JsonObject credentials) throws IOException, InterruptedException {
        return tokens(CodeRequest.refresh(credentials.string("refresh", "")));
    }

    private JsonObject tokens(Map<String, String> form) throws IOException, InterruptedException {
        form.put("client_id", CLIENT);
        return credentials(http.form(place + "/oauth/token", form));
    }

    private JsonObject credentials(JsonRequests.Answer answer) throws SignInFailed {
        var access = http.field(answer, "access_token", "give tokens");
        var account = account(access);
        if (account == null) {
            throw new SignInFailed("The token of ChatGPT names no account, so it cannot be used.");
        }
        return JsonObject.of("access", access, "refresh", http.field(answer, "refresh_token", "give tokens"))
                .with("expires", clock.millis() + answer.json().number("expires_in", 0) * 1000)
                .with("accountId", account);
    }

    /** Returns the account that a token was made for; null if it names none. */
    public static @Nullable String account(String token) {
        var parts = token.split("\\.", -1);
        if (parts.length != 3) {
            return null;
        }
        try {
            var claims = Json.parse(new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8));
            var account = claims instanceof JsonObject object
                    ? object.object("https://api.openai.com/auth").string("chatgpt_account_id", "")
                    : "";
            return account.isEmpty() ? null : account;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
