package dev.pawl.mcp.wire;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.BoundedLines;
import dev.pawl.base.FailureText;
import dev.pawl.tools.shell.GroupProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A server that this program starts, with one message in each line of its standard input and output. */
public final class StdioTransport implements Transport {
    private static final int MOST_UNSENT = 1_000;
    private static final int LONGEST_OTHER = 400;
    /** How long a program may take to end after the end of its input, and then after the signal. */
    private static final Duration EXIT = Duration.ofMillis(300);

    private static final long LAST_OUTPUT_MILLIS = 200;
    private static final byte[] END_OF_INPUT = {};

    /**
     * What is started.
     *
     * @param environment all variables of the process
     */
    public record Program(List<String> command, Path cwd, Map<String, String> environment) {}

    private final Program program;
    private final LastOutput lastOutput = new LastOutput();
    private final LinkedBlockingQueue<byte[]> unsent = new LinkedBlockingQueue<>(MOST_UNSENT);
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable GroupProcess process;
    private volatile @Nullable Thread errors;
    private volatile boolean closing;

    public StdioTransport(Program program) {
        this.program = program;
    }

    @Override
    public void open(Listener listener) throws IOException {
        var started = GroupProcess.start(program.command(), program.cwd(), program.environment());
        process = started;
        var pipes = started.process();
        // On threads of their own: reading a pipe holds a thread of the operating system in any case.
        errors = Thread.ofPlatform().daemon().name("mcp errors").start(() -> keepErrors(pipes.getErrorStream()));
        Thread.ofPlatform().daemon().name("mcp read").start(() -> read(started, listener));
        Thread.ofVirtual().name("mcp write").start(() -> write(started));
    }

    private void read(GroupProcess from, Listener listener) {
        String why = null;
        try {
            var lines = new BoundedLines(from.process().getInputStream(), Messages.LONGEST);
            for (var line = lines.next(); line != null; line = lines.next()) {
                var messages = Messages.parseAll(line);
                if (messages.isEmpty()) {
                    keepOther(line);
                }
                messages.forEach(listener::message);
            }
        } catch (IOException e) {
            why = e.getMessage();
        } catch (RuntimeException | Error e) {
            // Threads that wait for an answer must be notified.
            why = "what it sent could not be read: " + FailureText.plain(e);
        }
        if (closing) {
            listener.closed("it was closed");
        } else {
            listener.closed(why == null ? ended(from) : why);
            from.kill();
        }
    }

    /** Why the output ended: in most cases because the program has ended. */
    private String ended(GroupProcess from) {
        try {
            boolean gone = from.awaitEnd(LAST_OUTPUT_MILLIS);
            var last = errors;
            if (last != null) {
                last.join(LAST_OUTPUT_MILLIS);
            }
            return gone
                    ? "the program ended with exit code " + from.process().exitValue()
                    : "the program closed its standard output";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "the program ended";
        }
    }

    /** Keeps output that is not a message for the text of a later error. */
    private void keepOther(byte[] line) {
        var text = new String(line, 0, Math.min(line.length, LONGEST_OTHER), StandardCharsets.UTF_8).strip();
        if (!text.isEmpty()) {
            lastOutput.add("(standard output) " + text + "\n");
        }
    }

    private void keepErrors(InputStream in) {
        var piece = new byte[8 * 1024];
        try (in) {
            for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
                lastOutput.add(new String(piece, 0, n, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // The process was ended.
        }
    }

    private void write(GroupProcess to) {
        try (var out = to.process().getOutputStream()) {
            for (var next = unsent.take(); next != END_OF_INPUT; next = unsent.take()) {
                out.write(next);
                if (unsent.isEmpty()) {
                    out.flush();
                }
            }
        } catch (IOException e) {
            // The program no longer reads; the reading thread reports its end.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void send(JsonObject message, Map<String, String> mirrored) throws IOException {
        var line = Json.write(message) + "\n";
        if (over.get() || !unsent.offer(line.getBytes(StandardCharsets.UTF_8))) {
            throw new Closed(over.get() ? "the connection is closed" : "the server does not read what it is sent");
        }
    }

    @Override
    public boolean forget(Object id) {
        return false;
    }

    @Override
    public void agreed(String version) {
        // This transport does not depend on the version.
    }

    @Override
    public String lastOutput() {
        return lastOutput.text();
    }

    /** Closes the input of the program, and ends it and the processes that it started. */
    @Override
    public void close() {
        closing = true;
        var running = process;
        if (!over.compareAndSet(false, true) || running == null) {
            return;
        }
        unsent.clear();
        unsent.add(END_OF_INPUT);
        try {
            running.awaitEnd(EXIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        running.end(EXIT);
    }

    /** The end of the standard error of a server, and of its standard output that is not a message. */
    private static final class LastOutput {
        private static final int KEPT = 2_000;

        private final StringBuilder text = new StringBuilder();

        synchronized void add(String more) {
            text.append(more.length() > KEPT ? more.substring(more.length() - KEPT) : more);
            if (text.length() > 2 * KEPT) {
                text.delete(0, text.length() - KEPT);
            }
        }

        synchronized String text() {
            var whole = text.length() > KEPT ? text.substring(text.length() - KEPT) : text.toString();
            return whole.strip();
        }
    }
}
