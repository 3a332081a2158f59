package dev.pawl.acceptance;

import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.SESSION_BEFORE_SWITCH;
import static dev.pawl.api.HookPoints.SESSION_SHUTDOWN;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TURN_START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.Hook;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.event.SessionBeforeSwitch;
import dev.pawl.api.event.SessionShutdown;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.TurnStart;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.ui.DialogFactory;
import dev.pawl.api.value.Decision;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.hooks.trace.Effect;
import dev.pawl.machine.Await;
import dev.pawl.testkit.HookTrial;
import dev.pawl.testkit.ManualTicker;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The first two laws: a handler is bounded in time, and it can be interrupted. */
class BoundedTest {
    private static final Duration LIMIT = Duration.ofSeconds(3);
    private static final SessionStart STARTUP = new SessionStart(SessionStart.Reason.STARTUP, null);
    private static final ToolCall CALL = ToolCall.of("bash", new ToolInput.Bash("ls"));

    private final ManualTicker time = new ManualTicker();
    private final Timeouts limited = Timeouts.ofMillis(LIMIT.toMillis(), 0).by(time);
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicBoolean stop = new AtomicBoolean();

    @AfterEach
    void letGo() {
        stop.set(true);
        released.countDown();
    }

    /** Stays until the test is over, and lets the time that a handler has pass meanwhile. */
    private void stayTooLong() throws InterruptedException {
        time.pass(LIMIT);
        stayHere();
    }

    private void stayHere() throws InterruptedException {
        released.await();
    }

    @Test
    void a_handler_that_takes_too_long_is_left_behind_and_the_next_one_runs() throws Exception {
        var next = new AtomicBoolean();
        Hook slow = pi -> pi.on(SESSION_START, (_, _) -> stayTooLong());
        Hook quick = pi -> pi.on(SESSION_START, (_, _) -> next.set(true));
        try (var trial = HookTrial.within(limited, slow, quick)) {
            trial.fire(SESSION_START, STARTUP);
            assertThat(next).isTrue();
            assertThat(trial.errors()).singleElement().satisfies(error -> {
                assertThat(error.error()).isEqualTo("timed out after 3000 ms");
                assertThat(error.stack()).contains("stayTooLong");
            });
        }
    }

