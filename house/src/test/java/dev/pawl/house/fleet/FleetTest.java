package dev.pawl.house.fleet;

import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import dev.pawl.durable.Durable;
import dev.pawl.durable.Input;
import dev.pawl.durable.SessionState.Phase;
import dev.pawl.durable.store.FileStore;
import dev.pawl.durable.store.StoredDurable;
import dev.pawl.property.Campaign;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions in the files of a folder, advanced by workers that are killed: nothing is lost, and nothing is done twice. */
class FleetTest {
    private static final int TURNS = Campaign.tries(5, 20);

    private static final String ASKING = """
        import module dev.pawl.api;
        import static dev.pawl.api.HookPoints.*;

        class Dropped implements Hook {
            public void install(Host pi) {
                pi.on(TOOL_CALL, (call, ctx) -> {
                    var command = String.valueOf(call.arguments().string("command"));
                    if (command.contains("asked") && !ctx.ui().confirm("Run it?", command)) {
                        return call.block("not approved");
                    }
                    return call.allow();
                });
            }
        }
        """;

    @TempDir
    Path dir;

    private Durable engine() throws Exception {
        return new StoredDurable(new FileStore(dir.resolve("engine"), InstantSource.system()), Duration.ofSeconds(3));
    }

    /** One command a turn, each leaves a line; every third of them has to be approved if the session is told so. */
    private static Turn step(String said, int turn) {
        if (turn >= TURNS) {
            return Turn.text("Done.");
        }
        var asked = said.contains("ask") && turn % 3 == 1 ? " # asked" : "";
        return turn % 4 == 2
                ? Turn.calls(call("write", JsonObject.of("path", "file" + turn, "content", "turn " + turn + "\n")))
                : Turn.calls(call("bash", JsonObject.of("command", "echo " + turn + " >> ran; echo turn " + turn + asked)));
    }

    private Fleet fleet() throws Exception {
        var fleet = new Fleet(dir, "file:" + dir.resolve("engine"), FleetTest::step, "--at-once", "4");
        fleet.user("hooks/asking.java", ASKING);
        return fleet;
    }

    @Test
    void sessions_end_as_undisturbed_ones_do_although_workers_are_killed() throws Exception {
        int sessions = Campaign.tries(8, 1_000);
        int kills = Campaign.tries(4, 100);
        try (var fleet = fleet();
                var engine = engine()) {
            fleet.submit(engine, "undisturbed", "go");
            fleet.worker();
            Fleet.await(engine, "the undisturbed session rests", state -> state.phase() == Phase.IDLE);
            var expected = Fleet.messages(engine, "undisturbed");
            assertThat(expected).hasSize(2 + 2 * TURNS);

            var random = new Random(7);
            for (int i = 0; i < sessions; i++) {
                fleet.submit(engine, "s" + i, i % 2 == 0 ? "go" : "go, but ask");
            }
            fleet.worker();
            var answered = new HashSet<String>();
            int killed = 0;
            while (engine.list().stream().anyMatch(state -> state.phase() != Phase.IDLE)) {
                for (var state : engine.list()) {
                    var question = state.question();
                    if (question != null) {
                        assertThat(answered.add(state.id() + question.key()))
                                .as("%s is asked once: %s", state.id(), question)
                                .isTrue();
                        engine.send(
                                state.id(),
                                Input.answer(
                                        state.id() + question.key(),
                                        question.key(),
                                        JsonObject.of("confirmed", true)));
                    }
                    assertThat(state.phase()).as("%s\n%s", state, fleet.output()).isNotEqualTo(Phase.FAILED);
                }
                if (killed < kills) {
                    Thread.sleep(random.nextInt(600));
                    fleet.killOne(random);
                    killed++;
                } else {
                    Thread.sleep(20);
                }
            }
            var ran = Files.readString(fleet.project.resolve("undisturbed/ran"));
            for (int i = 0; i < sessions; i++) {
                var id = "s" + i;
                assertThat(Fleet.messages(engine, id).stream()
                                .map(text -> text.replace(" # asked", "").replace("go, but ask", "go")))
                        .as(id)
                        .isEqualTo(expected);
                assertThat(fleet.project.resolve(id).resolve("ran")).hasContent(ran);
            }
            long questions = IntStream.range(0, TURNS)
                    .filter(turn -> turn % 3 == 1 && turn % 4 != 2)
                    .count();
            assertThat(answered).hasSize((int) (sessions / 2 * questions));
        }
    }
}
