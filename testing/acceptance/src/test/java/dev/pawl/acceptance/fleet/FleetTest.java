package dev.pawl.acceptance.fleet;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Durable;
import dev.pawl.fleet.durable.Input;
import dev.pawl.fleet.postgres.PostgresStore;
import dev.pawl.fleet.store.FileStore;
import dev.pawl.fleet.store.StoredDurable;
import dev.pawl.machine.Await;
import dev.pawl.machine.Campaign;
import dev.pawl.machine.Deep;
import dev.pawl.machine.FreePort;
import dev.pawl.machine.PostgresServer;
import dev.pawl.machine.RestateServer;
import dev.pawl.start.attach.SessionState;
import dev.pawl.start.attach.SessionState.Phase;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions that workers advance which are killed, over engines that are killed: nothing is lost or done twice. */
@Deep
class FleetTest {
    private static final int TURNS = Campaign.tries(5, 20);
    private static final int SESSIONS = Campaign.tries(8, 1_000);
    private static final int KILLS = Campaign.tries(4, 100);
    /** The most requests between two kills, so that the kills are spread over the run. */
    private static final int STRIDE = SESSIONS * TURNS / (2 * KILLS);

    /** To ask for a thousand sessions every time costs more than their turns. */
    private static final int LOOK = 1 + SESSIONS / 10;

    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final List<String> HERE = List.of("--place", "here");

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

    /** One command a turn, each leaves a line; some of them have to be approved if the session is told so. */
    private static Turn step(String said, int turn) {
        if (turn >= TURNS) {
            return Turn.text("Done.");
        }
        if (turn % 4 == 2) {
            return Turn.calls(call("write", JsonObject.of("path", "file" + turn, "content", "turn " + turn + "\n")));
        }
        var asked = said.contains("ask") && isAsked(turn) ? " # asked" : "";
        return Turn.calls(
                call("bash", JsonObject.of("command", "echo " + turn + " >> ran; echo turn " + turn + asked)));
    }

    private static boolean isAsked(int turn) {
        return turn % 3 == 1 && turn % 4 != 2;
    }

    /** Something else that fails now and then. */
    @FunctionalInterface
    private interface Trouble {
        void happen() throws Exception;
    }

