package dev.pawl.agent.setup;

/** Notified of what becomes of a prompt while it is on its way; its methods must not wait. */
@FunctionalInterface
public interface PromptListener {
    /** What became of it. */
    void accepted(Disposition disposition);

    /**
     * Its hooks were called, and have returned or wait for something of their own: what was sent after it may go its
     * way. May be called more than once, or not at all where {@link #accepted} is.
     */
    default void begun() {}
}
