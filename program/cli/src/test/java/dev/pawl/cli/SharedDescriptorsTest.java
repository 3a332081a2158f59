package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Await;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Another program that has the same standard input and output may have made them fail instead of wait. */
class SharedDescriptorsTest {
    /** More than fits into a pipe. */
    private static final int SIZE = 1_000_003;

    @TempDir
    Path dir;

    private Path pipe;

    @BeforeEach
    void makePipe() throws Exception {
        pipe = dir.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
    }

    private interface Opening<T> {
        T open() throws IOException;
    }

    /** Each end of a pipe is opened when the other one is. */
    private static <T> CompletableFuture<T> opening(Opening<T> opening) {
        var opened = new CompletableFuture<T>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                opened.complete(opening.open());
            } catch (IOException e) {
                opened.completeExceptionally(e);
            }
        });
        return opened;
    }

    /** The descriptors of this process that lead to the pipe, in order. */
    private Descriptor descriptor(String access) throws IOException {
        try (var all = Files.list(Path.of("/proc/self/fd"))) {
            for (var each : all.toList()) {
                if (Files.exists(each) && Files.isSameFile(each, pipe) && has(each, access)) {
                    return new Descriptor(Integer.parseInt(each.getFileName().toString()));
                }
            }
        }
        throw new AssertionError("nothing is open for " + access + " at " + pipe);
    }

    /** Whether it was opened for reading (0) or writing (1). */
    private static boolean has(Path descriptor, String access) throws IOException {
        var info = Files.readString(
                Path.of("/proc/self/fdinfo", descriptor.getFileName().toString()));
        return info.lines().anyMatch(line -> line.startsWith("flags:") && line.endsWith(access));
    }

    @Test
    @EnabledIf("hasProc")
    void all_of_an_answer_is_written_also_where_writing_would_fail_while_nobody_reads() throws Exception {
        var reading = opening(() -> new FileInputStream(pipe.toFile()));
        try (var written = new FileOutputStream(pipe.toFile());
                InputStream in = reading.get()) {
            var descriptor = descriptor("1");
            descriptor.makeNonBlocking();
            var out = StandardOutput.to(written, descriptor);
            var writer = Thread.ofPlatform().daemon().start(() -> {
                out.print("x".repeat(SIZE));
                out.print("the end");
                out.flush();
            });
            // It waits for the reader instead of having failed.
            Await.until("the pipe is full", () -> in.available() >= 60_000);
            var read = in.readNBytes(SIZE + "the end".length());
            writer.join();

            assertThat(new String(read, StandardCharsets.UTF_8)).isEqualTo("x".repeat(SIZE) + "the end");
            assertThat(StandardOutput.problem(out)).isNull();
        }
    }

    @Test
    @EnabledIf("hasProc")
    void input_is_waited_for_also_where_reading_would_return_nothing() throws Exception {
        var writing = opening(() -> new FileOutputStream(pipe.toFile()));
        try (var source = new FileInputStream(pipe.toFile());
                var sent = writing.get()) {
            var descriptor = descriptor("0");
            descriptor.makeNonBlocking();
            var in = new EndableInput(source.getChannel(), descriptor);
            var line = new CompletableFuture<String>();
            var reader = Thread.ofPlatform().daemon().start(() -> {
                try {
                    line.complete(new String(in.readNBytes(6), StandardCharsets.UTF_8));
                } catch (IOException e) {
                    line.completeExceptionally(e);
                }
            });
            Await.until("it waits in a call of the system", () -> !descriptor.makeBlocking() && reader.isAlive());
            sent.write("hello\n".getBytes(StandardCharsets.UTF_8));

            assertThat(line.get()).isEqualTo("hello\n");
        }
    }

    static boolean hasProc() {
        return Files.isDirectory(Path.of("/proc/self/fdinfo"));
    }
}
