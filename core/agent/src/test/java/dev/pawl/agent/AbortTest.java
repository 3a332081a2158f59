package dev.pawl.agent;

import static dev.pawl.api.HookPoints.AGENT_BEFORE_SETTLE;
import static dev.pawl.api.HookPoints.AGENT_END;
import static dev.pawl.api.HookPoints.AGENT_SETTLED;
import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;
import static dev.pawl.api.HookPoints.INPUT;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.api.HookPoints.TURN_END;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.Disposition;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.Hook;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.session.Draft;
import dev.pawl.api.session.Entry;
import dev.pawl.api.value.Delivery;
import dev.pawl.machine.Await;
import dev.pawl.machine.Patience;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;

class AbortTest {
    private static final Turn HOLD = Turn.calls(call("hold", JsonObject.empty()));

    @TempDir
    Path dir;

    private final Waypoint hold = new Waypoint();
    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private static boolean lastSettledAborted(TestAgent it) {
        return it.of(AgentEvent.Settled.class).getLast().aborted();
    }

    @Test
    void an_aborted_run_settles_as_aborted_and_no_hook_is_asked_for_more() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .hook(pi -> {
                    pi.on(AGENT_BEFORE_SETTLE, (event, _) -> {
                        recorded.add("before settle");
                        return event;
                    });
                    pi.on(AGENT_SETTLED, (event, _) -> recorded.add("settled, aborted " + event.aborted()));
                })
                .model(HOLD, Turn.text("Done."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.abort();
            assertThat(it.agent.isIdle()).isTrue();
            assertThat(run.await()).isEqualTo(Disposition.STARTED);
            assertThat(recorded).containsExactly("settled, aborted true");
            assertThat(lastSettledAborted(it)).isTrue();
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void a_stream_that_stalls_is_left_and_what_came_of_the_answer_is_kept_as_aborted() throws Exception {
        try (var it =
                TestAgent.in(dir).model(Turn.stalled(), Turn.text("Better.")).start()) {
            var run = PendingPrompt.to(it, "work");
            it.model.awaitRequest(1);
            it.agent.abort();
            run.await();
            assertThat(it.storedMessages())
                    .last()
                    .isInstanceOfSatisfying(
                            Message.Assistant.class,
                            answer -> assertThat(answer.stopReason()).isEqualTo(StopReason.ABORTED));
            it.prompt("again");
            assertThat(it.sentMessages(2)).containsExactly("user: work", "user: again");
        }
    }

    @Test
    void an_abort_that_comes_before_the_run_stops_it_before_the_model_is_asked() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(INPUT, (input, _) -> {
                    hold.pass();
                    return input.proceed();
                }))
                .model(Turn.text("One."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.signalAbort();
            hold.open();
            run.await();
            assertThat(it.requests()).isZero();
            assertThat(lastSettledAborted(it)).isTrue();
            assertThat(it.storedMessages()).extracting(Message::role).containsExactly("user", "assistant");
            it.prompt("again");
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void an_abort_while_nothing_runs_does_not_spoil_the_next_prompt() throws Exception {
        try (var it = TestAgent.in(dir).model(Turn.text("One.")).start()) {
            it.agent.abort();
            it.agent.signalAbort();
            it.prompt("work");
            assertThat(it.requests()).isEqualTo(1);
            assertThat(lastSettledAborted(it)).isFalse();
        }
    }

    @Test
    void a_second_abort_ends_what_hooks_do_about_the_first() throws Exception {
        var end = new Waypoint();
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .hook(pi -> {
                    pi.on(TURN_END, (event, _) -> {
                        end.pass();
                        return event;
                    });
                    pi.on(AGENT_SETTLED, (event, _) -> recorded.add("settled, aborted " + event.aborted()));
                })
                .model(HOLD, Turn.text("Done."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.signalAbort();
            end.awaitReached();
            it.agent.abort();
            run.await();
            assertThat(recorded).containsExactly("settled, aborted true");
            AbortAnywhereTest.assertWhole(it);
        }
    }

    @ParameterizedTest
    @NullSource
    @EnumSource(names = {"STEER", "FOLLOW_UP"})
    void a_prompt_that_is_sent_while_an_aborted_run_ends_begins_a_run_behind_it(Delivery.@Nullable As joins)
            throws Exception {
        var end = new Waypoint();
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .hook(onceAtTurnEnd(end))
                .model(HOLD, Turn.text("Two."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.signalAbort();
            end.awaitReached();
            var behind = PendingPrompt.to(it, Prompt.of("instead").queuedAs(joins));
            Await.until("the prompt waits", behind::isWaiting);
            assertThat(it.of(AgentEvent.QueueChanged.class)).isEmpty();
            end.open();
            run.await();
            assertThat(behind.await()).isEqualTo(Disposition.STARTED);
            assertThat(it.sentMessages(2)).last().isEqualTo("user: instead");
            assertThat(lastSettledAborted(it)).isFalse();
            AbortAnywhereTest.assertWhole(it);
        }
    }

    @Test
    void an_abort_does_not_wait_for_a_run_that_was_asked_for_after_it() throws Exception {
        var end = new Waypoint();
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .hook(onceAtTurnEnd(end))
                .model(HOLD, Turn.stalled())
                .start()) {
            PendingPrompt.to(it, "work");
            hold.awaitReached();
            var abort = new FutureTask<>(() -> {
                it.agent.abort();
                return it.requests();
            });
            Thread.ofVirtual().start(abort);
            end.awaitReached();
            var behind = PendingPrompt.to(it, Prompt.of("instead").queuedAs(Delivery.As.STEER));
            Await.until("the prompt waits", behind::isWaiting);
            end.open();
            it.model.awaitRequest(2);
            assertThat(abort.get(Patience.SECONDS, SECONDS)).isPositive();
            it.agent.abort();
            behind.await();
            assertThat(it.storedMessages()).extracting(Message::text).contains("instead");
        }
    }

    private static Hook onceAtTurnEnd(Waypoint end) {
        var first = new AtomicBoolean(true);
        return pi -> pi.on(TURN_END, (event, _) -> {
            if (first.getAndSet(false)) {
                end.pass();
            }
            return event;
        });
    }

    @Test
    void an_abort_while_hooks_are_notified_of_the_end_lets_them_go_and_the_run_stays_what_it_was() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(AGENT_SETTLED, (_, _) -> hold.pass()))
                .model(Turn.text("Done."), Turn.text("Two."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.abort();
            run.await();
            assertThat(lastSettledAborted(it)).isFalse();
            hold.open();
            it.prompt("again");
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    void a_caller_that_waits_for_a_prompt_and_is_interrupted_ends_the_run() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .model(HOLD, Turn.text("Done."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            run.interrupt();
            assertThatThrownBy(run::await).isInstanceOf(InterruptedException.class);
            assertThat(it.agent.isIdle()).isTrue();
            assertThat(lastSettledAborted(it)).isTrue();
            AbortAnywhereTest.assertWhole(it);
        }
    }

    @Test
    void a_hook_can_end_the_run_it_is_called_in() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(AGENT_END, (_, ctx) -> ctx.session().abort()))
                .model(Turn.text("Done."))
                .start()) {
            it.prompt("work");
            assertThat(lastSettledAborted(it)).isTrue();
            it.prompt("again");
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    void a_hook_that_aborts_when_all_is_settled_disturbs_nothing() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(AGENT_SETTLED, (_, ctx) -> ctx.session().abort()))
                .hook(pi -> pi.on(AGENT_SETTLED, (_, _) -> recorded.add("told")))
                .model(Turn.text("Done."))
                .start()) {
            it.prompt("work");
            assertThat(recorded).containsExactly("told");
            assertThat(lastSettledAborted(it)).isFalse();
        }
    }

    @Test
    void entries_proposed_before_an_abort_at_the_very_end_are_kept_but_the_agent_stops() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(
                        AGENT_BEFORE_SETTLE,
                        (event, _) -> event.add(new Draft.CustomMessage("hint", Body.of("Run the tests."), true, null))
                                .withProceed(true)))
                .hook(pi -> pi.on(AGENT_BEFORE_SETTLE, (event, _) -> {
                    hold.pass();
                    return event;
                }))
                .model(Turn.text("Done."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.abort();
            run.await();
            assertThat(it.entries().getLast()).isInstanceOf(Entry.CustomMessage.class);
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void a_run_that_a_hooks_message_is_about_to_start_is_stopped_too() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> {
                    pi.on(INPUT, (input, _) -> {
                        hold.pass();
                        return input.proceed();
                    });
                    pi.command("go", "", ctx -> {
                        ctx.messages().sendUser("work");
                        return Outcome.nothing();
                    });
                })
                .model(Turn.text("Done."))
                .start()) {
            it.agent.prompt(Prompt.of("/go"));
            hold.awaitReached();
            it.agent.signalAbort();
            hold.open();
            it.agent.waitForIdle();
            assertThat(it.requests()).isZero();
            assertThat(lastSettledAborted(it)).isTrue();
        }
    }

    @Test
    void the_program_can_end_while_a_run_is_under_way() throws Exception {
        var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .hook(pi -> {
                    pi.on(AGENT_SETTLED, (event, _) -> recorded.add("settled, aborted " + event.aborted()));
                    pi.on(dev.pawl.api.HookPoints.SESSION_SHUTDOWN, (event, _) -> recorded.add("" + event.reason()));
                })
                .model(HOLD)
                .start();
        var run = PendingPrompt.to(it, "work");
        hold.awaitReached();
        it.close();
        run.await();
        assertThat(recorded).containsExactly("settled, aborted true", "QUIT");
    }

    @Test
    void the_program_can_end_while_a_hook_looks_at_what_was_said() throws Exception {
        var it = TestAgent.in(dir)
                .hook(pi -> pi.on(INPUT, (input, _) -> {
                    hold.pass();
                    return input.proceed();
                }))
                .start();
        var said = PendingPrompt.to(it, "work");
        hold.awaitReached();
        it.close();
        hold.open();
        assertThatThrownBy(said::await).isInstanceOf(IllegalStateException.class);
        assertThat(it.model.requests()).isEmpty();
    }

    @Test
    void messages_for_the_next_turn_survive_an_abort_before_the_run() throws Exception {
        var first = new AtomicInteger();
        try (var it = TestAgent.in(dir)
                .hook(pi -> {
                    pi.on(
                            SESSION_START,
                            (_, ctx) -> ctx.messages().send(HookMessage.of("news", "It rains."), Delivery.NEXT_TURN));
                    pi.on(BEFORE_AGENT_START, (event, _) -> {
                        if (first.incrementAndGet() == 1) {
                            hold.pass();
                        }
                        return event;
                    });
                })
                .model(Turn.text("Done."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.abort();
            run.await();
            it.prompt("again");
            assertThat(it.sentMessages(1)).containsExactly("user: work", "user: again", "user: It rains.");
        }
    }
}
