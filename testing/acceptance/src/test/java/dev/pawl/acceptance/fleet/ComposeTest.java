package dev.pawl.acceptance.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.Deep;
import dev.pawl.machine.FreePort;
import dev.pawl.machine.PostgresServer;
import dev.pawl.testkit.model.Script.Turn;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worker that {@code build/compose.yaml} starts, with the words that stand there, over a real database. */
@Deep
class ComposeTest {
    private static final Pattern COMMAND = Pattern.compile("(?m)^ +command: (\\[.*])$");

    @TempDir
    Path dir;

    private static List<String> command() throws Exception {
        var found = COMMAND.matcher(Files.readString(Checkout.file("build/compose.yaml")));
        assertThat(found.find()).isTrue();
        return JsonObject.parse("{\"words\":" + found.group(1) + "}").strings("words");
    }

    @Test
    void it_works_is_ready_and_ends_in_order() throws Exception {
        int port = FreePort.find();
        try (var server = PostgresServer.start(dir);
                var fleet = new Fleet(dir, server.address(), (_, _) -> Turn.text("Done."), List.of())) {
            var words = new ArrayList<>(command());
            words.set(words.indexOf("--listen") + 1, String.valueOf(port));
            words.addAll(List.of("--engine", server.address()));
            var worker = fleet.run(words.toArray(String[]::new));
            try (var client = HttpClient.newHttpClient()) {
                Await.until("the worker is at work", fleet::output, () -> {
                    assertThat(worker.isAlive()).as(fleet.output()).isTrue();
                    return fleet.output().contains("runs sessions of work");
                });
                var ready = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/ready"))
                        .build();
                assertThat(client.send(ready, HttpResponse.BodyHandlers.ofString())
                                .statusCode())
                        .isEqualTo(200);
                worker.destroy();
                assertThat(worker.waitFor()).isEqualTo(128 + 15);
            } finally {
                worker.destroyForcibly();
            }
        }
    }
}
