package dev.pawl.session.store;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.EntryNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The entries of a session over the place they are kept in; those read lately are at hand. */
public final class StoredLog implements EntryLog {
    private static final int AT_HAND = 4_096;

    private final Entry.Header header;
    private EntryIndex index;
    private LineStore lines;
    private final Map<Integer, Entry> atHand = new Recent();

    public StoredLog(Entry.Header header, EntryIndex index, LineStore lines) {
        this.header = header;
        this.index = index;
        this.lines = lines;
    }

    @Override
    public Entry.Header header() {
        return header;
    }

    @Override
    public int size() {
        return index.size();
    }

    @Override
    public String id(int at) {
        return index.id(at);
    }

    @Override
    public int parent(int at) {
        return index.parent(at);
    }

    @Override
    public String type(int at) {
        return index.type(at);
    }

    @Override
    public int find(String id) {
        return index.find(id);
    }

    @Override
    public Entry entry(int at) {
        var known = atHand.get(at);
        if (known != null) {
            return known;
        }
        var read = read(at);
        atHand.put(at, read);
        return read;
    }

    /** Many at once are read side by side, and are not kept at hand, for they would push out all others. */
    @Override
    public Entry[] entries(int[] indices) {
        if (indices.length < AT_HAND / 4) {
            return EntryLog.super.entries(indices);
        }
        var read = new Entry[indices.length];
        var starts = starts(indices);
        IntStream.range(0, starts.length - 1)
                .parallel()
                .forEach(run -> readTogether(indices, starts[run], starts[run + 1], read));
        return read;
    }

    /** Returns where parts of the indices begin whose lines are read from the file together; the last one is their end. */
    private int[] starts(int[] indices) {
        var starts = IntStream.builder();
        long begin = Long.MAX_VALUE;
        for (int i = 0; i < indices.length; i++) {
            long offset = index.offset(indices[i]);
            if (offset < begin || offset + index.length(indices[i]) - begin > lines.readTogether()) {
                starts.add(i);
                begin = offset;
            }
        }
        return starts.add(indices.length).build().toArray();
    }

    private void readTogether(int[] indices, int from, int to, Entry[] read) {
        long begin = index.offset(indices[from]);
        long end = begin;
        for (int i = from; i < to; i++) {
            end = Math.max(end, index.offset(indices[i]) + index.length(indices[i]));
        }
        var lines = bytes(indices[from], (int) (end - begin));
        for (int i = from; i < to; i++) {
            read[i] = entry(indices[i], lines, (int) (index.offset(indices[i]) - begin));
        }
    }

    /** Returns the line as it is in the file. */
    public byte[] line(int at) {
        return bytes(at, index.length(at));
    }

    /** Returns the first bytes of a line. */
    byte[] bytes(int at, int length) {
        try {
            return lines.read(index.offset(at), length);
        } catch (IOException e) {
            throw new UncheckedIOException("entry " + id(at) + " cannot be read: " + e.getMessage(), e);
        }
    }

    long offset(int at) {
        return index.offset(at);
    }

    int length(int at) {
        return index.length(at);
    }

    /** Writes first, remembers then: memory never holds what the file does not. */
    public void append(Entry entry) throws IOException {
        append(entry, Journal.NONE);
    }

    /** As {@link #append(Entry)}, after the journal has it. */
    void append(Entry entry, Journal journal) throws IOException {
        var line = Json.writeUtf8(entry.toJson());
        journal.append(header.id(), line);
        append(line, entry.id(), entry.parentId(), entry.type());
        remember(entry);
    }

    /** Adds a line as it is. */
    public void append(byte[] line, String id, @Nullable String parentId, String type) throws IOException {
        long offset = lines.append(line);
        index.add(offset, line.length, id, parentId, type);
    }

    /** Keeps the entry that was just added at hand. */
    void remember(Entry entry) {
        atHand.put(index.size() - 1, entry);
    }

    /** Goes on in another store, to which all lines have been copied. */
    void moveTo(LineStore other, EntryIndex places) {
        lines = other;
        index = places;
    }

    LineStore lines() {
        return lines;
    }

    private Entry read(int at) {
        return entry(at, line(at), 0);
    }

    /** A line that turns out to be damaged is an entry of unknown type: in the tree, but not in the context. */
    private Entry entry(int at, byte[] lines, int from) {
        try {
            return Entry.from(JsonObject.parse(lines, from, index.length(at)));
        } catch (IllegalArgumentException e) {
            var parent = parent(at);
            var node = new EntryNode(id(at), parent == NONE ? null : id(parent), header.timestamp());
            return new Entry.Other(node, "unreadable", JsonObject.of("problem", e.getMessage()));
        }
    }

    /** The entries read last. */
    private static final class Recent extends LinkedHashMap<Integer, Entry> {
        private static final long serialVersionUID = 1;

        Recent() {
            super(64, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, dev.pawl.api.session.Entry> eldest) {
            return size() > AT_HAND;
        }
    }
}
