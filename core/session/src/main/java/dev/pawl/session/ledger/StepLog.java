package dev.pawl.session.ledger;

import java.io.IOException;
import java.util.List;

/** Keeps the steps of tool calls under way, a line for each, where the next program that opens the session finds them. */
public interface StepLog {
    /** Returns the steps that were kept, without one that was not kept to its end. */
    List<String> read() throws IOException;

    /** Keeps steps; they are kept when this returns. If this throws, they may be kept or not. */
    void add(List<String> steps) throws IOException;

    /** The steps so far are not needed any more. */
    void clear() throws IOException;

    /**
     * Nothing is under way any more: there is nothing left to keep.
     *
     * @param aside whether what is there is put aside for the user to look at
     */
    void end(boolean aside) throws IOException;
}
