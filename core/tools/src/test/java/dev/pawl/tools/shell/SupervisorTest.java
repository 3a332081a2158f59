package dev.pawl.tools.shell;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.machine.Await;
import dev.pawl.machine.Patience;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The supervisor of a command keeps what this program has not read when it ends, however late that is. */
class SupervisorTest {
    @TempDir
    Path dir;

    private Shell shell;
    private CommandSpool spool;
    private Path go;

    private static String marked(String output, int code) {
        return output + "\u001emark " + code + "\u001e";
    }

    @BeforeEach
    void needsProc() throws Exception {
        shell = new Shell(System.getenv(), null, new TempFiles(dir));
        assumeTrue(shell.supervises(), "commands have no supervisor here");
        spool = CommandSpool.in(dir, "command");
        go = dir.resolve("go");
        new ProcessBuilder("mkfifo", go.toString()).start().waitFor();
    }

    private Process begun(String command) throws Exception {
        return begun(command, 0);
    }

    private Process begun(String command, long end) throws Exception {
        var builder = new ProcessBuilder(shell.supervised(command, spool, end).words())
                .directory(dir.toFile())
                .redirectErrorStream(true);
        builder.environment().put(ProcessTree.MARK, "mark");
        var process = builder.start();
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return process;
    }

    private void awaitExitCode() throws Exception {
        Await.until("the exit code is there", () -> spool.ended() != null);
    }

    @Test
    void output_is_kept_when_the_program_ends_after_the_command_and_before_it_read_anything() throws Exception {
        var process = begun("echo kept");
        awaitExitCode();
        process.getOutputStream().close();
        assertThat(process.waitFor(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(spool.output()).hasContent(marked("kept\n", 0));
    }

    @Test
    void output_is_kept_when_the_program_ends_after_it_has_read_it_and_before_it_has_used_it() throws Exception {
        var process = begun("echo kept; read line <go; echo more");
        assertThat(process.inputReader(UTF_8).readLine()).isEqualTo("kept");
        process.getInputStream().close();
        process.getOutputStream().close();
        Files.writeString(go, "\n");
        assertThat(process.waitFor(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(spool.output()).hasContent(marked("kept\nmore\n", 0));
        assertThat(spool.ended()).isEqualTo("0");
    }

    @Test
    void the_exit_code_is_that_of_the_command() throws Exception {
        var process = begun("echo read; exit 7");
        assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).isEqualTo(marked("read\n", 7));
        process.getOutputStream().write('\n');
        process.getOutputStream().close();
        assertThat(process.waitFor()).isEqualTo(7);
    }

    @Test
    void a_command_that_is_asked_to_end_leaves_its_last_words_and_its_exit_code() throws Exception {
        var process = begun("trap 'echo bye; exit 3' TERM; echo ready; while :; do :; done");
        assertThat(process.inputReader(UTF_8).readLine()).isEqualTo("ready");
        new ProcessBuilder("sh", "-c", "kill -s TERM -- -" + process.pid())
                .start()
                .waitFor();
        assertThat(process.inputReader(UTF_8).readLine()).isEqualTo("bye");
        process.getOutputStream().close();
        assertThat(process.waitFor()).isEqualTo(3);
        assertThat(spool.output()).hasContent(marked("ready\nbye\n", 3));
    }

    @Test
    void without_the_program_the_supervisor_ends_a_command_whose_time_is_over() throws Exception {
        var process = begun("echo begun; sleep 600", Instant.now().getEpochSecond() + 1);
        process.getOutputStream().close();
        assertThat(process.waitFor(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(spool.ended()).isEqualTo(CommandSpool.TIMED_OUT);
    }

    @Test
    void what_is_kept_has_a_bound_and_the_command_does_not_notice() throws Exception {
        var process = begun("head -c 120000000 /dev/zero; exit 4");
        process.getInputStream().close();
        process.getOutputStream().close();
        assertThat(process.waitFor(Patience.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(spool.ended()).isEqualTo("4");
        assertThat(spool.output()).hasSize(100 << 20);
    }
}
