package dev.pawl.ai.http;

import dev.pawl.ai.wire.AnswerTooLarge;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Splits a stream of server-sent events, given in pieces of any size, into events.
 *
 * <p>A line may end in LF, CR or CRLF, wherever the pieces are cut. Every byte is looked at once.
 */
final class SseParser implements EventStream.Frames {
    private static final byte[] DATA = "data".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] EVENT = "event".getBytes(StandardCharsets.US_ASCII);

    /** Gets the events. The bytes are good only during the call. */
    interface Sink {
        void event(@Nullable String name, byte[] data, int from, int length) throws Exception;
    }

    /** An event of this size is none, and neither is a stream that goes on after so many bytes. */
    private static final int LARGEST = 16 << 20;

    private static final long LONGEST = 128L << 20;

    private final Sink sink;
    private long fed;
    private byte[] line = new byte[1024];
    private int lineLength;
    private byte[] data = new byte[1024];
    private int dataLength;
    private boolean hasData;
    private boolean first = true;
    private boolean afterCr;
    private @Nullable String name;
    private byte[] lastName = {};
    private String lastNameText = "";

    SseParser(Sink sink) {
        this.sink = sink;
    }

    @Override
    public void feed(ByteBuffer piece) throws Exception {
        if (piece.hasArray()) {
            feed(piece.array(), piece.arrayOffset() + piece.position(), piece.remaining());
        } else {
            var bytes = new byte[piece.remaining()];
            piece.get(bytes);
            feed(bytes, 0, bytes.length);
        }
    }

    void feed(byte[] bytes, int from, int length) throws Exception {
        fed += length;
        if (fed > LONGEST) {
            throw new AnswerTooLarge("more than " + (LONGEST >> 20) + " MiB");
        }
        int end = from + length;
        int start = from;
        if (afterCr && length > 0) {
            afterCr = false;
            if (bytes[from] == '\n') {
                start++;
            }
        }
        int at = start;
        while (at < end) {
            byte b = bytes[at];
            // One comparison for most bytes.
            if (b > '\r' || (b != '\n' && b != '\r')) {
                at++;
                continue;
            }
            line(bytes, start, at - start);
            if (b == '\r') {
                if (at + 1 == end) {
                    afterCr = true;
                } else if (bytes[at + 1] == '\n') {
                    at++;
                }
            }
            at++;
            start = at;
        }
        keep(bytes, start, end - start);
    }

    /** The stream is over: an event that nothing closed counts, too. */
    @Override
    public void end() throws Exception {
        if (lineLength > 0) {
            line(line, 0, 0);
        }
        dispatch();
    }

    private void keep(byte[] bytes, int from, int length) {
        if (length > 0) {
            line = room(line, lineLength, length);
            System.arraycopy(bytes, from, line, lineLength, length);
            lineLength += length;
        }
    }

    private void line(byte[] bytes, int from, int length) throws Exception {
        if (lineLength > 0) {
            if (bytes != line) {
                keep(bytes, from, length);
            }
            int whole = lineLength;
            lineLength = 0;
            read(line, 0, whole);
        } else {
            read(bytes, from, length);
        }
    }

    private void read(byte[] bytes, int from, int length) throws Exception {
        if (first) {
            first = false;
            if (length >= 3 && bytes[from] == (byte) 0xEF && bytes[from + 1] == (byte) 0xBB) {
                from += 3;
                length -= 3;
            }
        }
        if (length == 0) {
            dispatch();
        } else if (isField(DATA, bytes, from, length)) {
            int value = valueStart(bytes, from + DATA.length, from + length);
            append(bytes, value, from + length - value);
        } else if (isField(EVENT, bytes, from, length)) {
            int value = valueStart(bytes, from + EVENT.length, from + length);
            name = nameOf(bytes, value, from + length);
        }
    }

    /** Mostly the name of the event before. */
    private String nameOf(byte[] bytes, int from, int to) {
        if (!Arrays.equals(lastName, 0, lastName.length, bytes, from, to)) {
            lastName = Arrays.copyOfRange(bytes, from, to);
            lastNameText = new String(lastName, StandardCharsets.UTF_8);
        }
        return lastNameText;
    }

    private void append(byte[] bytes, int from, int length) {
        data = room(data, dataLength, length + 1);
        if (hasData) {
            data[dataLength++] = '\n';
        }
        System.arraycopy(bytes, from, data, dataLength, length);
        dataLength += length;
        hasData = true;
    }

    private void dispatch() throws Exception {
        var event = name;
        int length = dataLength;
        boolean full = hasData;
        name = null;
        dataLength = 0;
        hasData = false;
        if (full) {
            sink.event(event, data, 0, length);
        }
    }

    private static boolean isField(byte[] field, byte[] bytes, int from, int length) {
        return length >= field.length
                && Arrays.equals(field, 0, field.length, bytes, from, from + field.length)
                && (length == field.length || bytes[from + field.length] == ':');
    }

    private static int valueStart(byte[] bytes, int colon, int end) {
        int value = Math.min(colon + 1, end);
        return value < end && bytes[value] == ' ' ? value + 1 : value;
    }

    private static byte[] room(byte[] buffer, int used, int more) {
        if (used + more > LARGEST) {
            throw new AnswerTooLarge("an event of more than " + (LARGEST >> 20) + " MiB");
        }
        return used + more <= buffer.length ? buffer : Arrays.copyOf(buffer, Math.max(buffer.length * 2, used + more));
    }
}
