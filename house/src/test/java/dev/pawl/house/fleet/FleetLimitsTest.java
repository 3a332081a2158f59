package dev.pawl.house.fleet;

import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import dev.pawl.durable.Durable;
import dev.pawl.durable.SessionState;
import dev.pawl.durable.SessionState.Phase;
import dev.pawl.durable.store.FileStore;
import dev.pawl.durable.store.StoredDurable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pauses of providers, rates and budgets hold for all workers of a fleet. */
class FleetLimitsTest {
    @TempDir
    Path dir;

    private Durable engine() throws IOException {
        return new StoredDurable(new FileStore(dir.resolve("engine"), InstantSource.system()), Duration.ofSeconds(3));
    }

    private Fleet workers(ConversationModel.Answers answers, String... more) throws IOException, InterruptedException {
        var options = new ArrayList<>(List.of("--place", "here"));
        options.addAll(List.of(more));
        var fleet = new Fleet(dir, "file:" + dir.resolve("engine"), answers, List.of(options, options));
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

    @Test
    void a_pause_that_one_session_was_asked_for_holds_for_all_and_costs_no_worker() throws Exception {
        var first = new AtomicBoolean(true);
        try (var engine = engine();
                var fleet = workers((said, turn) ->
                        first.getAndSet(false) ? Turn.status(429).header("retry-after", "12") : writes(said, turn))) {
            fleet.submit(engine, "here", "one", "go");
            var asked = Objects.requireNonNull(awaitSleep(engine, 1).getFirst().wakesAt());
            for (int i = 0; i < 4; i++) {
                fleet.submit(engine, "here", "more" + i, "go");
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

    @Test
    void what_all_sessions_spend_counts_and_the_rest_waits_for_the_next_day() throws Exception {
        // A request costs ten cents.
        try (var engine = engine();
                var fleet = workers(FleetLimitsTest::writes, "--budget", "0.25")) {
            for (int i = 0; i < 3; i++) {
                fleet.submit(engine, "here", "s" + i, "go");
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

    @Test
    void requests_of_all_workers_together_keep_to_a_rate() throws Exception {
        try (var engine = engine();
                var fleet = workers(FleetLimitsTest::writes, "--rate", "1")) {
            fleet.submit(engine, "here", "one", "go");
            fleet.submit(engine, "here", "two", "go");
            for (var state : awaitSleep(engine, 2)) {
                assertThat(state.problem()).isEqualTo("the fleet makes 1 requests a minute to scripted");
            }
            assertThat(fleet.model.requests()).isEqualTo(1);
        }
    }
}
