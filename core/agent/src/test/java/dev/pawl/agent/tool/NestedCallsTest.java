package dev.pawl.agent.tool;

import static dev.pawl.agent.TestTools.text;
import static dev.pawl.api.HookPoints.TOOL_AUTHORIZE;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_EXECUTION_END;
import static dev.pawl.api.HookPoints.TOOL_EXECUTION_START;
import static dev.pawl.api.HookPoints.TOOL_EXECUTION_UPDATE;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.PendingPrompt;
import dev.pawl.agent.TestAgent;
import dev.pawl.agent.TestTools;
import dev.pawl.agent.Waypoint;
import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.Usage;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NestedCallsTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private TestAgent.Builder outer(Tool.Executor work) {
        return TestAgent.in(dir)
                .model(Turn.calls(call("outer", text("go")).withId("call_a")), Turn.text("Done."))
                .hook(pi -> {
                    pi.tool(TestTools.named("outer", work));
                    pi.tool(TestTools.echo("inner"));
                });
    }

    private static String described(ToolContext.NestedResult result) {
        return result.toolCallId()
                + (result.isError() ? " failed: " : ": ")
                + Content.text(result.output().content());
    }

    private static JsonObject nested(TestAgent it) {
        return it.results().getFirst().extra().object("nestedCalls");
    }

    /** Vector C21. */
    @Test
    void a_tool_calls_another_through_all_gates_and_the_transcript_has_its_own_result_only() throws Exception {
        Hook listener = pi -> {
            pi.on(
                    TOOL_EXECUTION_START,
                    (start, _) -> recorded.add("start " + start.toolCallId() + " of " + start.parentToolCallId()));
            pi.on(TOOL_CALL, (call, _) -> {
                recorded.add("gate " + call.toolCallId() + " of " + call.parentToolCallId());
                return call.allow();
            });
            pi.on(TOOL_AUTHORIZE, (shown, _) -> {
                recorded.add("authorize " + shown.call().toolCallId() + " of "
                        + shown.call().parentToolCallId());
                return shown.allow();
            });
            pi.on(TOOL_RESULT, (result, _) -> {
                recorded.add("result " + result.call().toolCallId() + " of "
                        + result.call().parentToolCallId());
                return result.call().parentToolCallId() == null ? result : result.withText("changed on the way");
            });
            pi.on(
                    TOOL_EXECUTION_END,
                    (end, _) -> recorded.add("end " + end.toolCallId() + " of " + end.parentToolCallId()));
        };
        try (var it = outer((_, ctx) -> ToolOutput.text(described(ctx.executeTool("inner", text("hi")))))
                .hook(listener)
                .start()) {
            it.prompt("Go");
            assertThat(recorded)
                    .containsExactly(
                            "start call_a of null",
                            "gate call_a of null",
                            "authorize call_a of null",
                            "start call_a/1 of call_a",
                            "gate call_a/1 of call_a",
                            "authorize call_a/1 of call_a",
                            "result call_a/1 of call_a",
                            "end call_a/1 of call_a",
                            "result call_a of null",
                            "end call_a of null");
            assertThat(it.results()).extracting(Message::text).containsExactly("call_a/1: changed on the way");
            assertThat(it.storedMessages())
                    .extracting(Message::role)
                    .containsExactly("user", "assistant", "toolResult", "assistant");
            var reported = nested(it);
            assertThat(reported.bool("complete", false)).isTrue();
            assertThat(reported.objects("calls")).singleElement().satisfies(call -> {
                assertThat(call.without("durationMs"))
                        .isEqualTo(JsonObject.of("id", "call_a/1", "name", "inner")
                                .with("arguments", text("hi"))
                                .with("status", "ok"));
                assertThat(call.has("durationMs")).isTrue();
            });
            assertThat(((Message.ToolResult) it.storedMessages().get(2)).extra().object("nestedCalls"))
                    .isEqualTo(reported);
            // The model does not read of it.
            assertThat(it.request(2).toString()).doesNotContain("nestedCalls");
        }
    }

    @Test
    void a_nested_call_that_fails_or_is_blocked_is_an_answer_and_not_an_exception() throws Exception {
        try (var it = outer((_, ctx) -> ToolOutput.text(String.join(
                        "\n",
                        described(ctx.executeTool("inner", text("forbidden"))),
                        described(ctx.executeTool("inner", JsonObject.of("text", List.of(5)))),
                        described(ctx.executeTool("nobody", JsonObject.empty())),
                        described(ctx.executeTool("broken", text("x"))))))
                .hook(pi -> {
                    pi.tool(TestTools.named("broken", (_, _) -> {
                        throw new IllegalStateException("out of order");
                    }));
                    pi.on(
                            TOOL_CALL,
                            (call, _) -> "forbidden".equals(call.arguments().string("text"))
                                    ? call.block("no")
                                    : call.allow());
                })
                .start()) {
            it.prompt("Go");
            assertThat(it.results().getFirst().text())
                    .contains("call_a/1 failed: no")
                    .contains("- text: expected string, got ")
                    .contains("call_a/3 failed: Tool nobody not found")
                    .contains("call_a/4 failed: out of order");
            assertThat(nested(it).objects("calls"))
                    .extracting(call -> call.string("status"))
                    .containsExactly("error", "error", "error", "error");
            assertThat(nested(it).objects("calls").getFirst().string("error")).isEqualTo("no");
        }
    }

    @Test
    void a_nested_tool_may_call_further_ones() throws Exception {
        try (var it = outer((_, ctx) -> ToolOutput.text(described(ctx.executeTool("middle", text("x")))))
                .hook(pi -> pi.tool(TestTools.named(
                        "middle",
                        (_, ctx) -> ToolOutput.text("<" + described(ctx.executeTool("inner", text("y"))) + ">"))))
                .start()) {
            it.prompt("Go");
            assertThat(it.results().getFirst().text()).isEqualTo("call_a/1: <call_a/1/1: inner says y>");
        }
    }

    @Test
    void a_tool_sees_the_tools_it_may_call() throws Exception {
        try (var it = outer((_, ctx) -> ToolOutput.text(String.join(
                        ",",
                        ctx.callableTools().stream()
                                .map(tool -> tool.name())
                                .sorted()
                                .toList())))
                .start()) {
            it.prompt("Go");
            assertThat(it.results().getFirst().text()).isEqualTo("bash,edit,inner,outer,read,write");
        }
    }

    @Test
    void tokens_of_nested_calls_count_as_the_tools_own() throws Exception {
        try (var it = outer((_, ctx) -> {
                    ctx.executeTool("costly", text("x"));
                    ctx.executeTool("costly", text("y"));
                    return spending(5);
                })
                .hook(pi -> pi.tool(TestTools.named("costly", (_, _) -> spending(100))))
                .start()) {
            it.prompt("Go");
            assertThat(it.results().getFirst().usage()).extracting(Usage::input).isEqualTo(205L);
        }
    }

    private static ToolOutput spending(long input) {
        return new ToolOutput(
                List.of(Content.text("ok")), null, null, Usage.from(JsonObject.of("input", input)), false, false);
    }

    @Test
    void of_very_many_calls_the_first_are_remembered() throws Exception {
        try (var it = outer((_, ctx) -> {
                    for (int i = 0; i < 300; i++) {
                        ctx.executeTool("inner", text("x"));
                    }
                    return ToolOutput.text("ok");
                })
                .start()) {
            it.prompt("Go");
            assertThat(nested(it).objects("calls")).hasSize(256);
            assertThat(nested(it).bool("complete", true)).isFalse();
        }
    }

    @Test
    void of_long_arguments_and_errors_only_so_much_is_remembered() throws Exception {
        try (var it = outer((_, ctx) -> {
                    ctx.executeTool("inner", text("ü".repeat(5_000)));
                    for (int i = 0; i < 6; i++) {
                        ctx.executeTool("failing", text("x".repeat(7_000)));
                    }
                    return ToolOutput.text("ok");
                })
                .hook(pi -> pi.tool(TestTools.named("failing", (_, _) -> ToolOutput.error("e".repeat(499) + "🙂"))))
                .start()) {
            it.prompt("Go");
            var calls = nested(it).objects("calls");
            assertThat(calls.getFirst().has("arguments")).isFalse();
            assertThat(calls.getFirst().integer("argumentsBytes", 0)).isEqualTo(10_011);
            assertThat(calls).filteredOn(call -> call.has("arguments")).hasSize(4);
            assertThat(calls.getLast().string("error")).isEqualTo("e".repeat(499));
        }
    }

    @Test
    void a_call_the_tool_did_not_wait_for_is_interrupted_and_reported_as_unfinished() throws Exception {
        var begun = new CountDownLatch(1);
        var over = new CountDownLatch(1);
        try (var it = outer((_, ctx) -> {
                    Thread.ofVirtual().start(() -> {
                        try {
                            ctx.executeTool("endless", text("x"));
                        } catch (InterruptedException e) {
                            over.countDown();
                        }
                    });
                    begun.await();
                    return ToolOutput.text("did not wait");
                })
                .hook(pi -> pi.tool(TestTools.named("endless", (_, _) -> {
                    begun.countDown();
                    new CountDownLatch(1).await();
                    return ToolOutput.text("never");
                })))
                .start()) {
            it.prompt("Go");
            over.await();
            assertThat(nested(it).objects("calls"))
                    .extracting(call -> call.string("status"))
                    .containsExactly("unfinished");
        }
    }

    @Test
    void a_tool_that_has_returned_can_call_no_more() throws Exception {
        var kept = new AtomicReference<ToolContext>();
        try (var it = outer((_, ctx) -> {
                    kept.set(ctx);
                    return ToolOutput.text("ok");
                })
                .start()) {
            it.prompt("Go");
            assertThatThrownBy(() -> kept.get().executeTool("inner", text("x")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("is over");
        }
    }

    @Test
    void an_abort_ends_the_nested_call_and_the_tool_that_made_it() throws Exception {
        var here = new Waypoint();
        try (var it = outer((_, ctx) -> {
                    try {
                        ctx.executeTool("endless", text("x"));
                    } catch (InterruptedException e) {
                        recorded.add("told");
                        throw e;
                    }
                    recorded.add("goes on");
                    return ToolOutput.text("never");
                })
                .hook(pi -> pi.tool(TestTools.named("endless", (_, _) -> {
                    here.pass();
                    return ToolOutput.text("never");
                })))
                .start()) {
            var saying = PendingPrompt.to(it, "Go");
            here.awaitReached();
            it.agent.abort();
            saying.await();
            assertThat(recorded).containsExactly("told");
            assertThat(it.results()).extracting(Message::text).containsExactly("Operation aborted");
            assertThat(nested(it).objects("calls"))
                    .extracting(call -> call.string("status") + " " + call.string("error"))
                    .containsExactly("error Operation aborted");
        }
    }

    @Test
    void a_nested_command_that_ends_aborted_in_its_own_words_ends_its_caller_too() throws Exception {
        var begun = new CountDownLatch(1);
        try (var it = outer((_, ctx) -> {
                    ctx.executeTool("bash", JsonObject.of("command", "echo begun; sleep 600"));
                    recorded.add("goes on");
                    return ToolOutput.text("never");
                })
                .hook(pi -> pi.on(TOOL_EXECUTION_UPDATE, (update, _) -> {
                    if (Content.text(update.partialResult().content()).contains("begun")) {
                        begun.countDown();
                    }
                }))
                .start()) {
            var saying = PendingPrompt.to(it, "Go");
            begun.await();
            it.agent.abort();
            saying.await();
            assertThat(recorded).isEmpty();
            assertThat(it.results()).extracting(Message::text).containsExactly("Operation aborted");
        }
    }
}
