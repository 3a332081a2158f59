package dev.pawl.session.record;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One line of a session file as it is there, in a buffer that may hold others, too. */
public final class JsonLine {
    private final byte[] bytes;
    private final int from;
    private final int to;
    private final JsonSpan spans;

    private @Nullable Message message;
    private @Nullable String role;

    /** A line from one place of a buffer up to another; white space around it does not belong to it. */
    public JsonLine(byte[] bytes, int from, int to) {
        int first = from;
        int end = to;
        while (end > first && isSpace(bytes[end - 1])) {
            end--;
        }
        while (first < end && isSpace(bytes[first])) {
            first++;
        }
        this.bytes = bytes;
        this.from = first;
        this.to = end;
        this.spans = new JsonSpan(bytes, end);
    }

    /** The value of the field {@code message}, an object, and its role. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    public record Message(
            byte[] bytes, int from, int to, @Nullable String role) {}

    public byte[] bytes() {
        return bytes;
    }

    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    /** Returns whether it is one JSON object in UTF-8 on one line, so that it can be sent as it is. */
    public boolean isJson() {
        return spans.isObject(from) && spans.skip(from) == to && isUtf8();
    }

    /** Returns the message that it holds; null if it is damaged, or has none. */
    public @Nullable Message message() {
        message = null;
        return spans.isObject(from) && spans.object(from, this::field) == to && isUtf8() ? message : null;
    }

    private int field(int nameFrom, int nameTo, int at) {
        if (!spans.is(nameFrom, nameTo, "message")) {
            return spans.skip(at);
        }
        role = null;
        int end = spans.object(at, this::messageField);
        message = spans.isObject(at) && end != JsonSpan.NONE ? new Message(bytes, at, end, role) : null;
        return end;
    }

    private int messageField(int nameFrom, int nameTo, int at) {
        int end = spans.skip(at);
        if (role == null && spans.is(nameFrom, nameTo, "role")) {
            role = spans.string(at, end);
        }
        return end;
    }

    private boolean isUtf8() {
        if (spans.isAscii()) {
            return true;
        }
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b == '\t' || b == '\r';
    }
}
