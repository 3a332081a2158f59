package dev.pawl.tools.shell;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
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

    @BeforeEach
    void needsProc() throws Exception {
        shell = new Shell(System.getenv(), null, new TempFiles(dir));
        assumeTrue(shell.supervises(), "commands have no supervisor here");
        spool = new CommandSpool(dir, "command");
    }

    private Process begun(String command) throws Exception {
        var process = new ProcessBuilder(shell.supervised(command, spool, 0).words())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return process;
    }

    private void awaitExitCode() throws Exception {
        while (spool.ended() == null) {
            Thread.sleep(5);
        }
    }

    @Test
    void output_is_kept_when_the_program_ends_after_the_command_and_before_it_read_anything() throws Exception {
        var process = begun("echo kept");
        awaitExitCode();
        process.getOutputStream().close();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(spool.output()).hasContent("kept");
    }

    @Test
    void output_that_was_read_is_not_kept_twice_and_the_exit_code_is_that_of_the_command() throws Exception {
        var process = begun("echo read; exit 7");
        assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).isEqualTo("read\n");
        process.getOutputStream().write('\n');
        process.getOutputStream().close();
        assertThat(process.waitFor()).isEqualTo(7);
        assertThat(Files.exists(spool.output())).isFalse();
    }
}
