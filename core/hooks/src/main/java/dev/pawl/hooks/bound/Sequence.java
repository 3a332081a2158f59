package dev.pawl.hooks.bound;

import dev.pawl.api.NamedHandler;
import dev.pawl.api.context.HookContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The handlers of one event in their order, for the one that runs. */
public interface Sequence {
    /**
     * The handlers that come directly after the one that runs, up to the first that was not registered by name. Each is
     * called with the same event if none before it changes or stops it. Empty where each handler is given a new event.
     */
    List<NamedHandler> following();

    /** The time by which the limits of the handlers are measured, in nanoseconds. */
    long now();

    /** What an earlier handler of this event keeps for those after it; null for nothing. */
    @Nullable
    Kept kept();

    /** Keeps something for the handlers after this one, in place of what was kept before. */
    void keep(Kept kept);

    /** What a handler keeps for those after it. */
    @FunctionalInterface
    interface Kept {
        /** The event is over, for whatever reason. Must not wait. */
        void end();
    }

    /** A context that belongs to the handling of an event. */
    interface Member {
        /** The handlers of the event; null where the context is for something else. */
        @Nullable
        Sequence sequence();
    }

    /** The handlers of the event that a context belongs to; null if it belongs to none. */
    static @Nullable Sequence of(@Nullable HookContext ctx) {
        return ctx instanceof Member member ? member.sequence() : null;
    }
}
