package dev.pawl.hooks.trace;

import org.jspecify.annotations.Nullable;

/** A note by a handler of the program itself about its call, for traces; set by the thread that runs it. */
public final class TraceNote {
    private static final ThreadLocal<@Nullable String> NOTE = new ThreadLocal<>();

    private TraceNote() {}

    /** Adds a note about the call that runs on this thread. */
    public static void add(String words) {
        var before = NOTE.get();
        NOTE.set(before == null ? words : before + "; " + words);
    }

    /** The note that was set on this thread since the last time; null for none. */
    public static @Nullable String take() {
        var note = NOTE.get();
        if (note != null) {
            NOTE.remove();
        }
        return note;
    }

    /** Two notes as one. */
    public static @Nullable String joined(@Nullable String one, @Nullable String other) {
        return one == null ? other : other == null ? one : one + "; " + other;
    }
}
