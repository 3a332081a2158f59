package dev.pawl.session.store;

import java.io.IOException;

/** A store for the lines of a session. */
public interface LineStore extends AutoCloseable {
    /** Adds one line, whole or not at all, and returns where it stands. */
    long append(byte[] line) throws IOException;

    byte[] read(long offset, int length) throws IOException;

    /** Returns how many bytes of several lines may be read at once; 0 if the place of a line is not that of its first byte. */
    default int readTogether() {
        return 0;
    }

    /** Has everything so far on the disk. */
    void sync() throws IOException;

    @Override
    void close() throws IOException;
}
