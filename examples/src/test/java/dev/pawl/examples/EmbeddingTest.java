package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs that embed agents, run as a user runs them: one file, with Pawl on the class path. */
@Deep
class EmbeddingTest {
    @TempDir
    Path home;

    private ProcessBuilder program(ScriptedModel model, String file, String... args) throws IOException {
        var agent = Files.createDirectories(home.resolve(".pi/agent"));
        Files.writeString(
                agent.resolve("models.json"),
                model.modelsJson("openai-completions").toString());
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Path.of("embedding", file).toAbsolutePath().toString()));
        command.addAll(List.of(args));
        var builder = new ProcessBuilder(command).directory(home.toFile());
        builder.environment().put("HOME", home.toString());
        builder.environment().remove("PI_CODING_AGENT_DIR");
        return builder;
    }

    @Test
    void the_server_streams_a_session_as_events() throws Exception {
        Files.writeString(home.resolve("a.txt"), "content of a");
        var look = Turn.calls(
                Script.call("read", JsonObject.of("path", "a.txt")),
                Script.call("write", JsonObject.of("path", "b.txt", "content", "no")));
        try (var model = ScriptedModel.playing(look, Turn.text("All read.").chunk(3))) {
            var process = program(model, "SessionServer.java", "0")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (var http = HttpClient.newHttpClient()) {
                var base = process.inputReader().readLine().replace("listening on ", "");
                var begun = http.send(
                        HttpRequest.newBuilder(URI.create(base))
                                .POST(BodyPublishers.ofString("{\"model\":\"scripted\"}"))
                                .build(),
                        BodyHandlers.ofString());
                assertThat(begun.statusCode()).as(begun.body()).isEqualTo(201);
                var session = base + "/" + JsonObject.parse(begun.body()).string("id");
                var events = http.send(
                                HttpRequest.newBuilder(URI.create(session + "/prompt"))
                                        .POST(BodyPublishers.ofString("Read a.txt"))
                                        .build(),
                                BodyHandlers.ofLines())
                        .body()
                        .filter(line -> line.startsWith("data: "))
                        .map(line -> JsonObject.parse(line.substring(6)))
                        .toList();
                assertThat(events.getFirst().string("type")).isEqualTo("agent_start");
                assertThat(events.getLast().string("type")).isEqualTo("agent_settled");
                assertThat(events.toString()).contains("content of a").contains("All read.");
                assertThat(home.resolve("b.txt")).doesNotExist();
                var ended = http.send(
                        HttpRequest.newBuilder(URI.create(session)).DELETE().build(), BodyHandlers.ofString());
                assertThat(ended.statusCode()).isEqualTo(200);
                var gone = http.send(
                        HttpRequest.newBuilder(URI.create(session + "/prompt"))
                                .POST(BodyPublishers.ofString("Hi"))
                                .build(),
                        BodyHandlers.ofString());
                assertThat(gone.statusCode()).isEqualTo(404);
            } finally {
                process.destroyForcibly();
            }
        }
    }

    @Test
    void the_batch_applies_one_prompt_to_many_folders_and_shows_each() throws Exception {
        for (var name : List.of("one", "broken-one", "three")) {
            Files.createDirectories(home.resolve(name));
        }
        var script = Script.of()
                .aside("broken-one", Turn.status(400))
                .endingWith(Turn.text("Nothing to do.").usage(100, 10));
        try (var model = ScriptedModel.playing(script)) {
            var process = program(
                            model,
                            "BatchRun.java",
                            "-j",
                            "2",
                            "-m",
                            "scripted",
                            "Bump the year",
                            "one",
                            "broken-one",
                            "three",
                            "nowhere")
                    .start();
            process.getOutputStream().close();
            var errors = new StringBuilder();
            var reading = Thread.startVirtualThread(() -> process.errorReader()
                    .lines()
                    .forEach(line -> errors.append(line).append('\n')));
            var table = process.inputReader().lines().toList();
            reading.join();
            assertThat(process.waitFor()).as(errors.toString()).isEqualTo(1);
            assertThat(errors.toString()).contains("4/4");
            assertThat(table).hasSize(5);
            assertThat(table.get(1))
                    .contains("one")
                    .contains("done")
                    .contains("110")
                    .contains("Nothing to do.");
            assertThat(table.get(2)).contains("broken-one").contains("failed");
            assertThat(table.get(4)).contains("nowhere").contains("is not there");
        }
    }

    @Test
    void ten_lines_are_enough() throws Exception {
        try (var model = ScriptedModel.playing(Turn.text("Nothing but models."))) {
            var process = program(model, "Hello.java")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            process.getOutputStream().close();
            assertThat(process.inputReader().readLine()).isEqualTo("Nothing but models.");
            assertThat(process.waitFor()).isZero();
        }
    }

    @Test
    void another_process_is_driven() throws Exception {
        var bin = Files.createDirectories(home.resolve("bin"));
        var pawl = Files.writeString(
                bin.resolve("pawl"),
                "#!/bin/sh\nexec '" + Path.of(System.getProperty("java.home"), "bin", "java") + "' -cp '"
                        + System.getProperty("java.class.path") + "' dev.pawl.app.Main \"$@\"\n");
        assertThat(pawl.toFile().setExecutable(true)).isTrue();
        try (var model = ScriptedModel.playing(Turn.text("Nothing but models."))) {
            var builder = program(model, "Drive.java").redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().merge("PATH", bin + ":", (old, added) -> added + old);
            var process = builder.start();
            process.getOutputStream().close();
            assertThat(process.inputReader().readLine()).isEqualTo("Nothing but models.");
            assertThat(process.waitFor()).isZero();
        }
    }

    @Test
    void the_server_is_short() throws Exception {
        assertThat(Files.readAllLines(Path.of("embedding/SessionServer.java"))).hasSizeLessThan(150);
    }
}
