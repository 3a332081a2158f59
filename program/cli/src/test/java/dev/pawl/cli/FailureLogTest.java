package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

class FailureLogTest {
    @TempDir
    Path home;

    private Path file() {
        return home.resolve(".pi/agent/crash/failures.log");
    }

    private FailureLog log() {
        return new FailureLog(Places.of(Map.of("HOME", home.toString()), home));
    }

    @Test
    void a_message_that_was_written_for_users_is_the_sentence() {
        assertThat(log().sentence(new IllegalStateException("no tea"))).isEqualTo("no tea");
        assertThat(log().sentence(Refusal.because("no cups"))).isEqualTo("no cups");
        assertThat(log().sentence(new NoSuchFileException("tea.txt"))).contains("tea.txt");
        assertThat(file()).doesNotExist();
    }

    @Test
    void the_stack_of_what_nobody_expected_is_in_a_file_that_the_sentence_names() throws IOException {
        for (var failure : new Throwable[] {
            new NullPointerException("no tea"), new NumberFormatException("no tea"), new StackOverflowError("no tea")
        }) {
            assertThat(log().sentence(failure))
                    .contains(failure.getClass().getSimpleName() + ": no tea", "~/.pi/agent/crash/failures.log")
                    .doesNotContain("\n");
            assertThat(file()).content().contains(failure.getClass().getName() + ": no tea", "\tat dev.pawl.cli.");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void the_file_begins_anew_when_it_is_large() throws IOException {
        log().sentence(new NullPointerException("first"));
        Files.writeString(file(), "x".repeat(2_000_000));
        log().sentence(new NullPointerException("second"));
        assertThat(file()).content().hasSizeLessThan(100_000).contains("second");
    }

    @Test
    void a_sentence_names_no_file_that_could_not_be_written() throws IOException {
        Files.createDirectories(home.resolve(".pi"));
        Files.writeString(home.resolve(".pi/agent"), "a file in its place");
        assertThat(log().sentence(new NullPointerException("no tea"))).endsWith("NullPointerException: no tea");
    }

    @Test
    @ResourceLock(Resources.SYSTEM_ERR)
    void what_ends_a_thread_and_what_is_logged_is_printed_without_a_stack() throws Exception {
        var handler = Thread.getDefaultUncaughtExceptionHandler();
        var err = System.err;
        var printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            log().ofProcess();
            var thread = Thread.ofPlatform().name("kettle").start(() -> {
                throw new NullPointerException("no tea");
            });
            thread.join();
            var logger = System.getLogger("dev.pawl.kitchen");
            logger.log(System.Logger.Level.WARNING, "a cup broke", new NullPointerException("no cup"));
            logger.log(System.Logger.Level.WARNING, "{0} is hot", "tea");
            logger.log(System.Logger.Level.INFO, "nobody needs this");
        } finally {
            System.setErr(err);
            Thread.setDefaultUncaughtExceptionHandler(handler);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .satisfiesExactly(
                        line -> assertThat(line).contains("the thread kettle", "no tea", "failures.log"),
                        line -> assertThat(line).contains("a cup broke", "no cup", "failures.log"),
                        line -> assertThat(line).isEqualTo("tea is hot"));
        assertThat(file()).content().contains("no tea", "no cup", "\tat ");
    }
}
