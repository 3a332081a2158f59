package dev.pawl.session.store;

import dev.pawl.api.json.JsonObject;
import dev.pawl.session.record.Bytes;
import dev.pawl.session.record.JsonSpan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * Goes through a session file once and notes where each entry stands, without reading what is in it.
 *
 * <p>Lines are split at LF only. A line that is not a JSON object is passed over. That is known at once for one that does
 * not begin or end like an object, and for the last one, which may be torn; damage in the middle of a line shows when
 * the entry is read.
 */
public final class LineScanner {
    private static final int CHUNK = 1 << 20;
    private static final int HEAD = 512;
    private static final int LONGEST_LINE = Integer.MAX_VALUE - 16;

    private final FileChannel channel;
    private final EntryIndex index;
    private final byte[] head = new byte[HEAD];
    private int headLength;
    private long lineStart;
    private byte last;
    private boolean torn;
    private @Nullable JsonObject header;

    LineScanner(FileChannel channel, EntryIndex index) {
        this.channel = channel;
        this.index = index;
    }

    /** Scans from the beginning to the end as it is now, and returns the end. */
    long scan() throws IOException {
        var buffer = new byte[CHUNK];
        long position = 0;
        for (int n = channel.read(ByteBuffer.wrap(buffer), position); n > 0; ) {
            chunk(buffer, n, position);
            position += n;
            n = channel.read(ByteBuffer.wrap(buffer), position);
        }
        if (position > lineStart) {
            torn = true;
            if (parses(lineStart, position)) {
                line(position);
            }
        }
        return position;
    }

    /** Returns the first line, if it is the header of a session. */
    @Nullable
    JsonObject header() {
        return header;
    }

    /** Returns whether the last line has no end. */
    boolean torn() {
        return torn;
    }

    private void chunk(byte[] bytes, int length, long position) throws IOException {
        int at = 0;
        while (at < length) {
            int lf = lineFeed(bytes, at, length);
            keepHead(bytes, at, lf);
            keepLast(bytes, at, lf);
            if (lf == length) {
                return;
            }
            line(position + lf);
            lineStart = position + lf + 1;
            headLength = 0;
            last = 0;
            at = lf + 1;
        }
    }

    private static int lineFeed(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    private void keepHead(byte[] bytes, int from, int to) {
        int n = Math.min(HEAD - headLength, to - from);
        System.arraycopy(bytes, from, head, headLength, n);
        headLength += n;
    }

    /** The last byte of the line so far that is not space. */
    private void keepLast(byte[] bytes, int from, int to) {
        for (int at = to - 1; at >= from; at--) {
            if (bytes[at] > ' ' || bytes[at] < 0) {
                last = bytes[at];
                return;
            }
        }
    }

    private void line(long end) throws IOException {
        if (last == 0) {
            return; // blank
        }
        long length = end - lineStart;
        if (header == null) {
            header = length > CHUNK ? null : headerOf(read(lineStart, (int) length));
        } else if (last == '}' && length <= LONGEST_LINE && !readHead((int) length)) {
            readWhole((int) length);
        }
    }

    /** Reads type, id and parent off the beginning of a line, where all programs write them. */
    private boolean readHead(int length) {
        var found = new Head(head, headLength);
        if (!found.isComplete()) {
            return false;
        }
        index.add(lineStart, length, String.valueOf(found.id), found.parentId, String.valueOf(found.type));
        return true;
    }

    /** The slow way, for lines that other hands wrote in another order. */
    private void readWhole(int length) throws IOException {
        try {
            var json = JsonObject.parse(read(lineStart, length));
            var id = json.string("id");
            var type = json.string("type");
            if (id != null && type != null) {
                index.add(lineStart, length, id, json.string("parentId"), type);
            }
        } catch (IllegalArgumentException e) {
            // Damaged: it is passed over.
        }
    }

    private boolean parses(long from, long to) throws IOException {
        if (last != '}' || to - from > LONGEST_LINE) {
            return false;
        }
        try {
            JsonObject.parse(read(from, (int) (to - from)));
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The first record must be the header; lines before it that are not records are passed over. */
    private @Nullable JsonObject headerOf(byte[] line) throws NotASession {
        JsonObject json;
        try {
            json = JsonObject.parse(line);
        } catch (IllegalArgumentException e) {
            return null;
        }
        if ("session".equals(json.get("type")) && json.get("id") instanceof String) {
            return json;
        }
        throw new NotASession();
    }

    private byte[] read(long from, int length) throws IOException {
        return Bytes.read(channel, from, length);
    }

    /** The first fields of a line, which may be cut off behind them. */
    private static final class Head {
        private final JsonSpan spans;
        private @Nullable String type;
        private @Nullable String id;
        private @Nullable String parentId;
        private boolean parentSeen;

        Head(byte[] bytes, int length) {
            spans = new JsonSpan(bytes, length);
            spans.object(0, this::field);
        }

        boolean isComplete() {
            return type != null && id != null && parentSeen;
        }

        private int field(int nameFrom, int nameTo, int at) {
            int end = spans.skip(at);
            if (end != JsonSpan.NONE) {
                if (spans.is(nameFrom, nameTo, "type")) {
                    type = spans.string(at, end);
                } else if (spans.is(nameFrom, nameTo, "id")) {
                    id = spans.string(at, end);
                } else if (spans.is(nameFrom, nameTo, "parentId")) {
                    parentId = spans.string(at, end);
                    parentSeen = true;
                }
            }
            return isComplete() ? JsonSpan.NONE : end;
        }
    }

    /** The file holds something else. */
    public static final class NotASession extends IOException {
        private static final long serialVersionUID = 1;

        NotASession() {
            super("its first record is not the header of a session");
        }
    }
}
