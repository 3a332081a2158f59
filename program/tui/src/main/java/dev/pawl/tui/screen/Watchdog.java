package dev.pawl.tui.screen;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts a component that keeps the screen's thread too long. While nothing happens it sleeps; while something does
 * it looks when that has taken its time.
 */
final class Watchdog {
    static final long PATIENCE = 2_000_000_000L;

    private volatile @Nullable Thread watched;
    private volatile long since;
    private volatile long last;
    private volatile boolean idle;
    private volatile boolean closed;
    private volatile @Nullable Thread dog;

    /** Watches over some work of the present thread. */
    void over(Runnable work) {
        since = System.nanoTime();
        last = since;
        watched = Thread.currentThread();
        wake();
        try {
            work.run();
        } finally {
            watched = null;
            // An interruption that came too late for its cause is meant for nothing else.
            Thread.interrupted();
        }
    }

    private void wake() {
        var current = dog;
        if (current == null) {
            current = Thread.ofPlatform().daemon().name("tui-watchdog").unstarted(this::watch);
            dog = current;
            current.start();
        } else if (idle) {
            idle = false;
            LockSupport.unpark(current);
        }
    }

    void close() {
        closed = true;
        var current = dog;
        if (current != null) {
            LockSupport.unpark(current);
        }
    }

    private void watch() {
        long pause = PATIENCE;
        while (!closed) {
            LockSupport.parkNanos(this, pause);
            var thread = watched;
            long now = System.nanoTime();
            long left = since + PATIENCE - now;
            pause = thread == null || left <= 0 ? PATIENCE : left;
            if (thread != null && left <= 0) {
                thread.interrupt();
            } else if (thread == null && now - last > PATIENCE) {
                idle = true;
                while (idle && watched == null && !closed) {
                    LockSupport.park(this);
                }
                idle = false;
            }
        }
    }
}
