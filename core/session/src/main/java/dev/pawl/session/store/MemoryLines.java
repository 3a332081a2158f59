package dev.pawl.session.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Lines in memory: for a session that is not kept, not yet, or elsewhere. The place of a line is its number. */
public class MemoryLines implements LineStore {
    private final List<byte[]> lines;

    public MemoryLines() {
        this(List.of());
    }

    /** @param lines the first of them */
    public MemoryLines(List<byte[]> lines) {
        this.lines = new ArrayList<>(lines);
    }

    @Override
    public long append(byte[] line) throws IOException {
        lines.add(line);
        return lines.size() - 1L;
    }

    @Override
    public byte[] read(long offset, int length) {
        return lines.get((int) offset);
    }

    @Override
    public void sync() {}

    @Override
    public void close() throws IOException {}
}
