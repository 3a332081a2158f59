package dev.pawl.acceptance.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Await;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.RpcClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Drives the program over RPC with one extension that writes down what it sees. */
abstract class DrivenExtension {
    @TempDir
    Path dir;

    NodePlace place;
    final List<JsonObject> events = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void findPackages() throws IOException {
        place = NodePlace.in(dir);
    }

    @FunctionalInterface
    interface Drive {
        void with(RpcClient client) throws Exception;
    }

    /** Drives the program with one extension; what that writes with {@code log} is returned, line by line. */
    List<String> logged(String body, Drive drive, Script.Turn... turns) throws Exception {
        var hook = dir.resolve("hook.ts");
        NodePlace.write(
                hook,
                "import { appendFileSync } from 'node:fs';",
                "const log = (...words) => appendFileSync('log.txt', words.map((word) => typeof word === 'string' ?"
                        + " word : JSON.stringify(word)).join(' ') + '\\n"
                        + "');",
                "export default (pi) => { " + body + " };");
        try (var model = ScriptedModel.playing(turns)) {
            var process = start(model, hook);
            try (var client = RpcClient.of(process)) {
                client.onEvent(events::add);
                drive.with(client);
            }
            assertThat(process.waitFor()).isZero();
        }
        return lines();
    }

    /** Starts the program with the extension; in a class that runs these tests in pi, that is pi. */
    Process start(ScriptedModel model, Path hook) throws IOException {
        return place.pawl(model)
                .start("--mode", "rpc", "--model", "scripted/" + ScriptedModel.MODEL, "--hook", hook.toString());
    }

    static Drive saying(String... texts) {
        return client -> {
            client.state();
            for (var text : texts) {
                client.promptAndWait(text);
            }
        };
    }

    /** Runs commands that ask the model nothing, each of which writes at least one line. */
    Drive running(String... commands) {
        return client -> {
            client.state();
            for (var command : commands) {
                int before = lines().size();
                client.prompt(command);
                awaitLines(before + 1);
            }
        };
    }

    /** Waits until the extension has written so many lines. */
    void awaitLines(int count) throws InterruptedException {
        Await.value(count + " lines are written", this::lines, lines -> lines.size() >= count);
    }

    List<String> lines() throws IOException {
        var log = place.project().resolve("log.txt");
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    List<String> types() {
        synchronized (events) {
            return events.stream().map(event -> event.string("type", "")).toList();
        }
    }
}
