package dev.pawl.bridge;

import static dev.pawl.api.HookPoints.AGENT_END;
import static dev.pawl.api.HookPoints.MESSAGE_UPDATE;
import static dev.pawl.api.HookPoints.TOOL_EXECUTION_UPDATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.AgentEnd;
import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.event.ToolExecutionUpdate;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.PartialAnswer;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.StreamDelta;
import dev.pawl.api.message.Usage;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handlers of what streams by, which may be slower than the stream. */
@Deep
class StreamingTest {
    private static final int PIECES = 3_000;

    @TempDir
    Path dir;

    private static MessageUpdate piece(StreamDelta.Kind kind, String delta, String soFar) {
        var message = new Message.Assistant(
                List.of(Content.text(soFar)),
                "a",
                "p",
                "m",
                Usage.NONE,
                StopReason.PENDING,
                null,
                1,
                JsonObject.empty());
        return new MessageUpdate(PartialAnswer.of(message), new StreamDelta(kind, 0, delta, null));
    }

    /** Writes down what it heard when the agent is done. */
    private static String observer(String work) {
        return """
            const heard = [];
            pi.on("message_update", async (event) => {
              const { type, delta, content } = event.assistantMessageEvent;
              heard.push({ type, text: delta ?? content, length: event.message.content[0].text.length });
              WORK
            });
            pi.on("agent_end", () => require("node:fs").writeFileSync("heard.json", JSON.stringify({ heard })));
            """.replace("WORK", work);
    }

    private JsonObject heardBy(String work) throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(
                        dir,
                        node.source(
                                dir.resolve("hook.ts"),
                                "import { createRequire } from 'node:module';",
                                "const require = createRequire(import.meta.url);",
                                "export default (pi: any) => {",
                                observer(work),
                                "};"))) {
            var whole = new StringBuilder();
            trial.fire(MESSAGE_UPDATE, piece(StreamDelta.Kind.TEXT_START, "", ""));
            for (int i = 0; i < PIECES; i++) {
                whole.append(" w").append(i);
                trial.fire(MESSAGE_UPDATE, piece(StreamDelta.Kind.TEXT_DELTA, " w" + i, whole.toString()));
            }
            trial.fire(MESSAGE_UPDATE, piece(StreamDelta.Kind.TEXT_END, whole.toString(), whole.toString()));
            trial.fire(AGENT_END, new AgentEnd(List.of(), false));
            assertThat(trial.problems()).isEmpty();
            assertThat(trial.errors()).isEmpty();
            return JsonObject.parse(Files.readString(dir.resolve("heard.json")));
        }
    }

    private static String text(List<JsonObject> heard) {
        var text = new StringBuilder();
        heard.stream()
                .filter(one -> one.string("type", "").equals("text_delta"))
                .forEach(one -> text.append(one.string("text", "")));
        return text.toString();
    }

    @Test
    void a_slow_observer_receives_everything_in_fewer_pieces() throws Exception {
        var heard = heardBy("await new Promise((resolve) => setTimeout(resolve, 100));")
                .objects("heard");
        assertThat(heard.getFirst().string("type")).isEqualTo("text_start");
        assertThat(heard.getLast().string("type")).isEqualTo("text_end");
        assertThat(heard).hasSizeBetween(3, PIECES / 2);
        assertThat(text(heard)).isEqualTo(heard.getLast().string("text"));
        // With every piece comes the answer as it was when the piece ended.
        int length = 0;
        for (var one : heard.subList(1, heard.size() - 1)) {
            length += one.string("text", "").length();
            assertThat(one.integer("length", -1)).isEqualTo(length);
        }
    }

    @Test
    void an_observer_that_keeps_up_receives_all_of_it_too() throws Exception {
        var heard = heardBy("").objects("heard");
        assertThat(heard).hasSize(PIECES + 2);
        assertThat(text(heard)).isEqualTo(heard.getLast().string("text"));
    }

    @Test
    void of_a_tools_unfinished_answers_a_slow_observer_receives_the_latest() throws Exception {
        try (var node = NodeTrial.in(dir);
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    const { existsSync, writeFileSync } = await import("node:fs");
                    const heard = [];
                    pi.on("tool_execution_update", async (event) => {
                      heard.push(event.partialResult.content[0].text);
                      while (!existsSync("go")) await new Promise((resolve) => setTimeout(resolve, 5));
                    });
                    pi.on("agent_end", () => writeFileSync("heard.json", JSON.stringify({ heard })));
                    """))) {
            for (int i = 0; i < 500; i++) {
                trial.fire(
                        TOOL_EXECUTION_UPDATE,
                        new ToolExecutionUpdate("id", "bash", JsonObject.empty(), ToolOutput.text("line " + i), null));
            }
            Files.createFile(dir.resolve("go"));
            trial.fire(AGENT_END, new AgentEnd(List.of(), false));
            var heard = JsonObject.parse(Files.readString(dir.resolve("heard.json")))
                    .strings("heard");
            assertThat(heard).containsExactly("line 0", "line 499");
        }
    }

    @Test
    void an_observer_that_never_answers_is_left_behind_and_the_others_go_on() throws Exception {
        try (var node = NodeTrial.in(dir, Duration.ofSeconds(5));
                var trial = HookTrial.in(dir, node.bodies(dir, """
                    pi.on("message_update", () => new Promise(() => {}));
                    pi.on("agent_end", (_event, ctx) => ctx.ui.notify("ended"));
                    """))) {
            trial.fire(MESSAGE_UPDATE, piece(StreamDelta.Kind.TEXT_DELTA, "a", "a"));
            trial.fire(AGENT_END, new AgentEnd(List.of(), false));
            assertThat(trial.ui().shown().toString()).contains("ended");
            assertThat(node.notices.toString()).contains("hook0.ts", "timed out after 5000 ms");
        }
    }

    @Test
    void an_observer_that_throws_is_named_at_the_latest_when_its_session_ends() throws Exception {
        try (var node = NodeTrial.in(dir)) {
            var trial = HookTrial.in(dir, node.bodies(dir, "pi.on('message_update', () => { throw new Error('no') })"));
            trial.fire(MESSAGE_UPDATE, piece(StreamDelta.Kind.TEXT_DELTA, "a", "a"));
            trial.close();
            assertThat(trial.errors().toString() + node.notices).contains("hook", "message_update", "no");
        }
    }
}
