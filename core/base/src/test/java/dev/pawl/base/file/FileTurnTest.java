package dev.pawl.base.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTurnTest {
    @TempDir
    Path dir;

    @Test
    void threads_that_open_and_close_the_lock_file_all_the_time_take_turns() throws Exception {
        var counter = Files.writeString(dir.resolve("counter"), "0");
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 8; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int n = 0; n < 50; n++) {
                    count(counter);
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        assertThat(counter).hasContent("400");
    }

    @Test
    void threads_whose_lock_file_stays_open_take_turns_with_others() throws Exception {
        var counter = Files.writeString(dir.resolve("counter"), "0");
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 4; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int n = 0; n < 25; n++) {
                    count(counter);
                }
            }));
            threads.add(Thread.ofPlatform().start(() -> {
                for (int n = 0; n < 5; n++) {
                    countStayingOpen(counter);
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        assertThat(counter).hasContent("200");
    }

    @Test
    void a_turn_is_free_when_any_thread_has_ended_it() throws Exception {
        var lock = dir.resolve("lock");
        var turn = FileTurn.take(lock, FileTurnTest::open);
        var other = FileTurn.take(dir.resolve("other"), FileTurnTest::open);
        assertThat(FileTurn.tryTake(lock, FileTurnTest::open)).isNull();

        var waiting = new FutureTask<>(() -> FileTurn.take(lock, FileTurnTest::open));
        Thread.ofVirtual().start(waiting);
        var ending = new FutureTask<Void>(() -> {
            turn.close();
            return null;
        });
        Thread.ofPlatform().start(ending);
        ending.get();
        waiting.get().close();
        try (var again = FileTurn.tryTake(lock, FileTurnTest::open)) {
            assertThat(again).isNotNull();
        }
        other.close();
    }

    @Test
    void a_thread_that_waits_for_its_turn_can_be_interrupted() throws Exception {
        var lock = dir.resolve("lock");
        try (var _ = FileTurn.take(lock, FileTurnTest::open)) {
            var waiting = new FutureTask<>(() -> FileTurn.take(lock, FileTurnTest::open));
            var thread = Thread.ofVirtual().start(waiting);
            thread.interrupt();
            assertThatThrownBy(waiting::get).hasCauseInstanceOf(FileLockInterruptionException.class);
        }
        FileTurn.take(lock, FileTurnTest::open).close();
    }

    @Test
    void a_turn_whose_file_cannot_be_opened_is_free_again() throws Exception {
        var lock = dir.resolve("missing/lock");
        assertThatThrownBy(() -> FileTurn.take(lock, FileTurnTest::open)).isInstanceOf(NoSuchFileException.class);
        Files.createDirectory(lock.getParent());
        FileTurn.take(lock, FileTurnTest::open).close();
    }

    private void count(Path counter) {
        try (var _ = FileTurn.take(dir.resolve("lock"), FileTurnTest::open)) {
            add(counter);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void countStayingOpen(Path counter) {
        try (var lock = new FileTurn.StayingOpen(dir.resolve("lock"), FileTurnTest::open)) {
            for (int i = 0; i < 5; i++) {
                try (var _ = lock.take()) {
                    add(counter);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void add(Path counter) throws IOException {
        int number = Integer.parseInt(Files.readString(counter));
        Files.writeString(counter, String.valueOf(number + 1));
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }
}
