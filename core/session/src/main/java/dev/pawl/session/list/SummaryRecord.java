package dev.pawl.session.list;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The form in which one summary is cached, behind the path, size and time of the file it was made of. */
final class SummaryRecord {
    private SummaryRecord() {}

    /** Returns a record that begins with its own length. */
    static byte[] encode(FoundFile file, SessionSummary summary) {
        var texts = texts(file, summary);
        int size = 5 * Long.BYTES
                + Integer.BYTES
                + texts.stream().mapToInt(text -> Integer.BYTES + text.length).sum();
        var out = ByteBuffer.allocate(Integer.BYTES + size).putInt(size);
        put(out, texts.getFirst());
        out.putLong(file.size()).putLong(file.modifiedNanos());
        out.putLong(summary.created().toEpochMilli()).putLong(summary.modified().toEpochMilli());
        out.putLong(flags(summary)).putInt(summary.messageCount());
        texts.stream().skip(1).forEach(text -> put(out, text));
        return out.array();
    }

    /** Returns the path at which the buffer stands. */
    static String path(ByteBuffer in) {
        return string(in);
    }

    /** Returns the summary behind path, size and time, at which the buffer stands. */
    static SessionSummary summary(Path path, ByteBuffer in) {
        var created = Instant.ofEpochMilli(in.getLong());
        var modified = Instant.ofEpochMilli(in.getLong());
        long flags = in.getLong();
        int messages = in.getInt();
        return new SessionSummary(
                path,
                string(in),
                string(in),
                optional(in, (flags & 1) != 0),
                optional(in, (flags & 2) != 0),
                created,
                modified,
                messages,
                string(in),
                new SearchText(slice(in)));
    }

    private static List<byte[]> texts(FoundFile file, SessionSummary summary) {
        return Stream.of(
                        file.path().toString(),
                        summary.id(),
                        summary.cwd(),
                        orEmpty(summary.name()),
                        orEmpty(summary.parentSessionPath()),
                        summary.firstMessage(),
                        summary.allMessagesText())
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static long flags(SessionSummary summary) {
        return (summary.name() == null ? 0 : 1) | (summary.parentSessionPath() == null ? 0 : 2);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static void put(ByteBuffer out, byte[] text) {
        out.putInt(text.length).put(text);
    }

    private static @Nullable String optional(ByteBuffer in, boolean present) {
        var text = string(in);
        return present ? text : null;
    }

    private static String string(ByteBuffer in) {
        var text = slice(in);
        return new String(text.array(), text.arrayOffset(), text.remaining(), StandardCharsets.UTF_8);
    }

    private static ByteBuffer slice(ByteBuffer in) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        var slice = in.slice(in.position(), length);
        in.position(in.position() + length);
        return slice;
    }
}
