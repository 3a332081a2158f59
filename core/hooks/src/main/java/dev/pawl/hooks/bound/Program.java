package dev.pawl.hooks.bound;

import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import dev.pawl.base.Programs;
import dev.pawl.base.Utf8;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Runs a program for a hook: no shell, no input, and never longer or louder than allowed. */
public final class Program {
    private static final long GRACE_SECONDS = 5;
    private static final long PIPES_AFTER_END_MILLIS = 250;

    private Program() {}

    /** A program that cannot be started is a result too: code 1, and the reason in stderr. */
    public static ExecResult run(Path cwd, ExecOptions options, List<String> command) throws InterruptedException {
        if (command.isEmpty()) {
            throw new IllegalArgumentException("exec needs the name of a program");
        }
        var place = options.cwd() == null ? cwd : cwd.resolve(options.cwd());
        Process process;
        try {
            process = new ProcessBuilder(Programs.command(command, System.getenv()))
                    .directory(place.toFile())
                    .start();
            process.getOutputStream().close();
        } catch (IOException e) {
            return new ExecResult("", String.valueOf(e.getMessage()), 1, false, false);
        }
        var room = new AtomicLong(options.maxBuffer());
        var out = new Pipe(process, process.getInputStream(), room);
        var err = new Pipe(process, process.getErrorStream(), room);
        boolean inTime;
        try {
            inTime = await(process, options);
        } catch (InterruptedException e) {
            end(process);
            throw e;
        }
        if (!inTime) {
            end(process);
        }
        int code = process.waitFor();
        // A grandchild may keep the pipes open long after the program ended; what came until now is the output.
        var stdout = out.bytes(PIPES_AFTER_END_MILLIS);
        var stderr = err.bytes(PIPES_AFTER_END_MILLIS);
        var truncated = room.get() < 0;
        var killed = !inTime || truncated;
        return new ExecResult(
                text(stdout, truncated),
                text(stderr, truncated),
                killed ? codeOfKilled(code, truncated) : code,
                killed,
                truncated);
    }

    private static boolean await(Process process, ExecOptions options) throws InterruptedException {
        var timeout = options.timeout();
        if (timeout == null) {
            process.waitFor();
            return true;
        }
        return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Asks the program and all it started to end, and insists after a while. */
    private static void end(Process process) throws InterruptedException {
        var family = process.descendants().toList();
        process.destroy();
        family.forEach(ProcessHandle::destroy);
        if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        family.forEach(ProcessHandle::destroyForcibly);
    }

    /** A character that was cut in two is left out; one that the program left unfinished is shown as such. */
    private static String text(byte[] bytes, boolean truncated) {
        int length = truncated ? Utf8.completeEnd(bytes, bytes.length) : bytes.length;
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    /** A program that was ended has no code of its own: 0, unless its output had to be cut. */
    private static int codeOfKilled(int code, boolean truncated) {
        var own = code > 128 ? 0 : code;
        return truncated && own == 0 ? 1 : own;
    }

    /** Reads one stream of a program on its own thread. */
    private static final class Pipe {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final Thread reader;

        Pipe(Process process, InputStream stream, AtomicLong room) {
            reader = Thread.ofVirtual().start(() -> read(process, stream, room));
        }

        private void read(Process process, InputStream stream, AtomicLong room) {
            var buffer = new byte[8192];
            try (stream) {
                for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                    long before = room.getAndAdd(-n);
                    synchronized (bytes) {
                        bytes.write(buffer, 0, Math.clamp(before, 0, n));
                    }
                    if (before < n) {
                        stream.close();
                        end(process);
                        return;
                    }
                }
            } catch (IOException | InterruptedException e) {
                // The pipe broke because the program was ended. Nobody interrupts this thread.
            }
        }

        byte[] bytes(long patience) throws InterruptedException {
            reader.join(Duration.ofMillis(patience));
            synchronized (bytes) {
                return bytes.toByteArray();
            }
        }
    }
}
