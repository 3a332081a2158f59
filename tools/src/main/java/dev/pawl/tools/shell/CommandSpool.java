package dev.pawl.tools.shell;

import dev.pawl.api.json.JsonObject;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a command and its supervisor leave output and exit code, so that they outlive this program.
 *
 * <p>As long as this program runs, it reads the command's pipe and copies it here. When it ends, the supervisor goes on
 * with both. The supervisor writes the exit code in any case: {@code none} if the command never began, {@code timeout} if
 * it was ended because its time was over.
 */
final class CommandSpool implements AutoCloseable {
    static final String NEVER_BEGAN = "none";
    static final String TIMED_OUT = "timeout";

    /** So much is kept: a command that never ends must not fill the disk. */
    private static final long MOST = 100L << 20;

    private final Path output;
    private final Path exit;
    private @Nullable OutputStream stream;
    private long written;

    CommandSpool(Path folder, String name) {
        this.output = folder.resolve(name + ".out");
        this.exit = folder.resolve(name + ".exit");
    }

    Path output() {
        return output;
    }

    Path exit() {
        return exit;
    }

    /** Gets ready for a command; what it writes must not wait for a file to be opened. */
    void begin() throws IOException {
        Files.deleteIfExists(exit);
        write(new byte[0]);
    }

    /** Copies what was read. A full disk must not end the command: then only the copy ends. */
    void write(byte[] chunk) {
        if (written >= MOST) {
            return;
        }
        try {
            var open = stream;
            if (open == null) {
                open = new FileOutputStream(output.toFile(), true);
                stream = open;
            }
            open.write(chunk);
            written += chunk.length;
        } catch (IOException e) {
            written = MOST;
        }
    }

    /** What the supervisor says of the end; null if it has not said it. */
    @Nullable
    String ended() throws IOException {
        try {
            var text = Files.readString(exit);
            return text.endsWith("\n") ? text.strip() : null;
        } catch (NoSuchFileException _) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        if (stream != null) {
            stream.close();
        }
    }

    /** The supervisor of a command, as it can be found again after this program has ended. */
    record Supervisor(long pid, long started, String mark) {
        static Supervisor of(Process process, String mark) {
            return new Supervisor(process.pid(), started(process.toHandle()), mark);
        }

        static @Nullable Supervisor from(JsonObject json) {
            var mark = json.string("mark");
            return mark == null || !(json.get("pid") instanceof Number pid)
                    ? null
                    : new Supervisor(pid.longValue(), json.number("started", 0), mark);
        }

        JsonObject toJson() {
            return JsonObject.of("pid", pid, "started", started).with("mark", mark);
        }

        /** The process, if it still runs and no other one has got its number. */
        @Nullable
        ProcessHandle process() {
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .filter(handle -> started(handle) == started)
                    .orElse(null);
        }

        private static long started(ProcessHandle process) {
            return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        }
    }
}
