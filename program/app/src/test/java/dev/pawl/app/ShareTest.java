package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of sessions for others, without what should not be shared. */
class ShareTest {
    private static final List<String> SECRETS = List.of(
            "sk-ant-api03-abcdefghijklmnopqrstuvwx",
            "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
            "AKIAABCDEFGHIJKLMNOP",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
            "hunter2hunter2",
            "MIIEowIBAAKCAQEAprivate",
            "someone@example.org",
            "PROJECT-4711",
            "value-of-the-environment",
            "value-of-auth-json");

    @TempDir
    Path dir;

    private TestProgram program() throws IOException {
        var output = "key " + SECRETS.get(0) + "\n" + SECRETS.get(1) + " " + SECRETS.get(2) + "\nAuthorization: Bearer "
                + SECRETS.get(3) + "\nDB_PASSWORD=\"" + SECRETS.get(4) + "\"\npostgres://bob:" + SECRETS.get(4)
                + "@db/x\n-----BEGIN RSA PRIVATE KEY-----\n" + SECRETS.get(5) + "\n-----END RSA PRIVATE KEY-----\n"
                + SECRETS.get(6) + " " + SECRETS.get(7) + " " + SECRETS.get(8) + " " + SECRETS.get(9)
                + " /home/alice/work plain-words-stay\n";
        return TestProgram.in(
                        dir,
                        Turn.calls(call("bash", JsonObject.of("command", "cat data; echo token=" + SECRETS.get(0)))),
                        Turn.text("Done for " + SECRETS.get(6) + "."))
                .file("data", output)
                .hook("guard", """
                    pi.on(TOOL_RESULT, (result, ctx) -> result.withText(result.text() + " checked for someone@example.org"));
                    """)
                .environment("MY_SERVICE_KEY", SECRETS.get(8))
                .user("auth.json", "{\"x\":{\"type\":\"api_key\",\"key\":\"" + SECRETS.get(9) + "\"}}")
                .user("settings.json", "{\"traces\":{\"keep\":true},\"share\":{\"patterns\":[\"PROJECT-\\\\d+\"]}}");
    }

    private static void assertClean(String text, TestProgram pawl) {
        assertThat(SECRETS).noneMatch(text::contains);
        assertThat(text)
                .doesNotContain(pawl.home.toString(), "/home/alice")
                .contains("plain-words-stay")
                .contains("[redacted: ");
    }

    @Test
    void no_form_of_a_shared_copy_holds_a_secret() throws Exception {
        try (var pawl = program()) {
            assertThat(pawl.run("--session-id", "abc-1", "-p", "Mail " + SECRETS.get(6))
                            .status())
                    .isZero();
            for (var name : List.of("out.html", "out.md", "out.jsonl")) {
                var run = pawl.run("share", "abc", name);
                assertThat(run.err()).isEmpty();
                assertThat(run.out()).contains("Written to:", "removed:", "e-mail address", "pattern of yours");
                assertClean(Files.readString(pawl.project.resolve(name)), pawl);
            }
            // The copy is a session that others can open and export again.
            assertThat(pawl.run("--export", "out.jsonl", "again.html").status()).isZero();
        }
    }

    @Test
    void a_pattern_that_is_none_shares_nothing() throws Exception {
        try (var pawl = program().user("settings.json", "{\"share\":{\"patterns\":[\"(\"]}}")) {
            pawl.run("--session-id", "abc-1", "-p", "Go");
            var run = pawl.run("share", "abc", "out.html");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("not a regular expression");
            assertThat(pawl.project.resolve("out.html")).doesNotExist();
            pawl.user("settings.json", "{\"share\":{\"patterns\":\"x\"}}");
            assertThat(pawl.run("share", "abc", "out.html").err()).contains("no list of texts");
            pawl.user("settings.json", "{\"share\":[]}");
            assertThat(pawl.run("share", "abc", "out.html").status()).isEqualTo(1);
            assertThat(pawl.project.resolve("out.html")).doesNotExist();
        }
    }

    @Test
    void a_gist_is_made_with_gh_of_the_clean_copy() throws Exception {
        try (var pawl = program()) {
            var bin = Files.createDirectories(pawl.home.resolve("bin"));
            var gh = bin.resolve("gh");
            Files.writeString(
                    gh,
                    "#!/bin/sh\nfor last; do :; done\ncp \"$last\" " + pawl.home + "/sent\necho \"$@\" > " + pawl.home
                            + "/words\necho - Creating >&2\necho https://gist.github.com/1\n");
            assertThat(gh.toFile().setExecutable(true)).isTrue();
            pawl.environment("PATH", bin + ":" + System.getenv("PATH"));
            pawl.run("--session-id", "abc-1", "-p", "Go");
            var run = pawl.run("share", "abc", "out.html", "--gist");
            assertThat(run.out()).contains("Shared at: https://gist.github.com/1");
            assertClean(Files.readString(pawl.home.resolve("sent")), pawl);
            assertThat(pawl.home.resolve("words"))
                    .content()
                    .contains("gist create")
                    .doesNotContain("--public");
        }
    }

    @Test
    void an_upload_goes_to_the_address_of_the_settings_with_its_headers() throws Exception {
        var bodies = new CopyOnWriteArrayList<String>();
        var keys = new CopyOnWriteArrayList<String>();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/up", exchange -> {
            try (exchange) {
                bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("X-Key")));
                exchange.getResponseHeaders().set("Location", "https://share.example/1");
                exchange.sendResponseHeaders(201, -1);
            }
        });
        server.start();
        var address = "http://127.0.0.1:" + server.getAddress().getPort() + "/up";
        try (var pawl = program()) {
            pawl.run("--session-id", "abc-1", "-p", "Go");
            pawl.user(
                    "settings.json",
                    JsonObject.of(
                                    "share",
                                    JsonObject.of("upload", address, "headers", JsonObject.of("X-Key", "k"))
                                            .with("patterns", List.of("PROJECT-\\d+")))
                            .toString());
            var run = pawl.run("share", "abc", "out.html", "--upload");
            assertThat(run.out()).contains("Shared at: https://share.example/1");
            assertThat(keys).containsExactly("k");
            assertClean(bodies.getFirst(), pawl);
            pawl.user("settings.json", "{\"share\":{\"upload\":\"http://share.example/up\"}}");
            assertThat(pawl.run("share", "abc", "out2.html", "--upload").err()).contains("begins with https://");
        } finally {
            server.stop(0);
        }
    }
}
