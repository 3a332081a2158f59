package dev.pawl.house.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.PawlProcess;
import java.io.IOException;
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

/** {@code pawl mcp login} and {@code logout} as processes: by the browser's way back, by pasting, through a proxy. */
@Timeout(180)
class SignInTest {
    @TempDir
    Path dir;

    private Path home() throws IOException {
        return Files.createDirectories(dir.resolve("home")).toRealPath();
    }

    private PawlProcess pawl() throws IOException {
        // Without a program that opens pages.
        return new PawlProcess(
                        home(), Files.createDirectories(dir.resolve("project")).toRealPath())
                .with(Map.of("PATH", "/nowhere"));
    }

    private void configure(String url) throws IOException {
        var file = home().resolve(".pi/agent/mcp.json");
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                JsonObject.of("mcpServers", JsonObject.of("web", JsonObject.of("url", url)))
                        .toString());
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
}