    private void killed(
            String address, Durable engine, List<List<String>> workers, List<String> places, Trouble trouble)
            throws Exception {
        try (var fleet = new Fleet(dir, address, FleetTest::step, workers)) {
            fleet.user("hooks/asking.java", ASKING);
            fleet.start();
            try {
                fleet.submit(engine, places.getFirst(), "undisturbed", "go");
            } catch (IOException e) {
                throw new AssertionError(fleet.output(), e);
            }
            Fleet.await(engine, "the undisturbed session rests", state -> state.phase() == Phase.IDLE);
            var expected = Fleet.messages(engine, "undisturbed");
            assertThat(expected).hasSize(2 + 2 * TURNS);

            var random = new Random(7);
            long from = System.nanoTime();
            for (int i = 0; i < SESSIONS; i++) {
                fleet.submit(engine, places.get(i % places.size()), "s" + i, i % 2 == 0 ? "go" : "go, but ask");
            }
            var answered = new HashSet<String>();
            int kills = 0;
            while (areAtWork(engine, answered, fleet)) {
                int next = fleet.model.requests() + 1 + random.nextInt(STRIDE);
                var looks = new AtomicInteger();
                Await.until(
                        "sessions go on",
                        () -> all(engine),
                        () -> fleet.model.requests() >= next
                                || looks.getAndIncrement() % LOOK == 0 && !areAtWork(engine, answered, fleet));
                if (kills < KILLS) {
                    fleet.killOne(random);
                    if (++kills % 4 == 0) {
                        trouble.happen();
                    }
                }
            }
            if (Campaign.LONG) {
                long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - from);
                System.out.println(SESSIONS + " sessions of " + TURNS + " turns, " + kills + " kills, "
                        + answered.size() + " answers, " + seconds + " s");
            }
            var ran = Files.readString(fleet.project.resolve("undisturbed/ran"));
            var differences = new ArrayList<String>();
            for (int i = 0; i < SESSIONS; i++) {
                var id = "s" + i;
                var messages = Fleet.messages(engine, id).stream()
                        .map(text -> text.replace(" # asked", "").replace("go, but ask", "go"))
                        .toList();
                var done = Files.readString(fleet.project.resolve(id).resolve("ran"));
                if (!messages.equals(expected) || !done.equals(ran)) {
                    differences.add(id + ": " + difference(expected, messages) + "; ran " + done.replace('\n', ' '));
                }
            }
            assertThat(differences).as("sessions unlike the undisturbed one").isEmpty();
            int questions = 0;
            for (int turn = 0; turn < TURNS; turn++) {
                questions += isAsked(turn) ? 1 : 0;
            }
            assertThat(answered).hasSize(SESSIONS / 2 * questions);
        }
    }

    private static String difference(List<String> expected, List<String> messages) {
        for (int i = 0; i < Math.min(expected.size(), messages.size()); i++) {
            if (!expected.get(i).equals(messages.get(i))) {
                return "message " + i + " is " + messages.get(i) + " instead of " + expected.get(i);
            }
        }
        return messages.size() + " messages instead of " + expected.size();
    }

    private static String all(Durable engine) {
        try {
            return engine.list().stream()
                    .filter(state -> state.phase() != Phase.IDLE)
                    .toList()
                    .toString();
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Answers what is asked; false when all sessions rest. */
    private static boolean areAtWork(Durable engine, Set<String> answered, Fleet fleet) throws IOException {
        List<SessionState> all;
        try {
            all = engine.list();
        } catch (IOException e) {
            return true; // The engine is being started again.
        }
        for (var state : all) {
            assertThat(state.phase()).as("%s\n%s", state, fleet.output()).isNotEqualTo(Phase.FAILED);
            var question = state.question();
            if (question == null) {
                continue;
            }
            var name = state.id() + question.key();
            try {
                engine.send(state.id(), Input.answer(name, question.key(), JsonObject.of("confirmed", true)));
                assertThat(answered.add(name))
                        .as("%s is asked once: %s", state.id(), question)
                        .isTrue();
            } catch (IOException e) {
                // It is tried again.
            }
        }
        // An engine that was just started does not list all of them at once.
        return all.size() <= SESSIONS || all.stream().anyMatch(state -> state.phase() != Phase.IDLE);
    }

    @Test
    void over_files_sessions_end_as_undisturbed_ones_do() throws Exception {
        var folder = dir.resolve("engine");
        try (var engine = new StoredDurable(new FileStore(folder, InstantSource.system()), LEASE)) {
            killed("file:" + folder, engine, List.of(HERE, HERE), List.of("here"), () -> {});
        }
    }

    @Test
    void over_a_database_that_crashes_sessions_end_as_undisturbed_ones_do() throws Exception {
        try (var server = PostgresServer.start(dir);
                var engine = new StoredDurable(
                        new PostgresStore(new org.postgresql.Driver(), "jdbc:" + server.address()), LEASE)) {
            killed(server.address(), engine, List.of(HERE, HERE), List.of("here"), () -> {
                server.kill();
                server.restart();
            });
        }
    }

    /** Takes part where PAWL_RESTATE names the program of the server. */
    @Test
    void over_restate_that_crashes_sessions_end_as_undisturbed_ones_do() throws Exception {
        try (var server = RestateServer.start(dir);
                var engine = TestEngine.restate(server, LEASE)) {
            var workers = List.of(
                    List.of("--place", "here", "--advertise", "http://127.0.0.1:" + FreePort.find()),
                    List.of("--place", "there", "--advertise", "http://127.0.0.1:" + FreePort.find()));
            killed(server.address(), engine, workers, List.of("here", "there"), () -> {
                server.kill();
                server.restart();
            });
        }
    }
}
