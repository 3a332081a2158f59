package dev.pawl.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.Await;
import dev.pawl.machine.Campaign;
import dev.pawl.machine.Patience;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PipedProgramsTest {
    private static final int MOST = 1 << 20;
    private static final int CALLS = Campaign.tries(300, 10_000);
    private static final int LEFT = Campaign.tries(5, 500);

    @TempDir
    Path dir;

    private PipedPrograms programs(Map<String, String> environment) {
        return new PipedPrograms(new Shell(environment, null, new TempFiles(dir)), environment, new RunningCommands());
    }

    private PipedPrograms programs() {
        return programs(System.getenv());
    }

    private PipedPrograms.Ended run(PipedPrograms programs, String command, byte[] input, Duration limit)
            throws Exception {
        return programs.run(
                new PipedPrograms.Run(programs.words(command), dir, Map.of("MORE", "m"), input, limit, MOST));
    }

    private PipedPrograms.Ended run(String command, String input) throws Exception {
        return run(programs(), command, input.getBytes(StandardCharsets.UTF_8), Duration.ofSeconds(30));
    }

    private static boolean isAlive(long pid) throws IOException {
        var stat = Path.of("/proc/" + pid + "/stat");
        return ProcessHandle.of(pid).isPresent()
                && (!Files.exists(stat) || !Files.readString(stat).contains(") Z "));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Test
    void input_output_error_and_exit_code_come_apart() throws Exception {
        var ended = run("cat; echo $MORE; echo wrong >&2; exit 3", "in\n");
        assertThat(text(ended.output())).isEqualTo("in\nm\n");
        assertThat(text(ended.error())).isEqualTo("wrong\n");
        assertThat(ended.exit()).isEqualTo(3);
        assertThat(ended.overtime() || ended.flooded()).isFalse();
    }

    @Test
    void one_that_never_reads_its_input_ends_like_any_other() throws Exception {
        var ended = run("echo done", "x".repeat(5 << 20));
        assertThat(text(ended.output())).isEqualTo("done\n");
    }

    @Test
    void one_that_writes_without_end_is_ended() throws Exception {
        var ended = run("yes", "");
        assertThat(ended.flooded()).isTrue();
        assertThat(ended.output()).hasSize(MOST);
    }

    @Test
    void one_that_hangs_is_ended_with_its_children() throws Exception {
        // Longer each time, until the program came so far within it.
        var child = "";
        for (int limit = 100; child.isEmpty(); limit *= 2) {
            var hangs = "sleep 1000 & echo $!; trap '' TERM; sleep 1000";
            var ended = run(programs(), hangs, new byte[0], Duration.ofMillis(limit));
            assertThat(ended.overtime()).isTrue();
            child = text(ended.output()).strip();
        }
        assertThat(isAlive(Long.parseLong(child))).isFalse();
    }

    @Test
    void an_interruption_ends_it() throws Exception {
        var pid = dir.resolve("pid");
        var thread = Thread.ofVirtual().start(() -> {
            try {
                run("echo $$ > " + pid + ".new; mv " + pid + ".new " + pid + "; sleep 1000", "");
            } catch (Exception e) {
                // That is what it is about.
            }
        });
        Await.until("the command runs", () -> Files.exists(pid));
        thread.interrupt();
        thread.join();
        Await.until(
                "it has ended",
                () -> !isAlive(Long.parseLong(Files.readString(pid).strip())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sleep 1000 >/dev/null 2>&1 & echo $! > pid",
                "(nohup setsid sh -c 'echo $$ > pid; exec sleep 1000' >/dev/null 2>&1 &) &",
                // It becomes another program again and again, and has no environment while it does.
                "echo 'exec sh again' > again; setsid sh -c 'echo $$ > pid; exec sh again' >/dev/null 2>&1 &",
            })
    void what_it_left_behind_has_ended_when_the_programs_are_closed(String leaving) throws Exception {
        var pid = dir.resolve("pid");
        for (int i = 0; i < LEFT; i++) {
            var programs = programs();
            run(programs, leaving + "\nwhile ! [ -s pid ]; do :; done", new byte[0], Duration.ofSeconds(30));
            programs.close();
            assertThat(isAlive(Long.parseLong(Files.readString(pid).strip()))).isFalse();
            Files.delete(pid);
        }
    }

    /** A pipe whose reader does not get to run for longer than any reader would wait for silence. */
    private static final class LateStream extends InputStream {
        private final byte[] text;
        private int at;

        LateStream(String text) {
            this.text = text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public int read() throws IOException {
            if (at == 0) {
                try {
                    Thread.sleep(1_000);
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
            return at < text.length ? text[at++] : -1;
        }

        @Override
        public int read(byte[] buffer, int from, int length) throws IOException {
            int one = read();
            buffer[from] = (byte) one;
            return one < 0 ? -1 : 1;
        }
    }

    @Test
    void the_rest_of_an_ended_program_is_read_however_late_the_reader_is() throws Exception {
        var process = new ProcessBuilder("true").start();
        process.waitFor();
        var output = new ByteArrayOutputStream();
        var late = new OutputPump(new LateStream("all of it"), output::writeBytes);
        var none = new OutputPump(InputStream.nullInputStream(), _ -> {});
        var tree = new ProcessTree(process.toHandle(), false, ProcessTree.newMark(null));
        PipedPrograms.rest(tree, late, none, false, System.nanoTime() + Patience.NANOS);
        late.settle();
        assertThat(output.toString(StandardCharsets.UTF_8)).isEqualTo("all of it");
    }

    @Test
    void what_it_left_behind_with_its_pipe_open_is_not_waited_for() throws Exception {
        var programs = programs();
        var ended = run(programs, "sleep 1000 & echo $!", new byte[0], Duration.ofMinutes(10));
        assertThat(ended.overtime()).isFalse();
        assertThat(isAlive(Long.parseLong(text(ended.output()).strip()))).isTrue();
        programs.close();
    }

    @Test
    void what_cannot_be_started_is_said() {
        var programs = programs();
        assertThatThrownBy(() -> programs.run(new PipedPrograms.Run(
                        List.of("no-such-program-at-all"), dir, Map.of(), new byte[0], Duration.ofSeconds(1), MOST)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no-such-program-at-all");
        assertThatThrownBy(() -> programs.run(new PipedPrograms.Run(
                        List.of("true"), dir.resolve("gone"), Map.of(), new byte[0], Duration.ofSeconds(1), MOST)))
                .hasMessageContaining("does not exist");
    }

    @Test
    void many_calls_leave_no_descriptor_and_no_thread() throws Exception {
        var descriptors = Path.of("/proc/self/fd");
        Assumptions.assumeTrue(Files.isDirectory(descriptors), "needs /proc/self/fd");
        var programs = programs();
        for (int i = 0; i < 20; i++) {
            run(programs, "true", new byte[10], Duration.ofSeconds(30));
        }
        long open = count(descriptors);
        int threads = Thread.activeCount();
        for (int i = 0; i < CALLS; i++) {
            run(programs, "true", new byte[10], Duration.ofSeconds(30));
        }
        assertThat(count(descriptors)).isLessThanOrEqualTo(open + 5);
        assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads + 5);
    }

    private static long count(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.count();
        }
    }
}
