package dev.pawl.hooks.bound;

import org.jspecify.annotations.Nullable;

/** Looks at an event that a handler changed. */
@FunctionalInterface
public interface Check<E> {
    /** Returns the flaw of a changed event, which counts as a failure of the handler; null if there is none. */
    @Nullable
    String flaw(E before, E after);

    /** Returns the event as the next handler is to see it, where a change has consequences that the handler did not spell out. */
    default E shown(E event) {
        return event;
    }

    /** The handler that runs now waits for a timer, a dialog or somebody else; may be called more than once. */
    default void aside() {}

    /** Returns whether handlers may alter what is shown without changing the event, so that each one is shown it again. */
    default boolean isLive() {
        return false;
    }

    /** Returns a check that finds nothing wrong, and runs something when a handler steps aside. */
    static <E> Check<E> whenAside(Runnable action) {
        return new Check<>() {
            @Override
            public @Nullable String flaw(E before, E after) {
                return null;
            }

            @Override
            public void aside() {
                action.run();
            }
        };
    }
}
