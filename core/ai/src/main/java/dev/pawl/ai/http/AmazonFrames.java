package dev.pawl.ai.http;

import dev.pawl.ai.wire.AnswerTooLarge;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.ServerSentEvents;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Splits a stream of Amazon's binary events into events.
 *
 * <p>A frame is its length, the length of its headers, a checksum of both, the headers, the payload, and a checksum of
 * all that. The event is named by the header {@code :event-type} or {@code :exception-type}.
 */
final class AmazonFrames implements EventStream.Frames {
    private static final int PRELUDE = 12;
    private static final int CHECKSUM = 4;
    private static final int LARGEST = 16 << 20;
    private static final int TEXT = 7;

    private final ServerSentEvents.Sink sink;
    private byte[] kept = new byte[4096];
    private int length;

    AmazonFrames(ServerSentEvents.Sink sink) {
        this.sink = sink;
    }

    @Override
    public void feed(ByteBuffer piece) throws Exception {
        int more = piece.remaining();
        if (length + more > kept.length) {
            kept = Arrays.copyOf(kept, Math.max(kept.length * 2, length + more));
        }
        piece.get(kept, length, more);
        length += more;
        int at = 0;
        while (length - at >= PRELUDE) {
            int size = size(at);
            if (length - at < size) {
                break;
            }
            frame(at, size);
            at += size;
        }
        System.arraycopy(kept, at, kept, 0, length - at);
        length -= at;
    }

    /** A frame that is not whole has broken off; the reader reports it, as the answer has no end then. */
    @Override
    public void end() {}

    private int size(int at) throws IOException {
        var prelude = ByteBuffer.wrap(kept, at, PRELUDE);
        int size = prelude.getInt();
        int headers = prelude.getInt();
        check(prelude.getInt(), at, PRELUDE - CHECKSUM);
        if (headers < 0 || size < PRELUDE + CHECKSUM || headers > size - PRELUDE - CHECKSUM) {
            throw new IOException("a frame of the stream has lengths that do not fit");
        }
        if (size > LARGEST) {
            throw new AnswerTooLarge("an event of more than " + (LARGEST >> 20) + " MiB");
        }
        return size;
    }

    private void check(int expected, int from, int count) throws IOException {
        var sum = new CRC32();
        sum.update(kept, from, count);
        if ((int) sum.getValue() != expected) {
            throw new IOException("a frame of the stream has a wrong checksum");
        }
    }

    private void frame(int at, int size) throws Exception {
        check(ByteBuffer.wrap(kept, at + size - CHECKSUM, CHECKSUM).getInt(), at, size - CHECKSUM);
        int headers = ByteBuffer.wrap(kept, at + 4, 4).getInt();
        var named = headers(ByteBuffer.wrap(kept, at + PRELUDE, headers));
        var name = named.getOrDefault(
                ":event-type", named.getOrDefault(":exception-type", named.getOrDefault(":error-code", "")));
        int payload = at + PRELUDE + headers;
        int bytes = at + size - CHECKSUM - payload;
        if ("error".equals(named.get(":message-type"))) {
            var words = JsonObject.of("message", named.getOrDefault(":error-message", "no reason"))
                    .toString()
                    .getBytes(StandardCharsets.UTF_8);
            sink.event(name, words, 0, words.length);
        } else {
            sink.event(name, kept, payload, bytes);
        }
    }

    private static Map<String, String> headers(ByteBuffer bytes) throws IOException {
        var headers = new HashMap<String, String>();
        try {
            while (bytes.hasRemaining()) {
                var name = text(bytes, bytes.get() & 0xFF);
                int type = bytes.get();
                switch (type) {
                    case 0, 1 -> {}
                    case 2 -> bytes.get();
                    case 3 -> bytes.getShort();
                    case 4 -> bytes.getInt();
                    case 5, 8 -> bytes.getLong();
                    case 6 -> text(bytes, bytes.getShort() & 0xFFFF);
                    case TEXT -> headers.put(name, text(bytes, bytes.getShort() & 0xFFFF));
                    case 9 -> text(bytes, 16);
                    default -> throw new IOException("a frame of the stream has a header of unknown type " + type);
                }
            }
        } catch (BufferUnderflowException e) {
            throw new IOException("a frame of the stream has headers that do not fit", e);
        }
        return headers;
    }

    private static String text(ByteBuffer bytes, int count) {
        var text = new byte[count];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
