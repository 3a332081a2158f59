package dev.pawl.agent;

import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static dev.pawl.api.HookPoints.TURN_END;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolOutput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The key by which another program recognises what a hook asks of it a second time. */
class IdempotencyKeyTest {
    @TempDir
    Path dir;

    private final List<String> keys = Collections.synchronizedList(new ArrayList<>());

    @Test
    void it_names_the_session_the_event_and_the_call() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(
                        Turn.calls(
                                call("order", JsonObject.of("text", "one")),
                                call("order", JsonObject.of("text", "one"))),
                        Turn.text("Done."))
                .hook(pi -> {
                    pi.tool(TestTools.named("order", (_, ctx) -> {
                        keys.add("tool " + ctx.session().idempotencyKey());
                        return ToolOutput.text("ordered");
                    }));
                    pi.on(TOOL_CALL, (call, ctx) -> {
                        keys.add("call " + ctx.session().idempotencyKey());
                        return call.allow();
                    });
                    pi.on(TOOL_RESULT, (result, ctx) -> {
                        keys.add("result " + ctx.session().idempotencyKey());
                        return result;
                    });
                    pi.on(TURN_END, (end, ctx) -> {
                        keys.add("turn " + ctx.session().idempotencyKey());
                        return end;
                    });
                })
                .start()) {
            it.agent.prompt("Go");
            var session = it.agent.session();
            var ids = it.results().stream().map(result -> result.toolCallId()).toList();
            assertThat(keys).doesNotHaveDuplicates();
            for (var id : ids) {
                assertThat(keys)
                        .contains(
                                "call " + session.id() + "/ToolCall/" + id,
                                "tool " + session.id() + "/order/" + id,
                                "result " + session.id() + "/ToolResult/" + id);
            }
            assertThat(keys)
                    .filteredOn(key -> key.startsWith("turn "))
                    .hasSize(2)
                    .allMatch(key -> key.contains("/TurnEnd/"));
        }
    }
}
