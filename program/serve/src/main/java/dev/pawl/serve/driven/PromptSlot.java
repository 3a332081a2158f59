package dev.pawl.serve.driven;

import org.jspecify.annotations.Nullable;

/** The one prompt that a session may have under way, reserved by the thread that reads and carried out by another. */
public final class PromptSlot {
    private @Nullable Thread prompting;
    private boolean reserved;
    private volatile boolean cancelled;

    /** Takes the place of the prompt under way; false if there is one already. */
    public synchronized boolean reserve() {
        if (reserved) {
            return false;
        }
        reserved = true;
        cancelled = false;
        return true;
    }

    /** The reserved prompt is carried out by this thread from now on. */
    public synchronized void begin() throws InterruptedException {
        if (cancelled) {
            throw new InterruptedException();
        }
        prompting = Thread.currentThread();
    }

    /** The prompt has ended; an interruption that comes after this has no receiver. */
    public synchronized void end() {
        prompting = null;
        reserved = false;
    }

    /**
     * Cancels the prompt under way, without waiting for its end.
     *
     * @param abort ends what the agent does
     * @return whether there was one
     */
    public synchronized boolean cancel(Runnable abort) {
        if (!reserved) {
            return false;
        }
        cancelled = true;
        abort.run();
        if (prompting != null) {
            prompting.interrupt();
        }
        return true;
    }

    /** Returns whether the prompt that was reserved last was cancelled. */
    public boolean isCancelled() {
        return cancelled;
    }

    /** Returns whether a prompt is under way. */
    public synchronized boolean isTaken() {
        return reserved;
    }
}
