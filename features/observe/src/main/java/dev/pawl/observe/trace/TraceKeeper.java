package dev.pawl.observe.trace;

import dev.pawl.base.FailureText;
import dev.pawl.base.file.OwnerOnly;
import dev.pawl.hooks.trace.Effect;
import dev.pawl.hooks.trace.Trace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Stores the traces of one session in a file beside it, up to a size.
 *
 * <p>A session file is created with the first message; until then the latest traces are kept in memory. A failure to write is
 * reported once and not tried again: traces must not stop a conversation.
 */
public final class TraceKeeper implements Consumer<Trace> {
    private static final int MOST_PENDING = 1_000;
    private static final Set<OpenOption> APPENDING = Set.of(
            StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);

    private final Path session;
    private final Path file;
    private final long largest;
    private final Consumer<String> problems;
    private final ArrayDeque<String> pending = new ArrayDeque<>();
    private boolean failed;

    /**
     * Stores the traces of a session.
     *
     * @param bytes how large both files together may become
     */
    public TraceKeeper(Path session, long bytes, Consumer<String> problems) {
        this.session = session;
        this.file = TraceFile.of(session);
        this.largest = Math.max(2, bytes) / 2;
        this.problems = problems;
    }

    @Override
    public synchronized void accept(Trace trace) {
        if (failed || isTelemetryOnly(trace)) {
            return;
        }
        pending.addLast(TraceLine.of(trace).toJson() + "\n");
        if (pending.size() > MOST_PENDING) {
            pending.removeFirst();
        }
        if (!Files.exists(session)) {
            return;
        }
        try {
            write(String.join("", pending));
            pending.clear();
        } catch (IOException e) {
            failed = true;
            problems.accept("the effects of hooks are no longer recorded, because " + file + " cannot be written: "
                    + FailureText.of(e));
        }
    }

    /** Telemetry measures every piece of an answer; these traces would fill the file. */
    private static boolean isTelemetryOnly(Trace trace) {
        return trace.point().equals("message_update")
                && trace.steps().stream()
                        .allMatch(step -> step.hook().startsWith("builtin:") && step.effect() == Effect.PASSED);
    }

    private void write(String lines) throws IOException {
        var bytes = lines.getBytes(StandardCharsets.UTF_8);
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) + bytes.length > largest) {
            Files.move(file, TraceFile.older(file), StandardCopyOption.REPLACE_EXISTING);
        }
        try (var channel = FileChannel.open(file, APPENDING, OwnerOnly.file(file))) {
            var buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        }
    }
}
