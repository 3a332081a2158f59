package dev.pawl.session;

import dev.pawl.api.session.Entry;
import java.io.IOException;

/** Receives the entries of a session in the order of its file. */
@FunctionalInterface
public interface EntryVisitor {
    /**
     * Receives one entry.
     *
     * @param parent the place of the parent, or -1
     */
    void visit(int place, int parent, Entry entry) throws IOException;
}
