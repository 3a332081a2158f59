package dev.pawl.acceptance.campaign;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Campaign;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import dev.pawl.testkit.program.ProgramCommand;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A program that is killed while it writes loses nothing it acknowledged, and leaves files old or new, never torn. */
@Deep
class KilledProgramTest {
    private static final String FILLER = "0123456789abcdef\n".repeat(4_000);
    private static final int WRITES = 60;
    private static final int TRACED_WRITES = 4;

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
        var time = new Campaign.Time();
        int kills = Campaign.tries(4, 300);
        for (int kill = 0; kill < kills && !time.isUp(kill, kills); kill++) {
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
                    // A line that was torn by an earlier kill stays, and the next entry is on a line of its own.
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
    @Tag("campaign")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "fsync",
                "fdatasync",
                "ftruncate",
                "rename",
                "renameat",
                "link",
                "linkat",
                "unlink",
                "unlinkat",
                "mkdir",
                "mkdirat",
                "fchmod",
                "fchmodat",
                "pwrite64",
                "write",
                "openat"
            })
    void a_kill_at_every_system_call_leaves_files_whole(String call) throws Exception {
        atEveryCall(call, "signal=KILL", Campaign.tries(3, 60), (before, first, run) -> {
            assertThat(version()).isBetween(before, last(first));
            kept();
        });
    }

    /** With strace, too: a call fails as on a disk that is full or broken. */
    @Tag("campaign")
    @ParameterizedTest
    @CsvSource({
        "fsync, EIO", "ftruncate, EIO", "renameat, EIO", "linkat, EPERM", "unlinkat, EACCES", "mkdirat, ENOSPC",
        "fchmod, EPERM", "fchmodat, EPERM", "pwrite64, ENOSPC", "pwrite64, EIO", "write, EIO", "openat, EMFILE"
    })
    void a_system_call_that_fails_is_reported_and_leaves_files_whole(String call, String error) throws Exception {
        atEveryCall(call, "error=" + error, Campaign.tries(3, 40), (before, first, run) -> {
            assertThat(version()).isBetween(before, last(first));
            if (run.status() != 0) {
                assertThat(run.err().isBlank() && !failedToReport(dir.resolve("strace")))
                        .as("it ended with %s and does not say why", run.status())
                        .isFalse();
            } else if (run.err().isBlank()) {
                assertThat(version()).as("it ended well").isEqualTo(last(first));
                assertThat(isKept("version " + last(first)))
                        .as("the session has the last edit")
                        .isTrue();
            }
        });
    }

    /** Returns whether the call that failed was one to standard error. */
    private static boolean failedToReport(Path log) throws IOException {
        return Files.readString(log)
                .lines()
                .anyMatch(line -> line.contains("write(2, ") && line.contains("(INJECTED)"));
    }

    private static int last(int first) {
        return first + 2 * TRACED_WRITES - 1;
    }

    private boolean isKept(String text) throws IOException {
        for (var session : sessions()) {
            if (Files.readString(session).contains(text)) {
                return true;
            }
        }
        return false;
    }

    private record Ended(int status, String err) {}

    @FunctionalInterface
    private interface AfterRun {
        void check(int before, int first, Ended run) throws IOException;
    }

    /**
     * Runs the program once for each number of such a call, until no run makes so many of them.
     *
     * <p>Each thread counts for itself, and which thread makes a call differs from run to run, so a number that was not
     * reached is tried again.
     */
    private void atEveryCall(String call, String fault, int most, AfterRun after) throws Exception {
        Needed.program("strace");
        var time = new Campaign.Time();
        // The JVM opens its own files first; each thread counts for itself.
        int step = call.equals("openat") ? 25 : 1;
        int faults = 0;
        int misses = 0;
        for (int n = 1; n <= most && misses < 3; ) {
            int before = version();
            int first = before + 1;
            var log = dir.resolve("strace");
            var run = tracedRun(call, fault + ":when=" + n * step, first, log);
            var where = call + " " + n * step + ": " + run;
            try {
                after.check(before, first, run);
            } catch (AssertionError | IOException e) {
                throw new AssertionError(where + "\n" + Files.readString(log), e);
            }
            if (Files.readString(log).contains(fault.startsWith("error") ? "(INJECTED)" : "killed by SIGKILL")) {
                faults++;
                misses = 0;
                n++;
            } else {
                assertThat(version()).as(where).isEqualTo(last(first));
                misses++;
            }
            if (time.isUp(faults, most)) {
                return;
            }
        }
        System.out.println("campaign: " + fault + " at " + faults + " numbers of " + call);
    }

    private Ended tracedRun(String call, String fault, int first, Path log) throws Exception {
        try (var model = ScriptedModel.playing(writing(first, TRACED_WRITES))) {
            speaksTo(model);
            var command = new ArrayList<>(List.of(
                    "/usr/bin/strace",
                    "-f",
                    "-o",
                    log.toString(),
                    "-e",
                    "trace=" + call,
                    "-e",
                    "inject=" + call + ":" + fault));
            if (fault.startsWith("error")) {
                command.add("--seccomp-bpf"); // Faster; but with it strace 6 counts no calls for signals.
            }
            command.addAll(ProgramCommand.of("-c", "-p", "Go"));
            var builder = new ProcessBuilder(command)
                    .directory(project.toFile())
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(dir.resolve("out").toFile())
                    .redirectError(dir.resolve("err").toFile());
            builder.environment().put("HOME", home.toString());
            var process = builder.start();
            // Every such call of every thread stops there, so it takes its time.
            boolean ended = process.waitFor(10 * Patience.SECONDS, TimeUnit.SECONDS);
            var err = Files.readString(dir.resolve("err"));
            assertThat(ended).as("%s %s ended; it said: %s", call, fault, err).isTrue();
            return new Ended(process.exitValue(), err);
        }
    }
}
