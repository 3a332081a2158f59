package dev.pawl.bridge.process;

import dev.pawl.hooks.remote.RemoteFailure;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Whether the functions of an extension are in the process at the moment.
 *
 * <p>While a process is started again, a call to a function waits here until the function is back, or fails with the
 * reason why it will not be. A call never counts as answered because the process was absent.
 */
public final class Presence {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Long> returned = new HashSet<>();
    private long absence;
    private boolean away;
    private @Nullable String lost;

    /**
     * The process ended; its functions are expected back.
     *
     * @param absence the number of this absence; what is reported for an earlier one is ignored
     */
    public void left(long absence) {
        lock.lock();
        try {
            this.absence = absence;
            away = true;
            lost = null;
            returned.clear();
        } finally {
            lock.unlock();
        }
    }

    /** A function is back, though perhaps not all are. */
    public void returned(long function) {
        lock.lock();
        try {
            returned.add(function);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** All functions that come back are back; false if they are gone again. */
    public boolean complete(long absence) {
        lock.lock();
        try {
            if (this.absence != absence) {
                return false;
            }
            away = false;
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The functions do not come back; false if another absence has begun, of which that is not known. */
    public boolean lost(long absence, String why) {
        lock.lock();
        try {
            if (this.absence != absence) {
                return false;
            }
            away = true;
            lost = why;
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Whether a function can be called without waiting for it. */
    public boolean has(long function) {
        lock.lock();
        try {
            return !away || returned.contains(function);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a function can be called. */
    public void await(long function) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (away && !returned.contains(function)) {
                if (lost != null) {
                    throw RemoteFailure.gone(lost);
                }
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }
}
