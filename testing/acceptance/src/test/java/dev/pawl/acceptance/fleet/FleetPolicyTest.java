package dev.pawl.acceptance.fleet;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.driven.TouchPolicy;
import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Input;
import dev.pawl.machine.Deep;
import dev.pawl.start.attach.SessionState;
import dev.pawl.start.attach.SessionState.Phase;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules and plan mode of a worker's user hold for the sessions of a fleet. */
@Deep
class FleetPolicyTest {
    private static final String SESSION = "one";

    private static boolean isAtRest(SessionState state) {
        return state.phase() == Phase.IDLE || state.phase() == Phase.WAITING;
    }

    @ParameterizedTest
    @EnumSource
    void what_the_policy_forbids_does_not_run_and_what_it_asks_waits_for_an_answer(
            TouchPolicy policy, @TempDir Path dir) throws Exception {
        try (var over = TestEngine.over("file", dir);
                var fleet = new Fleet(
                        dir,
                        over.address(),
                        (_, turn) -> turn == 0
                                ? Turn.calls(call("bash", JsonObject.of("command", TouchPolicy.COMMAND)))
                                : Turn.text("Done."),
                        List.of(over.workers().getFirst()))) {
            fleet.user("settings.json", policy.settings());
            fleet.start();
            fleet.submit(over.engine(), over.place(0), SESSION, "go");
            var made = fleet.project.resolve(SESSION).resolve("made");

            var state = Fleet.await(over.engine(), "it rests", FleetPolicyTest::isAtRest)
                    .getFirst();
            assertThat(Files.exists(made)).isEqualTo(policy.runs());
            assertThat(state.phase()).isEqualTo(policy == TouchPolicy.ASKED ? Phase.WAITING : Phase.IDLE);

            if (policy == TouchPolicy.ASKED) {
                var question = Objects.requireNonNull(state.question());
                over.engine().send(SESSION, Input.answer("yes", question.key(), JsonObject.of("value", "Allow once")));
                Fleet.await(over.engine(), "it ends", each -> each.phase() == Phase.IDLE);
                assertThat(made).exists();
            }
        }
    }
}
