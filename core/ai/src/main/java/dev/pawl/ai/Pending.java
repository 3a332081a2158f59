package dev.pawl.ai;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;

/** Work that is put off until models are looked up, so that it is done once for many registrations. */
final class Pending {
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final ReentrantLock lock = new ReentrantLock();

    void add(Runnable work) {
        waiting.add(work);
    }

    /** Does what waits; returns when it is done, also where another thread does it. */
    void run() {
        if ((waiting.isEmpty() && !lock.isLocked()) || lock.isHeldByCurrentThread()) {
            return;
        }
        lock.lock();
        try {
            for (var work = waiting.poll(); work != null; work = waiting.poll()) {
                work.run();
            }
        } finally {
            lock.unlock();
        }
    }
}
