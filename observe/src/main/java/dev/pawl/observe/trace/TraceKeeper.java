package dev.pawl.observe.trace;

import dev.pawl.base.FailureText;
import dev.pawl.hooks.trace.Trace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Keeps the traces of one session in a file beside it, up to a size.
 *
 * <p>A session comes to be as a file with its first message; until then the latest traces are held. What cannot be written is
 * reported once and not tried again: a trace is no reason to stop a conversation.
 */
public final class TraceKeeper implements Consumer<Trace> {
    private static final int HELD = 1_000;
    private static final Set<OpenOption> APPENDING = Set.of(
            StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);

    private final Path session;
    private final Path file;
    private final long most;
    private final Consumer<String> problems;
    private final ArrayDeque<String> held = new ArrayDeque<>();
    private boolean given;

    /**
     * Keeps the traces of a session.
     *
     * @param bytes how large both files together may become
     */
    public TraceKeeper(Path session, long bytes, Consumer<String> problems) {
        this.session = session;
        this.file = TraceFile.of(session);
        this.most = Math.max(2, bytes) / 2;
        this.problems = problems;
    }

    @Override
    public synchronized void accept(Trace trace) {
        if (given || isTelemetryOnly(trace)) {
            return;
        }
        held.addLast(TraceLine.of(trace).toJson() + "\n");
        if (held.size() > HELD) {
            held.removeFirst();
        }
        if (!Files.exists(session)) {
            return;
        }
        try {
            write(String.join("", held));
            held.clear();
        } catch (IOException e) {
            given = true;
            problems.accept(
                    "what hooks do is not kept any more, because " + file + " cannot be written: " + FailureText.of(e));
        }
    }

    /** Telemetry takes the time of every piece of an answer, which would fill the file. */
    private static boolean isTelemetryOnly(Trace trace) {
        return trace.point().equals("message_update")
                && trace.steps().stream()
                        .allMatch(step -> step.hook().startsWith("builtin:") && step.effect() == Trace.Effect.PASSED);
    }

    private void write(String lines) throws IOException {
        var bytes = lines.getBytes(StandardCharsets.UTF_8);
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) + bytes.length > most) {
            Files.move(file, TraceFile.older(file), StandardCopyOption.REPLACE_EXISTING);
        }
        try (var channel = FileChannel.open(file, APPENDING, privately())) {
            var buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        }
    }

    private static FileAttribute<?>[] privately() {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
