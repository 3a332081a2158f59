package dev.pawl.fleet.durable;

import dev.pawl.api.json.JsonObject;
import dev.pawl.start.attach.Question;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A session in the hands of its only writer. */
public interface Claim {
    String session();

    /** Higher than that of every writer before. */
    long token();

    /** The description that the session was submitted with. */
    JsonObject about();

    /** The log, header first. */
    List<String> lines() throws IOException;

    /** Returns what is in the inbox and was not taken yet, in its order. */
    List<Input> inputs() throws IOException;

    /**
     * Adds a line to the log; it is kept when this returns. The same line again at the same place counts once.
     *
     * @param at how many lines there are before it
     * @param takes the input that is done with this line, at once with it; null for none
     * @throws StaleWriter if this is not the writer any more
     */
    void append(int at, String line, @Nullable String takes) throws IOException;

    /** The steps of tool calls that are kept, in their order. */
    List<String> steps() throws IOException;

    /**
     * Keeps steps of tool calls; they are kept when this returns.
     *
     * @param anew whether the steps before are not needed any more
     * @throws StaleWriter if this is not the writer any more
     */
    void keep(List<String> steps, boolean anew) throws IOException;

    /** Removes an input that left no line in the log. */
    void take(String input) throws IOException;

    /** Shows a question whose answer is waited for without letting go of the session; it comes into the inbox. */
    void ask(Question question) throws IOException;

    /** Changes what is known about the session. */
    void note(JsonObject about) throws IOException;

    /** Returns whether the worker before this one ended, or was silent, while it ran the session. */
    boolean isTakenOver();

    /** Returns whether a run was begun, by an input that was taken, and did not come to its end yet. */
    boolean isInRun();

    /** Returns whether the run under way is to end; the answer may be as old as a third of the lease. */
    boolean isCancelled();

    /** Returns whether another writer has taken over, as far as is known. */
    boolean isLost();
}
