package dev.pawl.bridge.process;

import dev.pawl.hooks.remote.RemoteFailure;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether the functions of an extension are in the process at the moment.
 *
 * <p>While a process is started again, a call to a function waits here until the function is back, or fails with the
 * reason why it will not be. A call never counts as answered because the process was absent.
 */
public final class Presence {
    private final Set<Long> returned = new HashSet<>();
    private long absence;
    private boolean away;
    private @Nullable String lost;

    /**
     * The process ended; its functions are expected back.
     *
     * @param absence the number of this absence; what is reported for an earlier one is ignored
     */
    public synchronized void left(long absence) {
        this.absence = absence;
        away = true;
        lost = null;
        returned.clear();
    }

    /** A function is back, though perhaps not all are. */
    public synchronized void returned(long function) {
        returned.add(function);
        notifyAll();
    }

    /** All functions that come back are back; false if they are gone again. */
    public synchronized boolean complete(long absence) {
        if (this.absence != absence) {
            return false;
        }
        away = false;
        notifyAll();
        return true;
    }

    /** The functions do not come back; false if another absence has begun, of which that is not known. */
    public synchronized boolean lost(long absence, String why) {
        if (this.absence != absence) {
            return false;
        }
        away = true;
        lost = why;
        notifyAll();
        return true;
    }

    /** Returns whether a function can be called without waiting for it. */
    public synchronized boolean has(long function) {
        return !away || returned.contains(function);
    }

    /** Waits until a function can be called. */
    public synchronized void await(long function) throws InterruptedException {
        while (away && !returned.contains(function)) {
            if (lost != null) {
                throw RemoteFailure.gone(lost);
            }
            wait();
        }
    }
}
