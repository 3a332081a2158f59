package dev.pawl.acceptance.fleet;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Durable;
import dev.pawl.machine.Deep;
import dev.pawl.start.attach.SessionState;
import dev.pawl.start.attach.SessionState.Phase;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pauses of providers, rates and budgets hold for all workers of a fleet. */
@Deep
class FleetLimitsTest {
    @TempDir
    Path dir;

    private Fleet workers(TestEngine over, ConversationModel.Answers answers, String... more)
            throws IOException, InterruptedException {
        var options = over.workers().stream()
                .map(worker -> Stream.concat(worker.stream(), Stream.of(more)).toList())
                .toList();
        var fleet = new Fleet(dir, over.address(), answers, options);
        fleet.start();
        return fleet;
    }

    private static Turn writes(String said, int turn) {
        return turn == 0
                ? Turn.calls(call("write", JsonObject.of("path", "made.txt", "content", "made\n")))
                : Turn.text("Done.");
    }

    private static List<SessionState> awaitSleep(Durable engine, int sessions) throws Exception {
        var all = Fleet.await(engine, "all sleep", state -> state.phase() == Phase.ASLEEP);
        assertThat(all).hasSize(sessions);
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "postgresql", "restate"})
    void a_pause_that_one_session_was_asked_for_holds_for_all_and_costs_no_worker(String kind) throws Exception {
        var first = new AtomicBoolean(true);
        try (var over = TestEngine.over(kind, dir);
                var fleet = workers(
                        over,
                        (said, turn) -> first.getAndSet(false)
                                ? Turn.status(429).header("retry-after", "12")
                                : writes(said, turn))) {
            var engine = over.engine();
            fleet.submit(engine, over.place(0), "one", "go");
            var asked = Objects.requireNonNull(awaitSleep(engine, 1).getFirst().wakesAt());
            for (int i = 0; i < 4; i++) {
                fleet.submit(engine, over.place(i), "more" + i, "go");
            }
            for (var state : awaitSleep(engine, 5)) {
                assertThat(state.problem()).isEqualTo("provider scripted asked for a pause");
                assertThat(state.wakesAt()).isBetween(asked.minusMillis(5), asked.plusMillis(5));
            }
            assertThat(fleet.model.requests()).isEqualTo(1);

            for (var state : Fleet.await(engine, "all rest", state -> state.phase() == Phase.IDLE)) {
                assertThat(Fleet.messages(engine, state.id()))
                        .hasSize(4)
                        .last()
                        .asString()
                        .contains("Done.");
                assertThat(fleet.project.resolve(state.id()).resolve("made.txt"))
                        .hasContent("made");
            }
            assertThat(fleet.model.requests()).isEqualTo(1 + 2 * 5);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "postgresql", "restate"})
    void what_all_sessions_spend_counts_and_the_rest_waits_for_the_next_day(String kind) throws Exception {
        // A request costs ten cents.
        try (var over = TestEngine.over(kind, dir);
                var fleet = workers(over, FleetLimitsTest::writes, "--budget", "0.25")) {
            var engine = over.engine();
            for (int i = 0; i < 3; i++) {
                fleet.submit(engine, over.place(i), "s" + i, "go");
                Fleet.await(
                        engine,
                        "it does not go on",
                        state -> state.phase() != Phase.READY && state.phase() != Phase.RUNNING);
            }
            var states = engine.list().stream()
                    .filter(state -> state.phase() == Phase.ASLEEP)
                    .toList();
            assertThat(states).isNotEmpty().allSatisfy(state -> {
                assertThat(state.problem()).contains("budget of $0.25");
                assertThat(String.valueOf(state.wakesAt())).endsWith("T00:00:00Z");
            });
            assertThat(fleet.model.requests()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "postgresql", "restate"})
    void sessions_at_the_same_time_spend_no_more_than_one_after_the_other(String kind) throws Exception {
        // A request costs ten cents and takes a second, in which all others are about to be made.
        try (var over = TestEngine.over(kind, dir);
                var fleet = workers(
                        over,
                        (said, turn) -> {
                            LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
                            return writes(said, turn);
                        },
                        "--budget",
                        "0.25")) {
            var engine = over.engine();
            for (int i = 0; i < 8; i++) {
                fleet.submit(engine, over.place(i), "s" + i, "go");
            }
            var rest = Fleet.await(
                    engine, "none goes on", state -> state.phase() == Phase.ASLEEP || state.phase() == Phase.IDLE);
            assertThat(rest.stream().filter(state -> state.phase() == Phase.ASLEEP))
                    .hasSizeGreaterThanOrEqualTo(7)
                    .allSatisfy(state -> assertThat(state.problem()).contains("budget of $0.25"));
            assertThat(fleet.model.requests()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "postgresql", "restate"})
    void what_killed_workers_had_set_aside_is_free_when_its_lease_is_over(String kind) throws Exception {
        var asked = new CountDownLatch(1);
        var killed = new CountDownLatch(1);
        try (var over = TestEngine.over(kind, dir);
                var fleet = workers(
                        over,
                        (said, turn) -> {
                            asked.countDown();
                            awaited(killed);
                            return writes(said, turn);
                        },
                        "--budget",
                        "0.25")) {
            var engine = over.engine();
            for (int i = 0; i < 4; i++) {
                fleet.submit(engine, over.place(i), "s" + i, "go");
            }
            asked.await();
            fleet.killAll();
            killed.countDown();
            Fleet.await(engine, "none goes on", state -> state.phase() == Phase.ASLEEP || state.phase() == Phase.IDLE);
            // The first one was answered to a worker that was dead.
            assertThat(fleet.model.requests()).isEqualTo(1 + 3);
        }
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "postgresql", "restate"})
    void requests_of_all_workers_together_keep_to_a_rate(String kind) throws Exception {
        try (var over = TestEngine.over(kind, dir);
                var fleet = workers(over, FleetLimitsTest::writes, "--rate", "1")) {
            var engine = over.engine();
            fleet.submit(engine, over.place(0), "one", "go");
            fleet.submit(engine, over.place(1), "two", "go");
            for (var state : awaitSleep(engine, 2)) {
                assertThat(state.problem()).isEqualTo("the fleet makes 1 requests a minute to scripted");
            }
            assertThat(fleet.model.requests()).isEqualTo(1);
        }
    }
}
