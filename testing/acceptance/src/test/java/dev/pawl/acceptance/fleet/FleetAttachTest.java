package dev.pawl.acceptance.fleet;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Durable;
import dev.pawl.fleet.store.FileStore;
import dev.pawl.fleet.store.StoredDurable;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Patience;
import dev.pawl.start.attach.SessionState.Phase;
import dev.pawl.testkit.model.Script.Turn;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients and editors at a session that a worker elsewhere runs. */
@Deep
class FleetAttachTest {
    @TempDir
    Path dir;

    private Durable engine() throws IOException {
        return new StoredDurable(new FileStore(dir.resolve("engine"), InstantSource.system()), Duration.ofSeconds(3));
    }

    private Fleet fleet() throws IOException, InterruptedException {
        var fleet = new Fleet(
                dir, "file:" + dir.resolve("engine"), FleetAttachTest::writes, List.of(List.of("--place", "here")));
        fleet.user("hooks/gate.java", Fleet.ASKING_GATE);
        fleet.start();
        return fleet;
    }

    private static Turn writes(String said, int turn) {
        return turn % 2 == 0
                ? Turn.calls(call("write", JsonObject.of("path", "made" + turn + ".txt", "content", "made\n")))
                : Turn.text("I have written it.");
    }

    private static Process attached(Fleet fleet, String session, String mode) throws IOException {
        return fleet.drive("fleet", "attach", session, "--mode", mode, "--engine", fleet.address);
    }

