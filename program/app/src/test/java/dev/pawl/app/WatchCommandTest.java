package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.Streams;
import dev.pawl.machine.Await;
import dev.pawl.testkit.model.Script.Turn;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that serves the page of what runs now. */
class WatchCommandTest {
    @TempDir
    Path dir;

    @Test
    void it_serves_until_it_is_ended() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Hello."))) {
            assertThat(pawl.run("watch", "--port", "x").err()).contains("watch takes nothing, or a port");
            var out = new ByteArrayOutputStream();
            var printed = new PrintStream(out, true, StandardCharsets.UTF_8);
            var streams = new Streams(new ByteArrayInputStream(new byte[0]), printed, printed);
            var task = new FutureTask<>(() -> Invocation.run(List.of("watch"), pawl.places(), streams));
            var thread = Thread.ofPlatform().start(task);
            var address = Pattern.compile("Open (http://127\\.0\\.0\\.1:\\d+/\\?token=\\S+)");
            var found = Await.value(
                    "the address is printed",
                    () -> address.matcher(out.toString(StandardCharsets.UTF_8)),
                    Matcher::find);
            try (var client = HttpClient.newHttpClient()) {
                var answer = client.send(
                        HttpRequest.newBuilder(URI.create(found.group(1))).build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).contains("Running sessions");
                assertThat(answer.headers()
                                .firstValue("Content-Security-Policy")
                                .orElse(""))
                        .contains("default-src 'none'", "connect-src 'self'");
            } finally {
                thread.interrupt();
                thread.join();
            }
            assertThat(out.toString(StandardCharsets.UTF_8)).contains("\"watch\": true in your settings");
        }
    }
}
