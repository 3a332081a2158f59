package dev.pawl.agent;

import static dev.pawl.agent.TestTools.text;
import static dev.pawl.api.HookPoints.AGENT_END;
import static dev.pawl.api.HookPoints.AGENT_SETTLED;
import static dev.pawl.api.HookPoints.MESSAGE_END;
import static dev.pawl.api.HookPoints.MESSAGE_UPDATE;
import static dev.pawl.api.HookPoints.TOOL_AUTHORIZE;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TOOL_EXECUTION_END;
import static dev.pawl.api.HookPoints.TOOL_EXECUTION_START;
import static dev.pawl.api.HookPoints.TOOL_EXECUTION_UPDATE;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static dev.pawl.api.HookPoints.TURN_START;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.value.Mode;
import dev.pawl.machine.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolAbortTest {
    @TempDir
    Path dir;

    private final Waypoint here = new Waypoint();
    private final CountDownLatch dialogClosed = new CountDownLatch(1);
    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    /** A user who is asked and never answers. */
    private final NoUi silence = new NoUi() {
        @Override
        public boolean confirm(String title, String message, DialogOptions options) throws InterruptedException {
            try {
                here.pass();
                return true;
            } catch (InterruptedException e) {
                dialogClosed.countDown();
                throw e;
            }
        }
    };

    private TestAgent.Builder agent() {
        return TestAgent.in(dir).hook(pi -> {
            pi.tool(TestTools.named("waiting", (_, _) -> {
                here.pass();
                return ToolOutput.text("never");
            }));
            pi.tool(TestTools.named("noting", (arguments, _) -> {
                recorded.add("ran " + arguments.string("text"));
                return ToolOutput.text("ok");
            }));
            pi.on(AGENT_SETTLED, (settled, _) -> recorded.add("settled, aborted: " + settled.aborted()));
        });
    }

    private TestAgent abortedAt(TestAgent it) throws Exception {
        var saying = PendingPrompt.to(it, "Go");
        here.awaitReached();
        it.agent.abort();
        saying.await();
        return it;
    }

    /** Vector C20. */
    @Test
    void an_abort_closes_the_dialog_of_a_gate_and_the_call_never_runs() throws Exception {
        try (var it = agent().ui(silence, Mode.TUI)
                .model(Turn.calls(call("noting", text("it"))), Turn.text("Never asked for."))
                .hook(pi -> pi.on(
                        TOOL_CALL, (call, ctx) -> ctx.ui().confirm("Really?", "") ? call.allow() : call.block("no")))
                .start()) {
            abortedAt(it);
            assertThat(it.results()).extracting(Message::text).containsExactly("Operation aborted");
            assertThat(it.of(AgentEvent.ToolEnded.class)).hasSize(1);
            assertThat(it.requests()).isEqualTo(1);
            assertThat(recorded).containsExactly("settled, aborted: true");
            dialogClosed.await();
        }
    }

    @Test
    void in_an_aborted_preflight_what_was_asked_about_ends_aborted_and_the_rest_is_not_begun() throws Exception {
        try (var it = agent().model(
                        Turn.calls(call("noting", text("1")), call("noting", text("2")), call("noting", text("3"))),
                        Turn.text("And now?"))
                .hook(pi -> {
                    pi.on(
                            TOOL_EXECUTION_START,
                            (start, _) -> recorded.add("start " + start.args().string("text")));
                    pi.on(TOOL_CALL, (call, _) -> {
                        if ("2".equals(call.arguments().string("text"))) {
                            here.pass();
                        }
                        return call.allow();
                    });
                    pi.on(TOOL_EXECUTION_END, (end, _) -> recorded.add("end " + end.isError()));
                })
                .start()) {
            abortedAt(it);
            assertThat(recorded)
                    .containsExactly("start 1", "start 2", "end true", "end true", "settled, aborted: true");
            assertThat(it.results())
                    .extracting(Message::text)
                    .containsExactly("Operation aborted", "Operation aborted");
            // A call without a result gets one when the conversation goes on.
            it.prompt("Go on");
            assertThat(it.sentMessages(2).stream().filter(message -> message.startsWith("tool:")))
                    .hasSize(3);
        }
    }

    @Test
    void behind_the_results_of_aborted_calls_comes_a_turn_whose_answer_is_aborted() throws Exception {
        try (var it = agent().model(Turn.calls(call("waiting", text("long"))), Turn.text("Never asked for."))
                .hook(pi -> {
                    pi.on(TURN_START, (start, _) -> recorded.add("turn " + start.index()));
                    pi.on(AGENT_END, (end, _) -> {
                        var last = (Message.Assistant) end.messages().getLast();
                        recorded.add(last.stopReason() + ", " + last.content().size() + " parts");
                    });
                })
                .start()) {
            abortedAt(it);
            assertThat(it.requests()).isEqualTo(1);
            assertThat(recorded).containsExactly("turn 0", "turn 1", "ABORTED, 0 parts", "settled, aborted: true");
            assertThat(it.storedMessages()).last().isInstanceOf(Message.Assistant.class);
        }
    }

    @Test
    void a_gate_that_aborts_the_run_and_blocks_has_aborted_the_call() throws Exception {
        try (var it = agent().model(Turn.calls(call("noting", text("it"))))
                .hook(pi -> pi.on(TOOL_CALL, (call, ctx) -> {
                    ctx.session().abort();
                    return call.block("No selection");
                }))
                .start()) {
            it.prompt("Go");
            assertThat(it.results()).extracting(Message::text).containsExactly("Operation aborted");
        }
    }

    @Test
    void an_abort_while_a_call_is_authorized_ends_it() throws Exception {
        try (var it = agent().model(Turn.calls(call("noting", text("it"))))
                .hook(pi -> pi.on(TOOL_AUTHORIZE, (call, _) -> {
                    here.pass();
                    return call.allow();
                }))
                .start()) {
            abortedAt(it);
            assertThat(it.results()).extracting(Message::text).containsExactly("Operation aborted");
            assertThat(recorded).containsExactly("settled, aborted: true");
        }
    }

    @Test
    void running_tools_are_interrupted_and_those_that_were_done_keep_their_results() throws Exception {
        var firstIsOver = new CountDownLatch(1);
        try (var it = agent().model(Turn.calls(call("noting", text("it")), call("waiting", text("long"))))
                .hook(pi -> {
                    pi.on(TOOL_RESULT, (result, _) -> {
                        recorded.add("result " + result.call().toolName() + ": " + result.text());
                        return result;
                    });
                    pi.on(TOOL_EXECUTION_END, (_, _) -> firstIsOver.countDown());
                })
                .start()) {
            var saying = PendingPrompt.to(it, "Go");
            here.awaitReached();
            firstIsOver.await();
            it.agent.abort();
            saying.await();
            assertThat(it.results()).extracting(Message::text).containsExactly("ok", "Operation aborted");
            assertThat(it.results()).extracting(Message.ToolResult::isError).containsExactly(false, true);
            assertThat(it.of(AgentEvent.ToolEnded.class)).hasSize(2);
            // Hooks that keep secrets out of results see those of aborted tools, too.
            assertThat(recorded).contains("result waiting: Operation aborted");
        }
    }

    @Test
    void an_abort_while_hooks_are_notified_of_an_end_still_reports_it() throws Exception {
        try (var it = agent().model(Turn.calls(call("noting", text("it"))))
                .hook(pi -> pi.on(TOOL_EXECUTION_END, (_, _) -> here.pass()))
                .start()) {
            abortedAt(it);
            assertThat(it.of(AgentEvent.ToolEnded.class)).hasSize(1);
        }
    }

    @Test
    void an_aborted_command_is_killed_and_its_output_goes_through_hooks() throws Exception {
        var begun = new CountDownLatch(1);
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("bash", JsonObject.of("command", "echo $$ > pid; echo secret; sleep 600"))))
                .hook(pi -> {
                    pi.on(TOOL_EXECUTION_UPDATE, (update, _) -> {
                        if (Content.text(update.partialResult().content()).contains("secret")) {
                            begun.countDown();
                        }
                    });
                    pi.on(TOOL_RESULT, (result, _) -> result.mapText(text -> text.replace("secret", "***")));
                })
                .start()) {
            var saying = PendingPrompt.to(it, "Go");
            begun.await();
            it.agent.abort();
            saying.await();
            assertThat(it.results().getFirst().isError()).isTrue();
            assertThat(it.results().getFirst().text()).contains("***").doesNotContain("secret");
            assertThat(ProcessHandle.of(Long.parseLong(
                            Files.readString(dir.resolve("work/pid")).strip())))
                    .isEmpty();
        }
    }

    @Test
    void a_result_whose_hooks_were_aborted_is_not_kept_without_their_say() throws Exception {
        try (var it = agent().model(Turn.calls(call("noting", text("it"))))
                .hook(pi -> {
                    pi.on(TOOL_RESULT, (result, _) -> {
                        here.pass();
                        return result.withText("redacted");
                    });
                    pi.on(TOOL_EXECUTION_END, (end, _) -> recorded.add("end " + end.isError()));
                })
                .start()) {
            abortedAt(it);
            assertThat(it.results()).extracting(Message::text).containsExactly("Operation aborted");
            assertThat(recorded).containsExactly("ran it", "end true", "settled, aborted: true");
        }
    }

    @Test
    void an_abort_between_two_sequential_calls_leaves_the_second_one_alone() throws Exception {
        try (var it = agent().model(Turn.calls(call("one", text("1")), call("noting", text("2"))))
                .hook(pi -> {
                    pi.tool(TestTools.echo("one").with(tool -> tool.sequential()));
                    pi.on(MESSAGE_END, (end, _) -> {
                        if (end.message() instanceof Message.ToolResult) {
                            here.pass();
                        }
                        return end;
                    });
                })
                .start()) {
            abortedAt(it);
            assertThat(it.results()).extracting(Message::text).containsExactly("one says 1");
            assertThat(it.of(AgentEvent.ToolStarted.class)).hasSize(1);
            assertThat(recorded).containsExactly("settled, aborted: true");
        }
    }

    @Test
    void an_abort_that_comes_with_the_end_of_the_answer_lets_no_tool_begin() throws Exception {
        try (var it = agent().model(Turn.calls(call("noting", text("it"))), Turn.text("Never asked for."))
                .hook(pi -> pi.on(MESSAGE_END, (end, ctx) -> {
                    if (end.message() instanceof Message.Assistant) {
                        ctx.session().abort();
                    }
                    return end;
                }))
                .start()) {
            it.prompt("Go");
            assertThat(recorded).containsExactly("settled, aborted: true");
            assertThat(it.of(AgentEvent.ToolStarted.class)).isEmpty();
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void a_gate_may_abort_the_run_it_is_asked_in() throws Exception {
        try (var it = agent().model(Turn.calls(call("noting", text("it"))), Turn.text("Never asked for."))
                .hook(pi -> pi.on(TOOL_CALL, (call, ctx) -> {
                    ctx.session().abort();
                    return call.allow();
                }))
                .start()) {
            it.prompt("Go");
            assertThat(it.requests()).isEqualTo(1);
            assertThat(recorded).containsExactly("settled, aborted: true");
            assertThat(it.results())
                    .allSatisfy(result -> assertThat(result.text()).isEqualTo("Operation aborted"));
        }
    }

    @Test
    void a_hook_that_renames_an_aborted_answer_does_not_make_the_run_go_on() throws Exception {
        try (var it = agent().model(Turn.text("A long answer").chunk(1).heldAfter(5), Turn.text("Never asked for."))
                .hook(pi -> {
                    pi.on(MESSAGE_UPDATE, (_, ctx) -> ctx.session().abort());
                    pi.on(
                            MESSAGE_END,
                            (end, _) -> end.message() instanceof Message.Assistant answer
                                    ? end.withMessage(new Message.Assistant(
                                            List.of(Content.ToolUse.of("x", "noting", text("it"))),
                                            answer.api(),
                                            answer.provider(),
                                            answer.model(),
                                            answer.usage(),
                                            StopReason.TOOL_USE,
                                            null,
                                            answer.timestamp(),
                                            answer.extra()))
                                    : end);
                })
                .start()) {
            it.prompt("Go");
            assertThat(recorded).containsExactly("settled, aborted: true");
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void the_conversation_goes_on_after_an_abort() throws Exception {
        try (var it = agent().model(Turn.calls(call("waiting", text("long"))), Turn.text("Good morning."))
                .start()) {
            abortedAt(it);
            it.prompt("Hello?");
            assertThat(it.sentMessages(2)).containsSubsequence("tool: Operation aborted", "user: Hello?");
            assertThat(it.storedMessages()).last().extracting(Message::text).isEqualTo("Good morning.");
            assertThat(recorded).containsExactly("settled, aborted: true", "settled, aborted: false");
        }
    }

    @Test
    void a_second_abort_does_not_wait_for_a_tool_that_will_not_hear() throws Exception {
        var begun = new CountDownLatch(1);
        var deaf = new CountDownLatch(1);
        var late = new CountDownLatch(1);
        try (var it = agent().model(Turn.calls(call("deaf", text("?"))), Turn.text("Hello."))
                .hook(pi -> {
                    pi.tool(TestTools.named("deaf", (_, ctx) -> {
                        begun.countDown();
                        awaitWhateverHappens(deaf);
                        ctx.update(ToolOutput.text("too late"));
                        late.countDown();
                        return ToolOutput.text("too late");
                    }));
                    pi.on(TOOL_RESULT, (result, _) -> {
                        recorded.add("result");
                        return result;
                    });
                })
                .start()) {
            var saying = PendingPrompt.to(it, "Go");
            begun.await();
            Await.until("the run has settled, however often it is aborted", () -> {
                it.agent.signalAbort();
                return recorded.contains("settled, aborted: true");
            });
            saying.await();
            assertThat(it.results()).singleElement().satisfies(result -> {
                assertThat(result.isError()).isTrue();
                assertThat(result.text()).startsWith("Operation aborted").contains("may still be at work");
            });
            // What it says when it comes to itself nobody hears.
            deaf.countDown();
            late.await();
            it.prompt("Hello?");
            assertThat(recorded).doesNotContain("result");
            assertThat(it.of(AgentEvent.ToolShowed.class)).isEmpty();
            assertThat(it.of(AgentEvent.ToolEnded.class)).hasSize(1);
        }
    }

    private static void awaitWhateverHappens(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // It does not listen.
            }
        }
    }
}
