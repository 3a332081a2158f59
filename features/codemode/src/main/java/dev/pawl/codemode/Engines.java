package dev.pawl.codemode;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The scripts that run at the same time in this program, in the order in which they came. */
final class Engines {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Condition CHANGED = LOCK.newCondition();
    private static final Deque<Object> WAITING = new ArrayDeque<>();
    private static int running;

    private Engines() {}

    /** Waits until fewer than so many run. False if that takes too long. */
    static boolean enter(int most, Duration patience) throws InterruptedException {
        var self = new Object();
        LOCK.lockInterruptibly();
        try {
            WAITING.add(self);
            long left = patience.toNanos();
            while (running >= most || WAITING.peek() != self) {
                if (left <= 0) {
                    return false;
                }
                left = CHANGED.awaitNanos(left);
            }
            running++;
            return true;
        } finally {
            WAITING.remove(self);
            CHANGED.signalAll();
            LOCK.unlock();
        }
    }

    static void leave() {
        LOCK.lock();
        try {
            running--;
            CHANGED.signalAll();
        } finally {
            LOCK.unlock();
        }
    }
}
