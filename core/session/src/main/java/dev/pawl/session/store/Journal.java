package dev.pawl.session.store;

import dev.pawl.session.ledger.StepLog;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Keeps the entries of sessions in a second place, before their files have them. */
public interface Journal {
    /** Keeps nothing. */
    Journal NONE = new Journal() {
        @Override
        public void append(String session, byte[] line) {}

        @Override
        public @Nullable StepLog steps() {
            return null;
        }

        @Override
        public boolean isSealed() {
            return false;
        }
    };

    /**
     * Keeps a line; if that fails, the session does not get it either.
     *
     * @param session the id of the session
     */
    void append(String session, byte[] line) throws IOException;

    /** Returns where steps of tool calls are kept, before any is taken; null if a file beside the session is enough. */
    @Nullable
    StepLog steps();

    /** Returns whether nothing more is kept: then no call may begin, and no step of one is written down. */
    boolean isSealed();
}
