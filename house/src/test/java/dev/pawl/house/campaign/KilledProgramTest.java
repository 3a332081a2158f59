package dev.pawl.house.campaign;

import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.pawl.ai.demo.Script;
import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import dev.pawl.property.Campaign;
import dev.pawl.property.Needed;
import dev.pawl.testkit.ProgramCommand;
import dev.pawl.testkit.ScriptedModel;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program that is killed while it writes loses nothing it acknowledged, and leaves files old or new, never torn. */
class KilledProgramTest {
    private static final String FILLER = "0123456789abcdef\n".repeat(4_000);
    private static final int WRITES = 60;

    @TempDir
    Path dir;

    private Path home;
    private Path project;
    private Path file;
    private final Set<String> acknowledged = new HashSet<>();

    @BeforeEach
    void prepare() throws IOException {
        home = Files.createDirectory(dir.resolve("home"));
        project = Files.createDirectory(dir.resolve("project"));
        file = project.resolve("a.txt");
    }

    private static String content(int version) {
        return "version " + version + "\n" + FILLER;
    }

    /** Writes the file as a whole and edits it, in turn; every version is one more than the one before. */
    private static Script writing(int first, int many) {
        var turns = new ArrayList<Turn>();
        for (int version = first; version < first + 2 * many; version += 2) {
            turns.add(Turn.calls(call("write", JsonObject.of("path", "a.txt").with("content", content(version)))));
            turns.add(Turn.calls(call(
                    "edit",
                    JsonObject.of("path", "a.txt")
                            .with(
                                    "edits",
                                    List.of(JsonObject.of("oldText", "version " + version + "\n")
                                            .with("newText", "version " + (version + 1) + "\n"))))));
        }
        return Script.of(turns.toArray(Turn[]::new)).endingWith(Turn.text("Done."));
    }

    private void speaksTo(ScriptedModel model) throws IOException {
        RpcProgram.user(
                home, "models.json", model.modelsJson("openai-completions").toString());
    }

    @Test
    void a_kill_at_any_moment_loses_nothing_that_was_acknowledged() throws Exception {
        long seed = Long.getLong("pawl.seed", new Random().nextInt(1_000_000));
        var random = new Random(seed);
        int first = 0;
        for (int kill = 0; kill < Campaign.tries(4, 300); kill++) {
            // The first kill comes after a write, so that there is something to lose.
            int seen = writesUntilKilled(first, kill == 0, random.nextInt(150), random.nextInt(3_000_000));
            int version = version();
            assertThat(version)
                    .as("the version in the file, after seed %s", seed)
                    .isGreaterThanOrEqualTo(seen);
            first = version + 1;
            assertThat(kept()).as("entries, after seed %s", seed).containsAll(acknowledged);
        }
        assertThat(version()).as("files were written meanwhile").isNotNegative();
    }

    /** Returns the last version that the client saw written. */
    private int writesUntilKilled(int first, boolean afterWrite, int records, long nanos) throws Exception {
        int written = -1;
        try (var model = ScriptedModel.playing(writing(first, WRITES))) {
            speaksTo(model);
            try (var program =
                    RpcProgram.start(home, project, "256m", "-c", "--model", "scripted/" + ScriptedModel.MODEL)) {
                program.ask("p", "prompt", JsonObject.of("message", "Go"));
                program.await(
                        "records",
                        all -> all.size() >= records
                                && (!afterWrite || all.stream().anyMatch(KilledProgramTest::isWritten)));
                remember(program.ask("e", "get_entries", JsonObject.empty()));
                for (long until = System.nanoTime() + nanos; System.nanoTime() < until; ) {
                    Thread.onSpinWait();
                }
                for (var record : program.take()) {
                    if (isWritten(record)) {
                        written++;
                    }
                }
                program.process().toHandle().destroyForcibly();
                program.process().waitFor();
            }
        }
        return written < 0 ? -1 : first + written;
    }

    private static boolean isWritten(JsonObject record) {
        return "tool_execution_end".equals(record.get("type")) && !record.bool("isError", true);
    }

    private void remember(JsonObject answer) {
        for (var entry : answer.object("data").objects("entries")) {
            acknowledged.add(String.valueOf(entry.string("id")));
        }
    }

    /** The version that the file holds as a whole; -1 if there is none yet. */
    private int version() throws IOException {
        if (!Files.exists(file)) {
            return -1;
        }
        var text = Files.readString(file);
        var head = text.lines().findFirst().orElse("");
        assertThat(head).as("%s bytes", text.length()).startsWith("version ");
        int version = Integer.parseInt(head.substring("version ".length()));
        assertThat(text.equals(content(version))).as("whole content").isTrue();
        return version;
    }

    /** The ids in all session files; only the last line of a file may be torn. */
    private Set<String> kept() throws IOException {
        var ids = new HashSet<String>();
        for (var session : sessions()) {
            var lines = Files.readString(session).lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                try {
                    ids.add(String.valueOf(JsonObject.parse(lines.get(i)).string("id")));
                } catch (IllegalArgumentException e) {
                    // A line that was torn by an earlier kill stays, and the next entry stands on a line of its own.
                    assertThat(lines.get(i)).startsWith("{");
                }
            }
        }
        return ids;
    }

    private List<Path> sessions() throws IOException {
        var folder = home.resolve(".pi/agent/sessions");
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (var all = Files.walk(folder)) {
            return all.filter(path -> path.toString().endsWith(".jsonl")).toList();
        }
    }

    /** With strace, which kills the program at the n-th call of a kind that one of its threads makes. */
    @ParameterizedTest
    @ValueSource(strings = {"fsync", "ftruncate", "renameat", "unlink", "pwrite64", "rename", "fdatasync", "write"})
    void a_kill_at_every_system_call_leaves_files_whole(String call) throws Exception {
        assumeThat(Campaign.LONG).as("-Dpawl.campaign=long").isTrue();
        Needed.program("strace");
        int most = Campaign.tries(3, 60);
        for (int n = 1; n <= most; n++) {
            int before = version();
            int first = before + 1;
            int status = tracedRun(call, n, first);
            assertThat(version()).isBetween(before, first + 1);
            kept();
            if (status == 0) {
                assertThat(version()).isEqualTo(first + 1);
                return; // No thread makes so many of these calls.
            }
        }
    }

    private int tracedRun(String call, int n, int first) throws Exception {
        try (var model = ScriptedModel.playing(writing(first, 1))) {
            speaksTo(model);
            var command = new ArrayList<>(List.of(
                    "/usr/bin/strace",
                    "-f",
                    "--seccomp-bpf", // Other calls do not stop there.
                    "-qq",
                    "-o",
                    "/dev/null",
                    "-e",
                    "trace=" + call,
                    "-e",
                    "inject=" + call + ":signal=KILL:when=" + n));
            command.addAll(ProgramCommand.of("-c", "-p", "Go"));
            var builder = new ProcessBuilder(command)
                    .directory(project.toFile())
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(dir.resolve("out").toFile())
                    .redirectError(dir.resolve("err").toFile());
            builder.environment().put("HOME", home.toString());
            var process = builder.start();
            // Every system call of every thread stops there, so it takes its time.
            assertThat(process.waitFor(10 * Campaign.PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("%s %s ended; it said: %s", call, n, Files.readString(dir.resolve("err")))
                    .isTrue();
            return process.exitValue();
        }
    }
}
