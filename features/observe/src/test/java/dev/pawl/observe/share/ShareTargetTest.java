package dev.pawl.observe.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.pawl.base.net.Network;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where copies of sessions are sent. */
class ShareTargetTest {
    @TempDir
    Path dir;

    private Path copy() throws IOException {
        return Files.writeString(dir.resolve("copy.html"), "<!doctype html>");
    }

    private Path gh(String script) throws IOException {
        var gh = Files.writeString(dir.resolve("gh"), "#!/bin/sh\n" + script);
        assertThat(gh.toFile().setExecutable(true)).isTrue();
        return gh;
    }

    private Map<String, String> environment() {
        return Map.of("HOME", dir.toString(), "PATH", System.getenv("PATH"));
    }

    @Test
    void a_gist_is_made_with_gh_and_is_not_public() throws Exception {
        var gh = gh("for last; do :; done\ncp \"$last\" " + dir + "/sent\necho \"$@\" > " + dir
                + "/words\necho - Creating >&2\necho https://gist.github.com/1\n");
        assertThat(ShareTarget.gist(gh, copy(), environment())).isEqualTo("https://gist.github.com/1");
        assertThat(dir.resolve("sent")).hasContent("<!doctype html>");
        assertThat(dir.resolve("words")).content().contains("gist create").doesNotContain("--public");
    }

    @Test
    void a_gh_that_fails_is_a_failure_with_its_words() throws Exception {
        var gh = gh("echo not logged in >&2; exit 4\n");
        var copy = copy();
        assertThatThrownBy(() -> ShareTarget.gist(gh, copy, environment()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not logged in");
    }

    private HttpServer server(int status, List<String> got) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/up", exchange -> {
            try (exchange) {
                got.add(exchange.getRequestHeaders().getFirst("X-Key") + " "
                        + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                exchange.getResponseHeaders().set("Location", "https://share.example/1");
                exchange.sendResponseHeaders(status, -1);
            }
        });
        server.start();
        return server;
    }

    @Test
    void an_upload_has_the_headers_and_answers_with_the_address() throws Exception {
        var got = new CopyOnWriteArrayList<String>();
        var server = server(201, got);
        try {
            var to = ShareTarget.checked(
                    "http://127.0.0.1:" + server.getAddress().getPort() + "/up");
            assertThat(ShareTarget.upload(Network.direct(), to, Map.of("X-Key", "k"), copy()))
                    .isEqualTo("https://share.example/1");
            assertThat(got).containsExactly("k <!doctype html>");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void an_upload_that_is_refused_is_a_failure_with_the_status() throws Exception {
        var server = server(403, new CopyOnWriteArrayList<>());
        try {
            var to = ShareTarget.checked(
                    "http://127.0.0.1:" + server.getAddress().getPort() + "/up");
            var copy = copy();
            assertThatThrownBy(() -> ShareTarget.upload(Network.direct(), to, Map.of(), copy))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("403");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void only_this_machine_is_written_to_without_encryption() {
        assertThatThrownBy(() -> ShareTarget.checked("http://share.example/up"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("begins with https://");
        assertThatThrownBy(() -> ShareTarget.checked("no address")).isInstanceOf(IllegalArgumentException.class);
        assertThat(ShareTarget.checked("https://share.example/up").getHost()).isEqualTo("share.example");
    }
}
