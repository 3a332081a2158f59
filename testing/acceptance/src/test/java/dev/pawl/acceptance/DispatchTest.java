package dev.pawl.acceptance;

import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.api.HookPoints.TOOL_CALL;
import static dev.pawl.api.HookPoints.TURN_START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.api.HookPoint.Notice;
import dev.pawl.api.Host;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.TurnStart;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.Subscription;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.hooks.registry.ProcessHook;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.HookTrial;
import dev.pawl.testkit.ManualTicker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Group B of the test vectors: who is called, in which order, and what a failure changes. */
class DispatchTest {
    private static final SessionStart STARTUP = new SessionStart(SessionStart.Reason.STARTUP, null);

    private final List<String> calls = new ArrayList<>();

    private Hook telling(String... names) {
        return pi -> {
            for (var name : names) {
                pi.on(SESSION_START, (_, _) -> calls.add(name));
            }
        };
    }

    @Test
    void handlers_are_called_in_the_order_of_hooks_then_of_registration() throws Exception {
        try (var trial = HookTrial.of(telling("1a", "1b"), telling("2a", "2b"))) {
            trial.fire(SESSION_START, STARTUP);
        }
        assertThat(calls).containsExactly("1a", "1b", "2a", "2b");
    }

    @Test
    void a_handler_that_registers_late_still_takes_its_hooks_place() throws Exception {
        var host = new AtomicReference<Host>();
        try (var trial = HookTrial.of(host::set, telling("second"))) {
            host.get().on(SESSION_START, (_, _) -> calls.add("first, though late"));
            trial.fire(SESSION_START, STARTUP);
        }
        assertThat(calls).containsExactly("first, though late", "second");
    }

    @Test
    void a_handler_that_unsubscribes_itself_is_not_called_again_while_its_twin_is() throws Exception {
        var mine = new AtomicReference<Subscription>();
        Hook hook = pi -> {
            Notice.Handler<SessionStart> handler = (_, _) -> {
                calls.add("called");
                mine.get().close();
            };
            mine.set(pi.on(SESSION_START, handler));
            pi.on(SESSION_START, handler);
        };
        try (var trial = HookTrial.of(hook)) {
            trial.fire(SESSION_START, STARTUP);
            assertThat(calls).hasSize(2);
            trial.fire(SESSION_START, STARTUP);
        }
        assertThat(calls).hasSize(3);
    }

    @Test
    void a_handler_added_during_a_dispatch_waits_for_the_next_one() throws Exception {
        Hook hook = pi -> pi.on(SESSION_START, (_, _) -> {
            calls.add("old");
            if (calls.size() == 1) {
                pi.on(SESSION_START, (_, _) -> calls.add("new"));
            }
        });
        try (var trial = HookTrial.of(hook)) {
            trial.fire(SESSION_START, STARTUP);
            assertThat(calls).containsExactly("old");
            trial.fire(SESSION_START, STARTUP);
        }
        assertThat(calls).containsExactly("old", "old", "new");
    }

    @Test
    void a_handler_that_throws_is_reported_and_the_next_one_runs() throws Exception {
        class Broken implements Hook {
            @Override
            public void install(dev.pawl.api.Host pi) {
                pi.on(SESSION_START, (_, _) -> {
                    throw new IllegalStateException("boom");
                });
            }
        }
        try (var trial = HookTrial.of(new Broken(), telling("next"))) {
            trial.fire(SESSION_START, STARTUP);
            assertThat(calls).containsExactly("next");
            assertThat(trial.errors()).singleElement().satisfies(error -> {
                assertThat(error.hookPath()).isEqualTo(Broken.class.getName());
                assertThat(error.event()).isEqualTo("session_start");
                assertThat(error.error()).isEqualTo("boom");
                assertThat(error.stack()).contains("DispatchTest");
            });
        }
    }

    @Test
    void an_error_listener_that_fails_disturbs_nothing() throws Exception {
        Hook broken = pi -> pi.on(SESSION_START, (_, _) -> {
            throw new IllegalStateException("boom");
        });
        try (var trial = HookTrial.of(broken, telling("next"))) {
            trial.engine().onError(_ -> {
                throw new IllegalStateException("so am I");
            });
            trial.fire(SESSION_START, STARTUP);
        }
        assertThat(calls).containsExactly("next");
    }

    /** As with a full memory: nothing waits for a look at the clock then. */
    @Test
    void a_failure_that_cannot_even_be_reported_closes_a_gate_and_the_other_handlers_run() throws Exception {
        Hook broken = pi -> {
            pi.on(SESSION_START, (_, _) -> {
                throw new IllegalStateException("boom");
            });
            pi.on(TOOL_CALL, (_, _) -> {
                throw new IllegalStateException("boom");
            });
        };
        var timeless = new Timeouts(null, null, Duration.ZERO, new ManualTicker());
        try (var trial = HookTrial.within(timeless, broken, telling("next"))) {
            trial.engine().onError(_ -> {
                throw new OutOfMemoryError("full");
            });
            trial.fire(SESSION_START, STARTUP);
            assertThat(calls).containsExactly("next");
            assertThat(trial.fire(TOOL_CALL, ToolCall.of("ls", new ToolInput.Ls(null, null))))
                    .isInstanceOf(Decision.Stop.class);
        }
    }

    @Test
    void what_a_handler_sets_it_reads_back_from_the_same_context() throws Exception {
        Hook hook = pi -> pi.on(SESSION_START, (_, ctx) -> {
            calls.add("before: " + ctx.session().name());
            ctx.session().rename("named");
            calls.add("after: " + ctx.session().name());
        });
        try (var trial = HookTrial.of(hook)) {
            trial.fire(SESSION_START, STARTUP);
        }
        assertThat(calls).containsExactly("before: null", "after: named");
    }

    @Test
    void a_handler_receives_only_its_own_point() throws Exception {
        try (var trial = HookTrial.of(telling("heard"))) {
            trial.fire(TURN_START, new TurnStart(0, Instant.EPOCH));
            assertThat(trial.engine().hasHandlers(TURN_START)).isFalse();
            assertThat(trial.engine().hasHandlers(SESSION_START)).isTrue();
        }
        assertThat(calls).isEmpty();
    }

    @Test
    void at_the_end_hooks_of_other_processes_catch_up_side_by_side() throws Exception {
        var met = new CyclicBarrier(2);
        var trial = HookTrial.of(new Apart(met), new Apart(met));

        trial.close();

        assertThat(calls).containsExactly("caught up", "caught up");
    }

    /** Catches up only together with another one. */
    private final class Apart implements Hook, ProcessHook, AutoCloseable {
        private final CyclicBarrier met;

        Apart(CyclicBarrier met) {
            this.met = met;
        }

        @Override
        public void install(Host pi) {}

        @Override
        public @Nullable ProcessHandle process() {
            return null;
        }

        @Override
        public void catchUp() throws InterruptedException {
            try {
                met.await(Patience.SECONDS, TimeUnit.SECONDS);
                synchronized (calls) {
                    calls.add("caught up");
                }
            } catch (BrokenBarrierException | TimeoutException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {}
    }
}
