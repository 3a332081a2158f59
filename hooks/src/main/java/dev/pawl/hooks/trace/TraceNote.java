package dev.pawl.hooks.trace;

import org.jspecify.annotations.Nullable;

/** A note by a handler of the program itself about its call, for traces; set by the thread that runs it. */
public final class TraceNote {
    private static final ThreadLocal<@Nullable String> SAID = new ThreadLocal<>();

    private TraceNote() {}

    /** Adds a note about the call that runs on this thread. */
    public static void add(String words) {
        var before = SAID.get();
        SAID.set(before == null ? words : before + "; " + words);
    }

    /** The note that was set on this thread since the last time; null for none. */
    public static @Nullable String take() {
        var said = SAID.get();
        if (said != null) {
            SAID.remove();
        }
        return said;
    }

    /** Two notes as one. */
    public static @Nullable String joined(@Nullable String one, @Nullable String other) {
        return one == null ? other : other == null ? one : one + "; " + other;
    }
}
