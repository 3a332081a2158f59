package dev.pawl.acceptance.fleet;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Pawl;
import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Durable;
import dev.pawl.fleet.postgres.PostgresStore;
import dev.pawl.fleet.store.FileStore;
import dev.pawl.fleet.store.StoredDurable;
import dev.pawl.machine.Await;
import dev.pawl.machine.FreePort;
import dev.pawl.machine.PostgresServer;
import dev.pawl.machine.RestateServer;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.SessionPaths;
import dev.pawl.start.attach.SessionState.Phase;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prints what engines cost, beside the same work without one; only with {@code -Pfigures}. */
@Tag("figures")
class FleetFiguresTest {
    private static final int SESSIONS = Integer.getInteger("pawl.figures.sessions", 60);
    private static final int TURNS = Integer.getInteger("pawl.figures.turns", 20);
    private static final Duration LEASE = Duration.ofSeconds(30);

    @TempDir
    Path dir;

    private static Turn step(String said, int turn) {
        return turn >= TURNS
                ? Turn.text("Done.")
                : Turn.calls(call("write", JsonObject.of("path", "file" + turn, "content", "turn " + turn + "\n")));
    }

    private static void print(String what, long nanos, int sessions) {
        System.out.printf("%-40s %6.1f turns/s, %5.2f s%n", what, sessions * (TURNS + 1) / (nanos / 1e9), nanos / 1e9);
    }

    private static Duration processor(ProcessHandle process) {
        return process.info().totalCpuDuration().orElseThrow();
    }

    private static void printProcessor(String whose, Duration before, Duration after) {
        System.out.printf(
                "%-40s %6.2f ms of processor time a turn%n",
                "  " + whose, after.minus(before).toNanos() / 1e6 / (SESSIONS * (TURNS + 1)));
    }

    /** The same sessions, four at a time, by agents in this process: first some that nobody counts. */
    @Test
    void without_an_engine() throws Exception {
        try (var model = new ConversationModel(FleetFiguresTest::step)) {
            var home = Files.createDirectories(dir.resolve("home/.pi/agent"));
            Files.writeString(home.resolve("models.json"), model.modelsJson());
            try (var pawl = Pawl.with(Map.of("HOME", dir.resolve("home").toString(), "PATH", System.getenv("PATH")))) {
                run(pawl, "warm", SESSIONS / 3);
                var before = processor(ProcessHandle.current());
                print("without an engine", run(pawl, "s", SESSIONS), SESSIONS);
                printProcessor("of this process, with the model", before, processor(ProcessHandle.current()));
            }
        }
    }

    private long run(Pawl pawl, String name, int sessions) throws Exception {
        var free = new Semaphore(4);
        var failures = Collections.synchronizedList(new ArrayList<Throwable>());
        var threads = new ArrayList<Thread>();
        long from = System.nanoTime();
        for (int i = 0; i < sessions; i++) {
            var cwd = Files.createDirectories(dir.resolve("project").resolve(name + i));
            free.acquire();
            threads.add(Thread.startVirtualThread(() -> {
                try (var agent = pawl.agent(cwd)
                        .model("scripted/by-turn")
                        .sessions(new Sessions(SessionPaths.below(dir.resolve("agent")), SessionOptions.standard()))
                        .start()) {
                    agent.prompt("go");
                } catch (Exception | Error e) {
                    failures.add(e);
                } finally {
                    free.release();
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        return System.nanoTime() - from;
    }

    private void over(String what, String address, Durable engine, List<List<String>> workers, List<String> places)
            throws Exception {
        try (var fleet = new Fleet(dir, address, FleetFiguresTest::step, workers)) {
            fleet.start();
            submit(fleet, engine, places, "warm", SESSIONS / 3);
            var before = fleet.processor();
            var here = processor(ProcessHandle.current());
            print(what, submit(fleet, engine, places, "s", SESSIONS), SESSIONS);
            printProcessor("of the workers", before, fleet.processor());
            printProcessor("of this process, with the model", here, processor(ProcessHandle.current()));
        }
    }

    private static long submit(Fleet fleet, Durable engine, List<String> places, String name, int sessions)
            throws Exception {
        long from = System.nanoTime();
        for (int i = 0; i < sessions; i++) {
            fleet.submit(engine, places.get(i % places.size()), name + i, "go");
        }
        // One after the other: to ask for all of them over and over costs more than their turns.
        for (int i = 0; i < sessions; i++) {
            var id = name + i;
            Await.value(id + " rests", () -> engine.find(id), state -> {
                assertThat(state.phase()).as(state::toString).isNotEqualTo(Phase.FAILED);
                return state.phase() == Phase.IDLE;
            });
        }
        return System.nanoTime() - from;
    }

    private static final List<String> HERE = List.of("--place", "here");

    @Test
    void over_files() throws Exception {
        var folder = dir.resolve("engine");
        try (var engine = new StoredDurable(new FileStore(folder, InstantSource.system()), LEASE)) {
            over("files, one worker", "file:" + folder, engine, List.of(HERE), List.of("here"));
        }
    }

    @Test
    void over_files_with_two_workers() throws Exception {
        var folder = dir.resolve("engine");
        try (var engine = new StoredDurable(new FileStore(folder, InstantSource.system()), LEASE)) {
            over("files, two workers", "file:" + folder, engine, List.of(HERE, HERE), List.of("here"));
        }
    }

    @Test
    void over_postgresql() throws Exception {
        try (var server = PostgresServer.start(dir);
                var engine = new StoredDurable(
                        new PostgresStore(new org.postgresql.Driver(), "jdbc:" + server.address()), LEASE)) {
            over("PostgreSQL, one worker", server.address(), engine, List.of(HERE), List.of("here"));
        }
    }

    @Test
    void over_restate() throws Exception {
        try (var server = RestateServer.start(dir);
                var engine = TestEngine.restate(server, LEASE)) {
            var port = "http://127.0.0.1:" + FreePort.find();
            over(
                    "Restate, one worker",
                    server.address(),
                    engine,
                    List.of(List.of("--place", "here", "--advertise", port)),
                    List.of("here"));
        }
    }
}
