package dev.pawl.acceptance.fleet;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Durable;
import dev.pawl.machine.Await;
import dev.pawl.machine.Campaign;
import dev.pawl.machine.Deep;
import dev.pawl.start.attach.SessionState.Phase;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Workers of one place whose homes differ, and which are killed: no effect takes place twice, and the model is told of none
 * that it took place if it did not.
 */
@Deep
class TwoHomesTest {
    private static final int TURNS = 5;
    private static final int SESSIONS = Campaign.tries(8, 200);
    private static final int KILLS = Campaign.tries(4, 20);

    /** A tool of which nobody can find out what it did. */
    private static final String STAMP = """
        import module dev.pawl.api;
        import java.nio.file.*;

        class Dropped implements Hook {
            public void install(Host pi) {
                pi.tool(Tool.of("stamp", "Leaves a line.", JsonObject.parse("{\\"type\\":\\"object\\"}"), (arguments, ctx) -> {
                    Files.writeString(ctx.project().cwd().resolve("ran"), arguments.string("line", "") + "\\n",
                            StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                    Thread.sleep(50);
                    return ToolOutput.text("stamped " + arguments.string("line", ""));
                }));
            }
        }
        """;

    @TempDir
    Path dir;

    private static Turn step(String said, int turn) {
        if (turn >= TURNS) {
            return Turn.text("Done.");
        }
        var line = "line" + turn;
        return turn % 2 == 0
                ? Turn.calls(bash(line + "a"), stamp(line + "b"), bash(line + "c"))
                : Turn.calls(stamp(line + "a"));
    }

    private static dev.pawl.testkit.model.Script.Call bash(String line) {
        return call("bash", JsonObject.of("command", "sleep 0.1; echo " + line + " >> ran; echo stamped " + line));
    }

    private static dev.pawl.testkit.model.Script.Call stamp(String line) {
        return call("stamp", JsonObject.of("line", line));
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "postgresql", "restate"})
    void nothing_is_done_twice(String kind) throws Exception {
        try (var over = TestEngine.over(kind, dir);
                var fleet = new Fleet(dir, over.address(), TwoHomesTest::step, over.workers(), 2)) {
            fleet.user("hooks/stamp.java", STAMP);
            fleet.start();
            var random = new Random(11);
            for (int i = 0; i < SESSIONS; i++) {
                fleet.submit(over.engine(), over.place(i), "s" + i, "go");
            }
            int stride = SESSIONS * (TURNS + 1) / (2 * KILLS);
            int kills = 0;
            while (kills < KILLS && !rest(over.engine())) {
                int next = fleet.model.requests() + 1 + random.nextInt(stride);
                Await.until(
                        "sessions go on", fleet::output, () -> fleet.model.requests() >= next || rest(over.engine()));
                fleet.killOne(random);
                kills++;
            }
            Fleet.await(over.engine(), "all sessions rest", state -> state.phase() == Phase.IDLE);
            int unknown = 0;
            for (int i = 0; i < SESSIONS; i++) {
                unknown += unknown(over.engine(), "s" + i, fleet.project.resolve("s" + i));
            }
            System.out.println(kind + ": " + SESSIONS + " sessions of " + (TURNS / 2 + 1) * 3 + " + " + TURNS / 2
                    + " effects, " + kills + " kills, " + unknown + " ends unknown, none twice");
        }
    }

    private static boolean rest(Durable engine) throws IOException {
        return engine.list().stream().allMatch(state -> state.phase() == Phase.IDLE);
    }

    /** Compares what was done with what the model was told; returns of how many calls the end is unknown. */
    private static int unknown(Durable engine, String session, Path folder) throws IOException {
        var ran = Files.readAllLines(folder.resolve("ran"));
        assertThat(ran).as("what session %s did", session).doesNotHaveDuplicates();
        var done = new HashSet<>(ran);
        int unknown = 0;
        for (var message : Fleet.messages(engine, session)) {
            if (!message.startsWith("toolResult")) {
                continue;
            }
            var told = new ArrayList<String>();
            for (var word : message.split("[^a-z0-9]+")) {
                if (word.matches("line\\d[abc]")) {
                    told.add(word);
                }
            }
            if (message.contains("not known")) {
                unknown++;
            } else {
                assertThat(told).as(message).hasSize(1);
                assertThat(done).as(session).containsAll(told);
            }
        }
        return unknown;
    }

    @Test
    void what_a_command_came_to_is_unknown_where_nothing_of_it_can_be_seen() throws Exception {
        try (var over = TestEngine.over("file", dir);
                var fleet = new Fleet(
                        dir,
                        over.address(),
                        (_, turn) -> turn == 0
                                ? Turn.calls(call(
                                        "bash",
                                        JsonObject.of("command", "echo once >> ran; touch begun; sleep 1; exit 3")))
                                : Turn.text("Done."),
                        List.of(List.of("--place", "here")),
                        2)) {
            fleet.start();
            fleet.submit(over.engine(), "here", "s", "go");
            var folder = fleet.project.resolve("s");
            Await.until("the command runs", fleet::output, () -> Files.exists(folder.resolve("begun")));
            // As on another machine: neither the files of the first home are there, nor its processes.
            Files.move(fleet.home, dir.resolve("away"));
            fleet.killAll();
            Fleet.await(over.engine(), "the session rests", state -> state.phase() == Phase.IDLE);
            assertThat(Fleet.messages(over.engine(), "s"))
                    .as(fleet.output())
                    .filteredOn(message -> message.startsWith("toolResult"))
                    .singleElement()
                    .asString()
                    .contains("not known");
            assertThat(folder.resolve("ran")).hasContent("once");
        }
    }
}