    @Test
    void a_handler_that_is_left_behind_is_interrupted() throws Exception {
        var interrupted = new CountDownLatch(1);
        Hook slow = pi -> pi.on(SESSION_START, (_, _) -> {
            try {
                stayTooLong();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        try (var trial = HookTrial.within(limited, slow)) {
            trial.fire(SESSION_START, STARTUP);
            interrupted.await();
        }
    }

    @Test
    void an_answer_that_comes_too_late_is_thrown_away() throws Exception {
        var late = new CountDownLatch(1);
        Hook slow = pi -> pi.on(CONTEXT, (context, _) -> {
            if (!stop.get()) {
                time.pass(LIMIT);
            }
            while (!stop.get()) {
                Thread.onSpinWait();
            }
            late.countDown();
            return context.withMessages(List.of());
        });
        try (var trial = HookTrial.within(limited, slow)) {
            var context = ModelContext.of(List.of(Message.user("kept", 0)));
            assertThat(trial.fire(CONTEXT, context)).isSameAs(context);
            stop.set(true);
            late.await();
            assertThat(trial.fire(CONTEXT, context).messages()).isEmpty();
            assertThat(trial.errors()).hasSize(1);
        }
    }

    @Test
    void every_handler_has_a_budget_of_its_own() throws Exception {
        // Together they take longer than the limit, each of them less.
        Hook slowEach = pi -> {
            for (int i = 0; i < 3; i++) {
                pi.on(SESSION_START, (_, _) -> time.passSeen(LIMIT.minusMillis(1)));
            }
        };
        try (var trial = HookTrial.within(limited, slowEach)) {
            trial.fire(SESSION_START, STARTUP);
            assertThat(trial.errors()).isEmpty();
        }
    }

    @Test
    void the_clock_stands_still_while_a_dialog_waits() throws Exception {
        var answered = new AtomicReference<String>();
        Hook patient = pi -> pi.on(
                SESSION_START,
                (_, ctx) -> answered.set(ctx.ui()
                        .custom((DialogFactory<String>) (_, _, _, _) -> _ -> List.of())
                        .orElse("")));
        try (var trial = HookTrial.within(limited, patient)) {
            trial.ui().answerAfter(() -> time.passSeen(LIMIT.multipliedBy(4)), "yes");
            trial.fire(SESSION_START, STARTUP);
            assertThat(trial.errors()).isEmpty();
            assertThat(answered).hasValue("yes");
        }
    }

    @Test
    void the_clock_goes_on_after_the_dialog() throws Exception {
        Hook slow = pi -> pi.on(SESSION_START, (_, ctx) -> {
            ctx.ui().confirm("Well?", "");
            stayTooLong();
        });
        try (var trial = HookTrial.within(limited, slow)) {
            trial.ui().answer(true);
            trial.fire(SESSION_START, STARTUP);
            assertThat(trial.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.error()).contains("timed out"));
        }
    }

    @Test
    void without_a_timeout_a_handler_may_take_as_long_as_it_likes() throws Exception {
        Hook slow = pi -> pi.on(SESSION_START, (_, _) -> time.passSeen(Duration.ofDays(1)));
        try (var trial = HookTrial.within(Timeouts.ofMillis(0, 0).by(time), slow)) {
            trial.fire(SESSION_START, STARTUP);
            assertThat(trial.errors()).isEmpty();
        }
    }

    @Test
    void a_tool_call_has_no_timeout_unless_one_was_set() throws Exception {
        Hook slow = pi -> pi.on(TOOL_CALL, (call, _) -> {
            time.passSeen(Duration.ofDays(1));
            return call.allow();
        });
        try (var trial = HookTrial.within(limited, slow)) {
            assertThat(trial.fire(TOOL_CALL, CALL)).isEqualTo(Decision.pass(CALL));
        }
    }

    @Test
    void a_tool_call_past_its_own_timeout_is_blocked_and_the_reason_names_the_hook() throws Exception {
        Hook slow = pi -> pi.on(TOOL_CALL, (call, _) -> {
            stayTooLong();
            return call.allow();
        });
        try (var trial = HookTrial.within(Timeouts.ofMillis(0, 50).by(time), slow)) {
            assertThat(trial.fire(TOOL_CALL, CALL))
                    .isInstanceOfSatisfying(
                            Decision.Stop.class,
                            stop -> assertThat(((Block) stop.result()).reason())
                                    .contains(slow.getClass().getName(), "timed out after 50 ms"));
        }
    }

    @Test
    void an_open_gate_passes_over_a_handler_that_takes_too_long() throws Exception {
        Hook slow = pi -> pi.on(SESSION_BEFORE_SWITCH, (event, _) -> {
            stayTooLong();
            return event.cancel();
        });
        try (var trial = HookTrial.within(limited, slow)) {
            var event = new SessionBeforeSwitch(SessionBeforeSwitch.Reason.NEW, null);
            assertThat(trial.fire(SESSION_BEFORE_SWITCH, event)).isEqualTo(Decision.pass(event));
        }
    }

    @Test
    void at_quit_hooks_that_hang_do_not_add_up() throws Exception {
        var told = new AtomicInteger();
        var quit = new SessionShutdown(SessionShutdown.Reason.QUIT, null);
        // Each takes a little of the time, and the rest passes when all others were told.
        Hook hanging = pi -> pi.on(SESSION_SHUTDOWN, (_, _) -> {
            time.pass(LIMIT.dividedBy(10));
            stayHere();
        });
        Hook good = pi -> pi.on(SESSION_SHUTDOWN, (_, _) -> told.incrementAndGet());
        var timeouts = new Timeouts(null, null, LIMIT, time);
        try (var trial = HookTrial.within(timeouts, hanging, good, hanging, good)) {
            var ending = new FutureTask<>(() -> {
                trial.fire(SESSION_SHUTDOWN, quit);
                return "ended";
            });
            Thread.startVirtualThread(ending);
            Await.until(
                    "both good ones are through",
                    () -> trial.engine().traces().latest().size() == 2);
            time.pass(LIMIT);
            ending.get();
            assertThat(told).hasValue(2);
            assertThat(trial.errors()).hasSize(2);
        }
    }

    @Test
    void at_quit_hooks_are_notified_one_after_another() throws Exception {
        var told = Collections.synchronizedList(new ArrayList<Integer>());
        var hooks = new Hook[12];
        for (int i = 0; i < hooks.length; i++) {
            int number = i;
            hooks[i] = pi -> pi.on(SESSION_SHUTDOWN, (_, _) -> told.add(number));
        }
        try (var trial = HookTrial.within(Timeouts.DEFAULT.by(time), hooks)) {
            trial.fire(SESSION_SHUTDOWN, new SessionShutdown(SessionShutdown.Reason.QUIT, null));
            assertThat(told).isSorted().hasSize(hooks.length);
        }
    }

    @Test
    void handlers_that_never_block_cannot_stop_the_others_and_leave_no_thread_behind() throws Exception {
        var scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
        int carriers = scheduler.getParallelism();
        int more = carriers * 2 + 2;
        List<Thread> spinners = new CopyOnWriteArrayList<>();
        Hook spinning = pi -> pi.on(SESSION_START, (_, _) -> {
            spinners.add(Thread.currentThread());
            time.pass(LIMIT);
            while (!stop.get()) {
                Thread.onSpinWait();
            }
        });
        var after = new AtomicInteger();
        Hook good = pi -> pi.on(TURN_START, (_, _) -> after.incrementAndGet());
        try (var trial = HookTrial.within(limited, spinning, good)) {
            for (int i = 0; i < more; i++) {
                trial.fire(SESSION_START, STARTUP);
            }
            trial.fire(TURN_START, new TurnStart(0, Instant.EPOCH));
            assertThat(after).hasValue(1);
            assertThat(trial.errors())
                    .hasSize(more)
                    .allSatisfy(error -> assertThat(error.stack()).contains("BoundedTest"));
            assertThat(scheduler.getParallelism()).isGreaterThan(carriers);
            stop.set(true);
            for (var spinner : spinners) {
                spinner.join();
            }
        }
        assertThat(spinners).hasSize(more);
        Await.until("there are as many carriers as before", () -> scheduler.getParallelism() == carriers);
    }

    @Test
    void an_interruption_ends_a_waiting_handler_at_once() throws Exception {
        var waiting = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        Hook slow = pi -> pi.on(TOOL_CALL, (call, _) -> {
            waiting.countDown();
            try {
                stayHere();
            } finally {
                ended.countDown();
            }
            return call.allow();
        });
        try (var trial = HookTrial.of(slow)) {
            var prompt = Thread.currentThread();
            Thread.ofVirtual().start(() -> {
                try {
                    waiting.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                prompt.interrupt();
            });
            assertThatThrownBy(() -> trial.fire(TOOL_CALL, CALL))
                    .isInstanceOf(InterruptedException.class)
                    .hasMessageContaining("tool_call");
            ended.await();
            assertThat(trial.engine().traces().effects())
                    .last()
                    .satisfies(trace ->
                            assertThat(trace.steps().getLast().effect()).isEqualTo(Effect.INTERRUPTED));
        }
    }

    @Test
    void the_handler_that_the_program_waits_for_can_be_named() throws Exception {
        var waiting = new CountDownLatch(1);
        Hook slow = pi -> pi.on(SESSION_START, (_, _) -> {
            waiting.countDown();
            stayHere();
        });
        try (var trial = HookTrial.of(slow)) {
            var prompt = Thread.ofVirtual().start(() -> {
                try {
                    trial.fire(SESSION_START, STARTUP);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            waiting.await();
            // It is named once it has taken more than a few microseconds.
            Await.until("it is named", () -> !trial.engine().waiting().isEmpty());
            assertThat(trial.engine().waiting()).singleElement().satisfies(one -> {
                assertThat(one.hook()).isEqualTo(slow.getClass().getName());
                assertThat(one.point()).isEqualTo("session_start");
            });
            released.countDown();
            prompt.join();
            assertThat(trial.engine().waiting()).isEmpty();
        }
    }
}
