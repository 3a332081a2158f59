package dev.pawl.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockFolderTest {
    private static final Duration STALE = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int ROUNDS = 40;
    private static final int PROCESSES = 2;

    @TempDir
    Path dir;

    private static LockFolder take(Path file, Duration patience) throws Exception {
        return LockFolder.take(file, STALE, patience);
    }

    /** Waits for the lock of each file, and counts in the file while it holds the lock. */
    static final class Waiter {
        private Waiter() {}

        public static void main(String[] args) throws Exception {
            var dir = Path.of(args[0]);
            Files.createFile(dir.resolve("ready-" + ProcessHandle.current().pid()));
            Await.until("all are ready", () -> Files.exists(dir.resolve("go")));
            for (int i = 0; i < ROUNDS; i++) {
                var file = dir.resolve("file-" + i);
                try (var _ = take(file, PATIENCE)) {
                    var alone = Files.createFile(dir.resolve("alone-" + i));
                    int count = Files.exists(file) ? Integer.parseInt(Files.readString(file)) : 0;
                    Files.writeString(file, String.valueOf(count + 1));
                    Files.delete(alone);
                }
            }
        }
    }

    @Test
    void two_processes_that_wait_for_a_lock_left_behind_take_it_one_after_the_other() throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            var left = Files.createDirectory(LockFolder.of(dir.resolve("file-" + i)));
            Files.setLastModifiedTime(
                    left, FileTime.from(Instant.now().minus(STALE).minusSeconds(1)));
        }
        var processes = new ArrayList<Process>();
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Waiter.class.getName(),
                            dir.toString())
                    .redirectErrorStream(true)
                    .start());
        }
        Await.until(
                "all are ready",
                () -> ready() == PROCESSES || !processes.stream().allMatch(Process::isAlive));
        Files.createFile(dir.resolve("go"));
        for (var process : processes) {
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
        }
        for (int i = 0; i < ROUNDS; i++) {
            assertThat(dir.resolve("file-" + i)).hasContent(String.valueOf(PROCESSES));
        }
        try (var files = Files.list(dir)) {
            assertThat(files.filter(file -> file.toString().contains(".lock"))).isEmpty();
        }
    }

    private long ready() throws IOException {
        try (var files = Files.list(dir)) {
            return files.filter(file -> file.getFileName().toString().startsWith("ready-"))
                    .count();
        }
    }

    @Test
    void a_lock_that_is_held_is_touched_and_not_taken_over() throws Exception {
        var file = dir.resolve("f");
        var stale = Duration.ofMillis(400);
        try (var _ = LockFolder.take(file, stale, PATIENCE)) {
            var first = Files.getLastModifiedTime(LockFolder.of(file));
            Await.until(
                    "the lock is touched",
                    () -> !Files.getLastModifiedTime(LockFolder.of(file)).equals(first));
            assertThatThrownBy(() -> LockFolder.take(file, STALE, Duration.ZERO))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("delete " + LockFolder.of(file));
        }
        assertThat(LockFolder.of(file)).doesNotExist();
    }

    @Test
    void a_program_that_lost_the_lock_leaves_that_of_the_other_program_alone() throws Exception {
        var file = dir.resolve("f");
        var slept = take(file, PATIENCE);
        Files.setLastModifiedTime(
                LockFolder.of(file), FileTime.from(Instant.now().minus(STALE).minusSeconds(1)));
        var other = take(file, PATIENCE);
        slept.close();
        assertThat(LockFolder.of(file)).exists();
        other.close();
        assertThat(LockFolder.of(file)).doesNotExist();
    }

    @Test
    void something_else_in_place_of_a_lock_is_left_alone() throws Exception {
        var file = dir.resolve("f");
        var folder = Files.createDirectory(LockFolder.of(file));
        Files.writeString(folder.resolve("mine"), "keep");
        Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minusSeconds(60)));
        assertThatThrownBy(() -> take(file, Duration.ZERO)).isInstanceOf(IOException.class);
        assertThat(folder.resolve("mine")).hasContent("keep");
    }

    @Test
    void an_interruption_ends_the_wait() throws Exception {
        var file = dir.resolve("f");
        try (var _ = take(file, PATIENCE)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> take(file, PATIENCE)).isInstanceOf(InterruptedException.class);
        }
    }
}
