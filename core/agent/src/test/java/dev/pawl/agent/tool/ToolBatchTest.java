package dev.pawl.agent.tool;

import static dev.pawl.agent.TestTools.text;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_EXECUTION_END;
import static dev.pawl.api.HookPoints.TOOL_EXECUTION_START;
import static dev.pawl.api.HookPoints.TOOL_EXECUTION_UPDATE;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Agent;
import dev.pawl.agent.TestAgent;
import dev.pawl.agent.TestTools;
import dev.pawl.agent.Waypoint;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.testkit.model.Script;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolBatchTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private static Script.Call one(String tool) {
        return call(tool, text(tool));
    }

    private static Tool answering(String name, ToolOutput output) {
        return TestTools.named(name, (_, _) -> output);
    }

    @Test
    void a_model_that_calls_hundreds_of_tools_at_once_does_not_get_them_all_at_once() throws Exception {
        var calls = new Script.Call[150];
        for (int i = 0; i < calls.length; i++) {
            calls[i] = one("busy").withId("c" + i);
        }
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(calls), Turn.text("Done."))
                .hook(pi -> {
                    pi.tool(answering("busy", ToolOutput.text("done")));
                    pi.on(TOOL_CALL, (call, _) -> {
                        recorded.add("gate " + call.toolCallId());
                        return call.allow();
                    });
                    pi.on(TOOL_EXECUTION_END, (end, _) -> recorded.add("end " + end.toolCallId()));
                })
                .start()) {
            it.prompt("Go");
            assertThat(it.results()).hasSize(150).noneMatch(Message.ToolResult::isError);
            for (int i = 0; i < 150; i++) {
                assertThat(it.results().get(i).toolCallId()).isEqualTo("c" + i);
            }
            assertThat(recorded.indexOf("gate c63")).isLessThan(recorded.indexOf("end c0"));
            for (int i = 0; i < 64; i++) {
                assertThat(recorded.indexOf("gate c64")).isGreaterThan(recorded.indexOf("end c" + i));
            }
        }
    }

    @Test
    void a_failure_with_a_huge_message_does_not_fill_the_models_window() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(one("huge")), Turn.text("Done."))
                .hook(pi -> pi.tool(TestTools.named("huge", (_, _) -> {
                    throw new IllegalStateException("x".repeat(3_000_000));
                })))
                .start()) {
            it.prompt("Go");
            assertThat(it.results()).singleElement().matches(Message.ToolResult::isError);
            assertThat(it.results().getFirst().content().toString())
                    .contains("characters left out")
                    .hasSizeLessThan(101_000);
        }
    }

    /** Vector C17. */
    @Test
    void calls_are_asked_about_in_order_run_side_by_side_and_reported_in_order() throws Exception {
        var secondIsOver = new Waypoint();
        var thirdIsOver = new Waypoint();
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(one("first"), one("second"), one("third")), Turn.text("Done."))
                .hook(pi -> {
                    pi.tool(TestTools.named("first", (_, _) -> {
                        secondIsOver.pass();
                        thirdIsOver.pass();
                        return ToolOutput.text("1");
                    }));
                    pi.tool(answering("second", ToolOutput.text("2")));
                    pi.tool(TestTools.named("third", (_, _) -> {
                        secondIsOver.pass();
                        return ToolOutput.text("3");
                    }));
                    pi.on(TOOL_EXECUTION_START, (start, _) -> recorded.add("start " + start.toolName()));
                    pi.on(TOOL_CALL, (call, _) -> {
                        recorded.add("gate " + call.toolName());
                        return call.allow();
                    });
                    pi.on(TOOL_RESULT, (result, _) -> {
                        recorded.add("result " + result.call().toolName());
                        return result;
                    });
                    pi.on(TOOL_EXECUTION_END, (end, _) -> {
                        recorded.add("end " + end.toolName());
                        (end.toolName().equals("second") ? secondIsOver : thirdIsOver).open();
                    });
                })
                .start()) {
            it.prompt("Go");
            assertThat(recorded)
                    .containsExactly(
                            "start first",
                            "gate first",
                            "start second",
                            "gate second",
                            "start third",
                            "gate third",
                            "result second",
                            "end second",
                            "result third",
                            "end third",
                            "result first",
                            "end first");
            assertThat(it.storedMessages().stream()
                            .filter(Message.ToolResult.class::isInstance)
                            .map(Message::text))
                    .containsExactly("1", "2", "3");
            assertThat(it.sentMessages(2)).endsWith("tool: 1", "tool: 2", "tool: 3");
        }
    }

    /** Vector C18. */
    @Test
    void one_sequential_tool_makes_all_calls_of_the_answer_wait_for_each_other() throws Exception {
        var atWork = new AtomicInteger();
        var most = new AtomicInteger();
        Tool.Executor work = (arguments, _) -> {
            most.accumulateAndGet(atWork.incrementAndGet(), Math::max);
            recorded.add("work " + arguments.string("text"));
            atWork.decrementAndGet();
            return ToolOutput.text("ok");
        };
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(one("a"), one("b"), one("c")), Turn.text("Done."))
                .hook(pi -> {
                    pi.tool(TestTools.named("a", work));
                    pi.tool(TestTools.named("b", work).with(tool -> tool.sequential()));
                    pi.tool(TestTools.named("c", work));
                    pi.on(TOOL_CALL, (call, _) -> {
                        recorded.add("gate " + call.toolName());
                        return call.allow();
                    });
                })
                .start()) {
            it.prompt("Go");
            assertThat(most).hasValue(1);
            assertThat(recorded).containsExactly("gate a", "work a", "gate b", "work b", "gate c", "work c");
            // The whole life of a call, its message included, comes before the next one.
            assertThat(it.happened().stream()
                            .filter(name -> name.startsWith("Tool") || name.equals("MessageEnded"))
                            .skip(3))
                    .startsWith("ToolStarted", "ToolEnded", "MessageEnded", "ToolStarted", "ToolEnded", "MessageEnded");
        }
    }

    /** Vector C15. */
    @Test
    void a_batch_of_nothing_but_terminating_results_ends_the_run() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(one("a"), one("b")), Turn.text("Never asked for."))
                .hook(pi -> {
                    pi.tool(TestTools.echo("a"));
                    pi.tool(TestTools.echo("b"));
                    pi.on(TOOL_CALL, (call, _) -> call.blockAndStop("enough"));
                })
                .start()) {
            it.prompt("Go");
            assertThat(it.requests()).isEqualTo(1);
            assertThat(it.results()).extracting(Message::text).containsExactly("enough", "enough");
        }
    }

    @Test
    void one_terminating_result_among_others_does_not_end_the_run() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(one("a"), one("b")), Turn.text("Done."))
                .hook(pi -> {
                    pi.tool(TestTools.echo("a"));
                    pi.tool(TestTools.echo("b"));
                    pi.on(
                            TOOL_CALL,
                            (call, _) -> call.toolName().equals("a") ? call.blockAndStop("enough") : call.allow());
                })
                .start()) {
            it.prompt("Go");
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    void a_tool_may_end_the_run_by_itself() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(one("finish")), Turn.text("Never asked for."))
                .hook(pi -> pi.tool(
                        answering("finish", ToolOutput.text("That is it").terminating())))
                .start()) {
            it.prompt("Go");
            assertThat(it.requests()).isEqualTo(1);
            assertThat(it.storedMessages()).last().extracting(Message::text).isEqualTo("That is it");
        }
    }

    /** Vector C19. */
    @Test
    void no_call_of_an_answer_that_was_cut_off_runs_and_the_model_is_asked_again() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(one("a"), one("a")).stopReason("length"), Turn.text("Done."))
                .hook(pi -> {
                    pi.tool(TestTools.named("a", (_, _) -> {
                        recorded.add("ran");
                        return ToolOutput.text("ok");
                    }));
                    pi.on(TOOL_CALL, (call, _) -> {
                        recorded.add("gate");
                        return call.allow();
                    });
                })
                .start()) {
            it.prompt("Go");
            assertThat(recorded).isEmpty();
            assertThat(it.results()).hasSize(2).allMatch(Message.ToolResult::isError);
            assertThat(it.results().getFirst().text()).contains("cut off");
            assertThat(it.of(AgentEvent.ToolStarted.class)).hasSize(2);
            assertThat(it.of(AgentEvent.ToolEnded.class)).hasSize(2);
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    void every_call_has_a_start_and_an_end_whether_it_ran_or_not() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(
                        Turn.calls(one("good"), one("blocked"), one("unknown"), call("good", "{}"), one("broken")),
                        Turn.text("Done."))
                .hook(pi -> {
                    pi.tool(TestTools.echo("good"));
                    pi.tool(TestTools.echo("blocked"));
                    pi.tool(TestTools.named("broken", (_, _) -> {
                        throw new IllegalStateException("broken");
                    }));
                    pi.on(TOOL_CALL, (call, _) -> call.toolName().equals("blocked") ? call.block("no") : call.allow());
                })
                .start()) {
            it.prompt("Go");
            assertThat(it.of(AgentEvent.ToolStarted.class)).hasSize(5);
            assertThat(it.of(AgentEvent.ToolEnded.class)).hasSize(5);
            assertThat(it.of(AgentEvent.ToolEnded.class))
                    .filteredOn(ended -> ended.end().durationMs() != null)
                    .extracting(ended -> ended.end().toolName())
                    .containsExactlyInAnyOrder("good", "broken");
            assertThat(it.results())
                    .extracting(Message.ToolResult::isError)
                    .containsExactly(false, true, true, true, true);
        }
    }

    @Test
    void a_tool_shows_what_it_has_so_far_until_it_returns() throws Exception {
        var kept = new AtomicReference<ToolContext>();
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(one("slow")), Turn.text("Done."))
                .hook(pi -> {
                    pi.tool(TestTools.named("slow", (_, ctx) -> {
                        kept.set(ctx);
                        ctx.update(ToolOutput.text("half"));
                        return ToolOutput.text("whole");
                    }));
                    pi.on(
                            TOOL_EXECUTION_UPDATE,
                            (update, _) -> recorded.add("update "
                                    + Content.text(update.partialResult().content()) + " of " + update.args()));
                    pi.on(TOOL_EXECUTION_END, (_, _) -> recorded.add("end"));
                })
                .start()) {
            it.prompt("Go");
            kept.get().update(ToolOutput.text("too late"));
            assertThat(recorded).containsExactly("update half of {\"text\":\"slow\"}", "end");
            assertThat(it.of(AgentEvent.ToolShowed.class)).hasSize(1);
        }
    }

    @Test
    void a_hundred_calls_of_one_answer_all_get_their_results_in_order() throws Exception {
        var calls = new Script.Call[100];
        for (int i = 0; i < calls.length; i++) {
            calls[i] = call("echo", text("number " + i));
        }
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(calls), Turn.text("Done."))
                .hook(pi -> pi.tool(TestTools.echo("echo")))
                .start()) {
            it.prompt("Go");
            assertThat(it.results()).hasSize(100);
            for (int i = 0; i < calls.length; i++) {
                assertThat(it.results().get(i).text()).isEqualTo("echo says number " + i);
            }
        }
    }

    @Test
    void no_result_is_reported_before_all_calls_side_by_side_have_begun() throws Exception {
        var second = new Waypoint();
        var agent = new AtomicReference<Agent>();
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(one("first"), one("second")), Turn.text("Done."))
                .hook(second.tool("second"))
                .hook(pi -> {
                    pi.tool(answering("first", ToolOutput.text("1")));
                    pi.on(TOOL_RESULT, (result, _) -> {
                        recorded.add(result.call().toolName() + ", others run: "
                                + !agent.get().runningWork().isEmpty());
                        second.open();
                        return result;
                    });
                })
                .start()) {
            agent.set(it.agent);
            it.prompt("Go");
            assertThat(recorded).containsExactly("first, others run: true", "second, others run: false");
        }
    }
}
