package dev.pawl.acceptance.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code /login} from its first question to the token in auth.json, in the real program, with servers of the test's own. */
@Deep
class SignInOnScreenTest {
    @TempDir
    Path dir;

    private TlsProxy proxy;
    private Seat seat;
    private Path opened;

    @BeforeEach
    void begin() throws Exception {
        proxy = new TlsProxy(dir, "auth.x.ai", "openrouter.ai", "auth.openai.com");
        opened = dir.resolve("opened");
        seat = Seat.in(dir, Turn.text("unused"))
                .option(proxy.trust())
                .environment("HTTPS_PROXY", proxy.address())
                .environment("no_proxy", "127.0.0.1");
        // The browser: it notes where it was sent.
        var browser = Files.createDirectories(seat.root.resolve("bin")).resolve("xdg-open");
        Files.writeString(
                browser,
                "#!/bin/sh\nprintf '%s' \"$1\" > '" + opened + ".part' && mv '" + opened + ".part' '" + opened + "'\n");
        browser.toFile().setExecutable(true);
    }

    @AfterEach
    void end() throws Exception {
        seat.close();
        proxy.close();
    }

    /** The address that the browser was opened at. */
    private String opened(TerminalRun it) throws Exception {
        it.await("the browser is opened", _ -> Files.exists(opened));
        return Files.readString(opened);
    }

    private static String parameter(String address, String name) {
        var found = Pattern.compile("[?&]" + name + "=([^&]*)").matcher(address);
        assertThat(found.find()).as(name + " in " + address).isTrue();
        return URLDecoder.decode(found.group(1), StandardCharsets.UTF_8);
    }

    private JsonObject kept(String provider) throws Exception {
        var file = seat.home.resolve(".pi/agent/auth.json");
        return JsonObject.parse(Files.readString(file)).object(provider);
    }

    @Test
    void with_a_code_that_is_typed_elsewhere() throws Exception {
        var polls = new AtomicInteger();
        proxy.at(
                        "auth.x.ai/oauth2/device/code",
                        _ -> JsonObject.of("device_code", "device-1", "user_code", "ABCD-1234")
                                .with("verification_uri", "https://x.ai/device")
                                .with("interval", 1))
                .at(
                        "auth.x.ai/oauth2/token",
                        _ -> polls.incrementAndGet() < 2
                                ? JsonObject.of("error", "authorization_pending")
                                : JsonObject.of("access_token", "SECRET-ACCESS", "refresh_token", "SECRET-REFRESH")
                                        .with("expires_in", 3600));
        var it = seat.start(100, 30);
        it.submit("/login xai").await("How do you want to use xAI?");
        it.type("\r").await("ABCD-1234");
        assertThat(opened(it)).isEqualTo("https://x.ai/device");
        it.await("Signed in to xAI");
        assertThat(kept("xai").string("access")).isEqualTo("SECRET-ACCESS");
        assertThat(kept("xai").string("refresh")).isEqualTo("SECRET-REFRESH");
        assertThat(it.everything()).doesNotContain("SECRET");
        it.submit("/logout xai").await("is forgotten");
        assertThat(kept("xai").isEmpty()).isTrue();
    }

    @Test
    void with_a_browser_that_comes_back_to_this_machine() throws Exception {
        proxy.at("openrouter.ai/api/v1/auth/keys", _ -> JsonObject.of("key", "SECRET-KEY"));
        var it = seat.start(100, 30);
        it.submit("/login openrouter").await("How do you want to use OpenRouter?");
        it.type("\r");
        var callback = parameter(opened(it), "callback_url");
        try (var browser = HttpClient.newHttpClient()) {
            var page = browser.send(
                    HttpRequest.newBuilder(URI.create(callback + "?code=the-code"))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(page.statusCode()).isEqualTo(200);
        }
        it.await("Signed in to OpenRouter");
        assertThat(JsonObject.parse(proxy.bodies().getLast()).string("code")).isEqualTo("the-code");
        assertThat(kept("openrouter").string("access")).isEqualTo("SECRET-KEY");
        assertThat(it.everything()).doesNotContain("SECRET");
    }

    @Test
    void with_an_address_that_is_pasted() throws Exception {
        var claims = "{\"https://api.openai.com/auth\":{\"chatgpt_account_id\":\"acc-1\"}}";
        var token = "SECRET." + Base64.getUrlEncoder().encodeToString(claims.getBytes(StandardCharsets.UTF_8)) + ".x";
        proxy.at(
                "auth.openai.com/oauth/token",
                _ -> JsonObject.of("access_token", token, "refresh_token", "SECRET-REFRESH")
                        .with("expires_in", 3600));
        var it = seat.start(100, 30);
        it.submit("/login openai-codex").await("How do you want to sign in to ChatGPT?");
        it.type("\r").await("paste the address");
        var state = parameter(opened(it), "state");
        it.paste("http://localhost:1455/auth/callback?code=pasted-code&state=" + state);
        it.await("pasted-code");
        it.type("\r").await("Signed in to ChatGPT");
        assertThat(proxy.bodies().getLast()).contains("code=pasted-code", "code_verifier=");
        assertThat(kept("openai-codex").string("accountId")).isEqualTo("acc-1");
        assertThat(it.everything()).doesNotContain("SECRET");
    }

    @Test
    void an_address_of_another_sign_in_is_refused() throws Exception {
        var it = seat.start(100, 30);
        it.submit("/login openai-codex").await("How do you want to sign in to ChatGPT?");
        it.type("\r").await("paste the address");
        opened(it);
        it.paste("http://localhost:1455/auth/callback?code=stolen&state=somebody-else");
        it.await("stolen");
        it.type("\r").await("belongs to another sign-in");
        assertThat(proxy.bodies()).isEmpty();
        it.type("still here").await("still here");
    }
}
