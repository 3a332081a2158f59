package dev.pawl.acceptance.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.driven.PawlInside;
import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code pawl mcp login} and {@code logout} as processes: by the browser's way back, by pasting, through a proxy. */
@Timeout(600)
@Deep
class SignInTest {
    @TempDir
    Path dir;

    private Path home() throws IOException {
        return Files.createDirectories(dir.resolve("home")).toRealPath();
    }

    private PawlInside pawl() throws IOException {
        // Without a program that opens pages.
        return new PawlInside(
                        home(), Files.createDirectories(dir.resolve("project")).toRealPath())
                .with(Map.of("PATH", "/nowhere"));
    }

    private void configure(String url) throws IOException {
        configure(JsonObject.of("url", url));
    }

    private void configure(JsonObject entry) throws IOException {
        user("mcp.json", JsonObject.of("mcpServers", JsonObject.of("web", entry)));
    }

    private void user(String name, JsonObject content) throws IOException {
        var file = home().resolve(".pi/agent").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content.toString());
    }

    /** Where a browser is sent to by the page of the sign-in. */
    private static String redirected(String page) throws Exception {
        try (var http = HttpClient.newHttpClient()) {
            var answer =
                    http.send(HttpRequest.newBuilder(URI.create(page)).build(), HttpResponse.BodyHandlers.discarding());
            return answer.headers().firstValue("Location").orElseThrow();
        }
    }

    @Test
    void a_sign_in_comes_back_by_the_browser_or_by_pasting_and_is_kept_until_the_logout() throws Exception {
        for (var way : new String[] {"browser", "pasted"}) {
            try (var server = new SignInServer()) {
                configure(server.address() + "/mcp");
                var before = pawl().run("mcp", "list");
                assertThat(before.out()).contains("web  needs a sign-in");
                assertThat(before.status()).isEqualTo(1);

                var login = pawl().start("mcp", "login", "web");
                var out = new StringBuilder();
                try (var lines = login.inputReader(StandardCharsets.UTF_8)) {
                    var page = "";
                    while (!page.startsWith("http")) {
                        page = Objects.requireNonNull(lines.readLine(), out.toString());
                        out.append(page).append('\n');
                    }
                    var back = redirected(page);
                    if (way.equals("pasted")) {
                        login.getOutputStream().write((back + "\n").getBytes(StandardCharsets.UTF_8));
                        login.getOutputStream().flush();
                    } else {
                        try (var http = HttpClient.newHttpClient()) {
                            assertThat(http.send(
                                                    HttpRequest.newBuilder(URI.create(back))
                                                            .build(),
                                                    HttpResponse.BodyHandlers.ofString())
                                            .statusCode())
                                    .isEqualTo(200);
                        }
                    }
                    lines.lines().forEach(line -> out.append(line).append('\n'));
                }
                assertThat(login.waitFor()).as(out.toString()).isZero();
                assertThat(out).contains("signed in to web").doesNotContain(SignInServer.TOKEN);

                var kept = home().resolve(".pi/agent/mcp-auth.json");
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                        .isEqualTo("rw-------");
                assertThat(kept).content().contains(SignInServer.TOKEN);
                var after = pawl().run("mcp", "list");
                assertThat(after.out()).as(after.err()).contains("web  connected, 1 tool", "- secretly");
                assertThat(after.out() + after.err()).doesNotContain(SignInServer.TOKEN);

                assertThat(pawl().run("mcp", "logout", "web").out()).contains("signed out of web");
                assertThat(kept).content().doesNotContain(SignInServer.TOKEN);
                assertThat(pawl().run("mcp", "logout", "web").out()).contains("there was no sign-in to web");
                assertThat(pawl().run("mcp", "list").out()).contains("web  needs a sign-in");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/passwd", "calculator:run", "http://192.0.2.1/authorize", "--help", "a b"})
    void only_a_page_of_the_web_is_opened_for_a_sign_in(String page) throws Exception {
        try (var server = new SignInServer(page)) {
            configure(server.address() + "/mcp");
            var login = pawl().run("mcp", "login", "web");
            assertThat(login.status()).isEqualTo(1);
            assertThat(login.out()).doesNotContain("Open this page");
            assertThat(login.err()).contains("the authorisation server").doesNotContain("Exception");
        }
    }

    @Test
    void requests_to_servers_go_through_the_proxy_of_the_environment_or_of_the_settings() throws Exception {
        try (var proxy = new SignInServer()) {
            configure("http://tools.example.test/mcp");
            var direct = pawl().run("mcp", "list");
            assertThat(direct.out()).contains("web  failed");
            assertThat(proxy.requests).isEmpty();

            var variable = pawl().with(Map.of("PATH", "/nowhere", "HTTP_PROXY", proxy.address()))
                    .run("mcp", "list");
            assertThat(variable.out()).as(variable.err()).contains("web  needs a sign-in");
            assertThat(proxy.requests).anyMatch(line -> line.startsWith("POST http://tools.example.test/mcp"));

            proxy.requests.clear();
            Files.writeString(
                    home().resolve(".pi/agent/settings.json"),
                    JsonObject.of("httpProxy", proxy.address()).toString());
            assertThat(pawl().run("mcp", "list").out()).contains("web  needs a sign-in");
            assertThat(proxy.requests).isNotEmpty();
        }
    }

    @Test
    void the_browser_comes_back_to_the_address_that_the_file_names() throws Exception {
        int port;
        try (var free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        var written = "http://localhost:" + port + "/signed/in";
        try (var server = new SignInServer()) {
            configure(JsonObject.of("url", server.address() + "/mcp", "oauth", JsonObject.of("callbackUrl", written)));
            var login = pawl().start("mcp", "login", "web");
            try (var lines = login.inputReader(StandardCharsets.UTF_8);
                    var http = HttpClient.newHttpClient()) {
                var page = "";
                while (!page.startsWith("http")) {
                    page = Objects.requireNonNull(lines.readLine());
                }
                login.getOutputStream().write("http://localhost/elsewhere?code=x\n".getBytes(StandardCharsets.UTF_8));
                login.getOutputStream().flush();
                assertThat(lines.readLine()).contains("If the browser is on another machine");
                assertThat(lines.readLine()).contains("begins with " + written + "?");
                var back = redirected(page);
                assertThat(back).startsWith(written + "?");
                assertThat(status(http, written + "?code=evil&state=guessed")).isEqualTo(400);
                var wrong = back.replace("/signed/in", "/callback");
                assertThat(status(http, wrong)).isEqualTo(404);
                assertThat(status(http, back)).isEqualTo(200);
                assertThat(lines.readLine()).isEqualTo("signed in to web");
            }
            assertThat(login.waitFor()).isZero();
            assertThat(pawl().run("mcp", "list").out()).contains("web  connected, 1 tool");
        }
    }

    @Test
    void a_second_sign_in_uses_the_client_that_the_first_one_registered() throws Exception {
        try (var server = new SignInServer()) {
            configure(server.address() + "/mcp");
            for (int i = 0; i < 2; i++) {
                var login = pawl().start("mcp", "login", "web");
                try (var lines = login.inputReader(StandardCharsets.UTF_8)) {
                    var page = "";
                    while (!page.startsWith("http")) {
                        page = Objects.requireNonNull(lines.readLine());
                    }
                    login.getOutputStream().write((redirected(page) + "\n").getBytes(StandardCharsets.UTF_8));
                    login.getOutputStream().flush();
                    assertThat(login.waitFor()).isZero();
                }
            }
            assertThat(server.requests)
                    .filteredOn(line -> line.startsWith("POST /register"))
                    .hasSize(1);
        }
    }

    private static int status(HttpClient http, String address) throws IOException, InterruptedException {
        return http.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void a_server_is_sent_the_key_of_the_provider_that_its_entry_names_and_no_other_gets_it() throws Exception {
        var call = Turn.calls(Script.call("mcp__web__secretly", JsonObject.empty()));
        try (var server = new SignInServer();
                var model = ScriptedModel.playing(Script.of(call, Turn.text("Done.")))) {
            var models = model.modelsJson("openai-completions");
            var provider = models.object("providers").object("scripted").with("apiKey", "$TOOL_KEY");
            user("models.json", JsonObject.of("providers", JsonObject.of("scripted", provider)));
            var entry = JsonObject.of("url", server.address() + "/mcp", "exposure", "direct");
            configure(entry.with("auth", JsonObject.of("provider", "scripted")));
            var key = Map.of("PATH", "/nowhere", "TOOL_KEY", SignInServer.TOKEN);

            var run = pawl().with(key).run("-p", "--model", "scripted/" + ScriptedModel.MODEL, "Go");
            assertThat(run.out()).as(run.err()).isEqualTo("Done.\n");
            assertThat(model.requests().get(1).body().toString()).contains("the secret is out");
            var list = pawl().with(key).run("mcp", "list");
            assertThat(list.out()).as(list.err()).contains("web  connected, 1 tool");
            assertThat(list.out() + list.err() + run.err()).doesNotContain(SignInServer.TOKEN);

            var other =
                    pawl().with(Map.of("PATH", "/nowhere", "TOOL_KEY", "wrong")).run("mcp", "list");
            assertThat(other.out()).contains("web  needs a sign-in");
            assertThat(pawl().with(key).run("mcp", "login", "web").err()).contains("needs no sign-in");

            configure(entry);
            assertThat(pawl().with(key).run("mcp", "list").out()).contains("web  needs a sign-in");
        }
    }
}
