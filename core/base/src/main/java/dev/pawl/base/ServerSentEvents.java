package dev.pawl.base;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Splits a stream of server-sent events, given in pieces of any size, into events, as the WHATWG says.
 *
 * <p>A line may end in LF, CR or CRLF, wherever the pieces are cut. Every byte is looked at once.
 */
public final class ServerSentEvents {
    private static final byte[] DATA = field("data");
    private static final byte[] EVENT = field("event");
    private static final byte[] ID = field("id");
    private static final byte[] RETRY = field("retry");

    /** More digits than these are no time. */
    private static final int DIGITS = 18;

    private final int largest;
    private final Supplier<? extends Exception> tooLarge;
    private final Sink sink;
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
    private @Nullable String id;
    private @Nullable String lastId;
    private long retryMillis = -1;

    /**
     * @param largest the most bytes that an event may have
     * @param tooLarge makes what is thrown for one that has more
     */
    public ServerSentEvents(int largest, Supplier<? extends Exception> tooLarge, Sink sink) {
        this.largest = largest;
        this.tooLarge = tooLarge;
        this.sink = sink;
    }

    /** Receives the events that have data. The bytes are good only during the call. */
    @FunctionalInterface
    public interface Sink {
        void event(@Nullable String name, byte[] data, int from, int length) throws Exception;
    }

    /** Returns the id of the last event that had one, with which a stream is resumed after it; null if none had. */
    public @Nullable String lastId() {
        return lastId;
    }

    /** Returns how long to wait before the stream is requested again; negative if the server names no time. */
    public long retryMillis() {
        return retryMillis;
    }

    public void feed(byte[] bytes, int from, int length) throws Exception {
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

    /** The stream is over: an event that nothing closed counts, too, but not its id, for it may have been cut off. */
    public void end() throws Exception {
        if (lineLength > 0) {
            line(line, 0, 0);
        }
        id = lastId;
        dispatch();
    }

    private void keep(byte[] bytes, int from, int length) throws Exception {
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
            if (length >= 3
                    && bytes[from] == (byte) 0xEF
                    && bytes[from + 1] == (byte) 0xBB
                    && bytes[from + 2] == (byte) 0xBF) {
                from += 3;
                length -= 3;
            }
        }
        int end = from + length;
        if (length == 0) {
            dispatch();
        } else if (isField(DATA, bytes, from, length)) {
            int value = valueStart(bytes, from + DATA.length, end);
            append(bytes, value, end - value);
        } else if (isField(EVENT, bytes, from, length)) {
            name = nameOf(bytes, valueStart(bytes, from + EVENT.length, end), end);
        } else if (isField(ID, bytes, from, length)) {
            var given = text(bytes, valueStart(bytes, from + ID.length, end), end);
            id = given.indexOf('\0') < 0 ? given : id;
        } else if (isField(RETRY, bytes, from, length)) {
            retry(text(bytes, valueStart(bytes, from + RETRY.length, end), end));
        }
    }

    /** Mostly the name of the event before. */
    private String nameOf(byte[] bytes, int from, int to) {
        if (!Arrays.equals(lastName, 0, lastName.length, bytes, from, to)) {
            lastName = Arrays.copyOfRange(bytes, from, to);
            lastNameText = text(bytes, from, to);
        }
        return lastNameText;
    }

    private void retry(String digits) {
        if (!digits.isEmpty()
                && digits.length() <= DIGITS
                && digits.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
            retryMillis = Long.parseLong(digits);
        }
    }

    private void append(byte[] bytes, int from, int length) throws Exception {
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
        lastId = id;
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

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    private static byte[] field(String name) {
        return name.getBytes(StandardCharsets.US_ASCII);
    }

    private byte[] room(byte[] buffer, int used, int more) throws Exception {
        if (used + more > largest) {
            throw tooLarge.get();
        }
        return used + more <= buffer.length ? buffer : Arrays.copyOf(buffer, Math.max(buffer.length * 2, used + more));
    }
}
