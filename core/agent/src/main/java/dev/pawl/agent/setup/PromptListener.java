package dev.pawl.agent.setup;

/** Notified of the progress of a prompt; its methods must not block. */
@FunctionalInterface
public interface PromptListener {
    /** Receives the outcome. */
    void accepted(Disposition disposition);

    /**
     * Its hooks were called, and have returned or wait for something of their own: what was sent after it may go its
     * way. May be called more than once, or not at all where {@link #accepted} is.
     */
    default void begun() {}
}
