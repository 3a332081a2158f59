package dev.pawl.ai.socket;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Knows where a body ends: after so many bytes, after its last chunk, or with the connection. */
final class BodyEnd {
    private static final long UNKNOWN = -1;
    private static final int LONGEST_SIZE = 15;

    private enum Part {
        SIZE,
        EXTENSION,
        DATA,
        AFTER_DATA,
        TRAILER_START,
        TRAILER
    }

    private final boolean chunked;
    private Part part = Part.SIZE;
    private int digits;
    private long left;
    private boolean reached;

    private BodyEnd(boolean chunked, long left) {
        this.chunked = chunked;
        this.left = left;
        this.reached = !chunked && left == 0;
    }

    static BodyEnd of(ResponseHead head) throws ProtocolException {
        if (!head.hasBody()) {
            return new BodyEnd(false, 0);
        }
        if (head.isChunked()) {
            return new BodyEnd(true, 0);
        }
        var length = head.length();
        return new BodyEnd(false, length == null ? UNKNOWN : length);
    }

    boolean isReached() {
        return reached;
    }

    /** Returns what comes next of the body; nothing if only its frame came. */
    List<ByteBuffer> take(Connection connection) throws IOException {
        var some = connection.some();
        if (some == null) {
            if (chunked || left != UNKNOWN) {
                throw new IOException("the connection ended before the answer did");
            }
            reached = true;
            return List.of();
        }
        if (chunked) {
            return chunks(connection, some);
        }
        if (left == UNKNOWN) {
            return List.of(some);
        }
        int count = (int) Math.min(left, some.remaining());
        connection.untake(some.remaining() - count);
        left -= count;
        reached = left == 0;
        return List.of(some.limit(some.position() + count));
    }

    private List<ByteBuffer> chunks(Connection connection, ByteBuffer some) throws ProtocolException {
        var pieces = new ArrayList<ByteBuffer>();
        while (some.hasRemaining() && !reached) {
            if (part == Part.DATA) {
                int count = (int) Math.min(left, some.remaining());
                pieces.add(some.slice(some.position(), count));
                some.position(some.position() + count);
                left -= count;
                part = left == 0 ? Part.AFTER_DATA : Part.DATA;
            } else {
                frame(some.get());
            }
        }
        connection.untake(some.remaining());
        return pieces;
    }

    private void frame(byte c) throws ProtocolException {
        switch (part) {
            case SIZE -> {
                int digit = Character.digit(c, 16);
                if (digit >= 0 && digits < LONGEST_SIZE) {
                    left = left * 16 + digit;
                    digits++;
                } else if (digits > 0 && (c == ';' || c == ' ' || c == '\t' || c == '\r')) {
                    part = Part.EXTENSION;
                } else if (digits > 0 && c == '\n') {
                    begin();
                } else {
                    throw new ProtocolException("a chunk of its body has no size");
                }
            }
            case EXTENSION -> {
                if (c == '\n') {
                    begin();
                }
            }
            case AFTER_DATA -> {
                if (c == '\n') {
                    part = Part.SIZE;
                } else if (c != '\r') {
                    throw new ProtocolException("a chunk of its body is longer than its size");
                }
            }
            case TRAILER_START -> {
                reached = c == '\n';
                part = c == '\n' || c == '\r' ? Part.TRAILER_START : Part.TRAILER;
            }
            case TRAILER -> part = c == '\n' ? Part.TRAILER_START : Part.TRAILER;
            case DATA -> throw new IllegalStateException("data is no frame");
        }
    }

    private void begin() {
        part = left == 0 ? Part.TRAILER_START : Part.DATA;
        digits = 0;
    }
}
