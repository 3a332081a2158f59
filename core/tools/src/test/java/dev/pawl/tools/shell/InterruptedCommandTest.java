package dev.pawl.tools.shell;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.tool.BashOperations;
import dev.pawl.machine.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who interrupts a command is not kept waiting by what does not end, and nothing of it is left in the end. */
class InterruptedCommandTest {
    private static final Duration NEVER = Duration.ofDays(1);
    /** A shell that ignores the request to end, and holds the output open. */
    private static final String STUBBORN = "trap '' TERM; echo $$ > pid; while :; do sleep 0.05; done";

    @TempDir
    Path folder;

    private RunningCommands running = new RunningCommands(Duration.ZERO, NEVER);
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();

    @AfterEach
    void end() {
        running.killAll();
    }

    /** Runs a command, interrupts it when a file is there, and waits until the caller is back. */
    private void interrupt(String command, String ready) throws Exception {
        var environment = System.getenv();
        var bash = new LocalBash(
                new Shell(environment, null, new TempFiles(folder)), () -> environment, running, (line, _) -> line);
        var end = new CompletableFuture<Integer>();
        var caller = Thread.ofVirtual().start(() -> {
            try {
                end.complete(
                        bash.exec(command, folder, new BashOperations.Options(null, environment), output::writeBytes));
            } catch (Exception e) {
                end.completeExceptionally(e);
            }
        });
        Await.until(
                ready + " is there",
                () -> Files.exists(folder.resolve(ready)) && !content(ready).isEmpty());
        caller.interrupt();
        assertThat(end)
                .failsWithin(Duration.ofMinutes(2))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(InterruptedException.class);
    }

    private String content(String name) throws IOException {
        return Files.readString(folder.resolve(name)).strip();
    }

    private boolean isAlive(String name) throws IOException {
        var stat = ProcessStat.of(Long.parseLong(content(name)));
        return !stat.isDead();
    }

    @Test
    void the_caller_is_back_while_what_ignores_the_request_still_runs() throws Exception {
        interrupt("echo begun; " + STUBBORN, "pid");

        assertThat(isAlive("pid")).isTrue();
        assertThat(output.toString(UTF_8)).isEqualTo("begun\n");
    }

    @Test
    void a_command_is_asked_before_its_caller_is_back() throws Exception {
        interrupt("trap 'echo asked > asked' TERM; echo $$ > pid; while :; do sleep 0.05; done", "pid");

        Await.until("the command was asked to end", () -> Files.exists(folder.resolve("asked")));
        assertThat(isAlive("pid")).as("it was asked, and not killed").isTrue();
    }

    @Test
    void what_ignores_the_request_is_killed_in_the_end() throws Exception {
        running = new RunningCommands(Duration.ZERO, Duration.ZERO);

        interrupt(
                "(trap '' TERM; setsid sh -c 'echo $$ > far; exec sleep 1000') & until [ -s far ]; do sleep 0.01;"
                        + " done; " + STUBBORN,
                "pid");

        Await.until("it has been killed", () -> !isAlive("pid") && !isAlive("far"));
    }

    @Test
    void the_end_of_the_program_kills_what_is_still_being_waited_for() throws Exception {
        interrupt(STUBBORN, "pid");

        running.killAll();

        assertThat(isAlive("pid")).isFalse();
    }

    @Test
    void a_command_that_ends_when_asked_has_ended_when_its_caller_is_back() throws Exception {
        running = new RunningCommands(NEVER, NEVER);

        interrupt("sleep 1000 & echo $! > child; echo $$ > pid; wait", "pid");

        assertThat(isAlive("pid")).isFalse();
        assertThat(isAlive("child")).isFalse();
    }
}
