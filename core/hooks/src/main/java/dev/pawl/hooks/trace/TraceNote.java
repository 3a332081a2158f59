package dev.pawl.hooks.trace;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A note by a handler of the program itself about its call, for traces; set by the thread that runs it. */
public final class TraceNote {
    private static final ThreadLocal<@Nullable String> NOTE = new ThreadLocal<>();

    /** How many threads have one: a thread that is asked for its first variable makes a table for it. */
    private static final AtomicInteger NOTES = new AtomicInteger();

    private TraceNote() {}

    /** Adds a note about the call that runs on this thread. */
    public static void add(String words) {
        var before = NOTE.get();
        if (before == null) {
            NOTES.incrementAndGet();
        }
        NOTE.set(before == null ? words : before + "; " + words);
    }

    /** Returns the note that was set on this thread since the last time; null for none. */
    public static @Nullable String take() {
        if (NOTES.get() == 0) {
            return null;
        }
        var note = NOTE.get();
        if (note != null) {
            NOTE.remove();
            NOTES.decrementAndGet();
        }
        return note;
    }

    /** Two notes as one. */
    public static @Nullable String joined(@Nullable String one, @Nullable String other) {
        return one == null ? other : other == null ? one : one + "; " + other;
    }
}
