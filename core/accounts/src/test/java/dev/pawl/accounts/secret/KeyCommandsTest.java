package dev.pawl.accounts.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.Await;
import dev.pawl.machine.Patience;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class KeyCommandsTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private Map<String, String> environment() {
        var environment = new HashMap<String, String>();
        environment.put("PATH", System.getenv("PATH"));
        environment.put("FOLDER", folder.toString());
        return environment;
    }

    private static String text(Resolved resolved) {
        return switch (resolved) {
            case Resolved.Value(var secret) -> secret.value();
            case Resolved.Missing(var why) -> "missing: " + why;
        };
    }

    private String run(String command) throws InterruptedException {
        return text(KeyCommands.everyTime(environment(), LONG).run(command, "The key"));
    }

    @Test
    void the_output_without_the_space_around_it_is_the_value() throws Exception {
        assertThat(run("printf '  sk-1\\n\\n'")).isEqualTo("sk-1");
        assertThat(run("echo a | tr a b && echo noise >&2")).isEqualTo("b");
    }

    @Test
    void it_sees_the_environment_it_was_given_and_no_other_and_nothing_to_read() throws Exception {
        assertThat(run("echo $FOLDER$HOME")).isEqualTo(folder.toString());
        assertThat(run("cat; echo done")).isEqualTo("done");
    }

    @Test
    void one_that_fails_is_named_without_its_arguments_and_its_output() throws Exception {
        assertThat(run("TOKEN=sk-secret /usr/bin/env sh -c 'echo sk-secret; exit 3'"))
                .isEqualTo("missing: The key comes from the command \"env\", which ended with exit code 3. Run the"
                        + " command in a terminal to see why.");
        assertThat(run("no-such-program-here")).contains("\"no-such-program-here\"", "exit code 127");
        assertThat(run("true")).contains("\"true\", which wrote nothing");
        assertThat(run("yes sk-secret | head -c 100000"))
                .contains("far more than a key")
                .doesNotContain("secret");
        assertThat(run("printf 'sk-secret\\nsk-secret'"))
                .contains("a line break")
                .doesNotContain("secret");
    }

    @Test
    void one_that_hangs_is_ended_with_all_it_started() throws Exception {
        // Longer each time, until the command came so far within it.
        var pid = folder.resolve("pid");
        for (int limit = 100; !Files.exists(pid); limit *= 2) {
            var commands = KeyCommands.everyTime(environment(), Duration.ofMillis(limit));
            var hangs = "sleep 600 & echo $! > $FOLDER/pid.new; mv $FOLDER/pid.new $FOLDER/pid; echo sk-secret; wait";
            assertThat(text(commands.run(hangs, "The key")))
                    .contains("did not end within ")
                    .doesNotContain("secret");
        }
        var child = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
        if (child.isPresent()) {
            child.get().onExit().get(Patience.SECONDS, TimeUnit.SECONDS);
        }
    }

    @Test
    void one_that_leaves_a_process_holding_its_output_is_not_waited_for() throws Exception {
        var result = run("echo sk-1; sleep 600 & echo $! > $FOLDER/pid");

        ProcessHandle.of(Long.parseLong(Files.readString(folder.resolve("pid")).strip()))
                .ifPresent(ProcessHandle::destroyForcibly);
        assertThat(result).isEqualTo("sk-1");
    }

    @Test
    void an_interruption_ends_it() throws Exception {
        var fifo = folder.resolve("pid");
        var commands = KeyCommands.everyTime(environment(), LONG);
        var waiting = Thread.currentThread();
        Thread.ofVirtual().start(() -> {
            try {
                Await.until("the command runs", () -> Files.exists(fifo));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            waiting.interrupt();
        });

        assertThatThrownBy(() ->
                        commands.run("echo $$ > $FOLDER/pid.new; mv $FOLDER/pid.new $FOLDER/pid; sleep 600", "The key"))
                .isInstanceOf(InterruptedException.class);
        ProcessHandle.of(Long.parseLong(Files.readString(fifo).strip()))
                .ifPresent(process -> process.onExit().join());
    }

    @Test
    void it_runs_every_time_or_until_it_has_succeeded_once() throws Exception {
        var count = "echo x >> $FOLDER/runs; wc -l < $FOLDER/runs";
        var failsFirst = "echo x >> $FOLDER/tries; [ $(wc -l < $FOLDER/tries) -gt 1 ] && wc -l < $FOLDER/tries";
        var once = KeyCommands.once(environment(), LONG);

        assertThat(run(count)).isEqualTo("1");
        assertThat(run(count)).isEqualTo("2");
        assertThat(text(once.run(count, "The key"))).isEqualTo("3");
        assertThat(text(once.run(count, "The key"))).isEqualTo("3");
        once.forget();
        assertThat(text(once.run(count, "The key"))).isEqualTo("4");
        assertThat(text(once.run(failsFirst, "The key"))).startsWith("missing");
        assertThat(text(once.run(failsFirst, "The key"))).isEqualTo("2");
        assertThat(text(once.run(failsFirst, "The key"))).isEqualTo("2");
    }
}
