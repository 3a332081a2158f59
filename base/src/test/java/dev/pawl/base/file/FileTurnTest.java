package dev.pawl.base.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
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

    private void count(Path counter) {
        try (var _ = FileTurn.take(dir.resolve("lock"), FileTurnTest::open)) {
            int number = Integer.parseInt(Files.readString(counter));
            Files.writeString(counter, String.valueOf(number + 1));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }
}