    /** What a process writes, line by line. */
    private static BlockingQueue<JsonObject> records(Process process) {
        var records = new LinkedBlockingQueue<JsonObject>();
        Thread.ofVirtual().start(() -> {
            try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
                reader.lines().forEach(line -> records.add(JsonObject.parse(line)));
            } catch (IOException e) {
                records.add(JsonObject.of("broken", e.toString()));
            }
        });
        return records;
    }

    private static JsonObject await(
            BlockingQueue<JsonObject> records, List<JsonObject> passed, Predicate<JsonObject> fits)
            throws InterruptedException {
        while (true) {
            var next = records.poll(Patience.SECONDS, TimeUnit.SECONDS);
            assertThat(next).as("behind %s", passed).isNotNull();
            passed.add(next);
            if (fits.test(next)) {
                return next;
            }
        }
    }

    private static void write(Writer out, JsonObject command) throws IOException {
        out.write(command + "\n");
        out.flush();
    }

    private static JsonObject response(BlockingQueue<JsonObject> records, List<JsonObject> passed, String command)
            throws InterruptedException {
        Predicate<JsonObject> isIt =
                record -> "response".equals(record.string("type")) && command.equals(record.string("command"));
        // Answers come in any order.
        var known = passed.stream().filter(isIt).findFirst();
        return known.isPresent() ? known.get() : await(records, passed, isIt);
    }

    private static JsonObject data(BlockingQueue<JsonObject> records, List<JsonObject> passed, String command)
            throws InterruptedException {
        return response(records, passed, command).object("data");
    }

    @Test
    void a_client_of_the_rpc_mode_prompts_follows_answers_and_goes() throws Exception {
        try (var engine = engine();
                var fleet = fleet()) {
            fleet.submit(engine, "here", "one", "go");
            Fleet.await(engine, "it asks", state -> state.phase() == Phase.WAITING);
            // A client that goes away without an answer has answered nothing.
            var first = attached(fleet, "one", "rpc");
            await(records(first), new ArrayList<>(), record -> "extension_ui_request".equals(record.string("type")));
            first.outputWriter(StandardCharsets.UTF_8).close();
            assertThat(first.waitFor()).isZero();
            assertThat(engine.find("one").phase()).isEqualTo(Phase.WAITING);

            var second = attached(fleet, "one", "rpc");
            var events = records(second);
            try (var out = second.outputWriter(StandardCharsets.UTF_8)) {
                var passed = new ArrayList<JsonObject>();
                var asked = await(events, passed, event -> "extension_ui_request".equals(event.string("type")));
                assertThat(asked.string("method")).isEqualTo("confirm");
                assertThat(asked.string("title")).isEqualTo("Run it?");
                write(
                        out,
                        JsonObject.of("type", "extension_ui_response", "id", asked.string("id"))
                                .with("confirmed", true));
                await(events, passed, event -> "agent_settled".equals(event.string("type")));
                assertThat(passed.stream().map(event -> event.string("type")))
                        .containsSubsequence("agent_start", "message_start", "message_end", "agent_end");
                assertThat(fleet.project.resolve("one/made0.txt")).hasContent("made");

                write(out, JsonObject.of("type", "get_last_assistant_text"));
                write(out, JsonObject.of("type", "get_messages"));
                write(out, JsonObject.of("type", "get_state"));
                write(out, JsonObject.of("type", "new_session"));
                assertThat(data(events, passed, "get_last_assistant_text").string("text"))
                        .isEqualTo("I have written it.");
                assertThat(data(events, passed, "get_messages").objects("messages"))
                        .hasSizeGreaterThanOrEqualTo(4);
                var state = data(events, passed, "get_state");
                assertThat(state.string("sessionId")).isEqualTo("one");
                assertThat(state.bool("isStreaming", true)).isFalse();
                assertThat(state.object("model").string("id")).isEqualTo("by-turn");
                assertThat(response(events, passed, "new_session").string("error"))
                        .contains("session of a fleet");

                passed.clear();
                write(out, JsonObject.of("type", "prompt", "message", "once more"));
                await(events, passed, event -> "extension_ui_request".equals(event.string("type")));
                write(out, JsonObject.of("type", "abort"));
                await(events, passed, event -> "agent_settled".equals(event.string("type")));
            }
            assertThat(second.waitFor()).isZero();
            assertThat(fleet.project.resolve("one/made2.txt")).doesNotExist();
            assertThat(engine.find("one").phase()).isEqualTo(Phase.IDLE);
        }
    }

    /** An editor, in as many words as the test needs. */
    private static final class Editor {
        private final Writer out;
        private final BlockingQueue<JsonObject> records;
        private final List<JsonObject> passed = new ArrayList<>();
        private int ids;

        Editor(Process process) {
            this.out = process.outputWriter(StandardCharsets.UTF_8);
            this.records = records(process);
        }

        int ask(String method, JsonObject params) throws IOException {
            write(JsonObject.of("jsonrpc", "2.0", "id", ++ids)
                    .with("method", method)
                    .with("params", params));
            return ids;
        }

        void write(JsonObject message) throws IOException {
            FleetAttachTest.write(out, message);
        }

        JsonObject answer(int id) throws InterruptedException {
            return await(message -> !message.has("method") && message.integer("id", -1) == id);
        }

        JsonObject await(Predicate<JsonObject> fits) throws InterruptedException {
            return FleetAttachTest.await(records, passed, fits);
        }

        List<String> updates() {
            return passed.stream()
                    .map(message -> message.object("params").object("update").string("sessionUpdate"))
                    .filter(java.util.Objects::nonNull)
                    .toList();
        }
    }

    @Test
    void an_editor_loads_the_session_prompts_it_and_permits_its_calls() throws Exception {
        try (var engine = engine();
                var fleet = fleet()) {
            fleet.submit(engine, "here", "one", "go");
            Fleet.await(engine, "it asks", state -> state.phase() == Phase.WAITING);
            var process = attached(fleet, "one", "acp");
            var editor = new Editor(process);
            var hello = editor.answer(editor.ask("initialize", JsonObject.of("protocolVersion", 1)));
            assertThat(hello.object("result").object("agentCapabilities").bool("loadSession", false))
                    .isTrue();
            var load = editor.ask(
                    "session/load",
                    JsonObject.of("sessionId", "one", "cwd", fleet.project.toString())
                            .with("mcpServers", List.of()));
            editor.answer(load);
            assertThat(editor.updates()).contains("user_message_chunk", "tool_call");
            permit(editor, true);
            Fleet.await(engine, "it rests", state -> state.phase() == Phase.IDLE);
            assertThat(fleet.project.resolve("one/made0.txt")).hasContent("made");

            var text = JsonObject.of("type", "text", "text", "once more");
            int prompt = editor.ask("session/prompt", JsonObject.of("sessionId", "one", "prompt", List.of(text)));
            permit(editor, false);
            var end = editor.answer(prompt);
            assertThat(end.object("result").string("stopReason")).isEqualTo("end_turn");
            assertThat(editor.updates()).endsWith("agent_message_chunk");
            assertThat(fleet.project.resolve("one/made2.txt")).doesNotExist();

            var refused = editor.answer(editor.ask("session/set_mode", JsonObject.of("sessionId", "one")));
            assertThat(refused.object("error").string("message")).contains("session of a fleet");
            editor.out.close();
            assertThat(process.waitFor()).isZero();
        }
    }

    private static void permit(Editor editor, boolean yes) throws IOException, InterruptedException {
        var asked = editor.await(message -> "session/request_permission".equals(message.string("method")));
        var option = asked.object("params").objects("options").stream()
                .filter(each -> each.string("kind", "").startsWith(yes ? "allow" : "reject"))
                .findFirst()
                .orElseThrow();
        editor.write(JsonObject.of("jsonrpc", "2.0", "id", asked.get("id"))
                .with(
                        "result",
                        JsonObject.of(
                                "outcome",
                                JsonObject.of("outcome", "selected", "optionId", option.string("optionId")))));
    }
}
