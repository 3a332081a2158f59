package dev.pawl.hooks;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.jspecify.annotations.Nullable;

/**
 * Keeps virtual threads going while handlers that never block sit on the few threads that carry them.
 *
 * <p>A handler in an endless loop holds its carrier for good, and the JVM has only one carrier per core: two such
 * handlers on a machine of two cores would freeze every session. While a dispatch is under way, a thread of the
 * operating system looks from time to time whether a virtual thread still gets its turn, and adds a carrier if not.
 * Those it added go when nothing is under way any more, not even a handler that was left behind.
 */
public final class CarrierGuard implements AutoCloseable {
    private static final long LOOK_EVERY_NANOS = 100_000_000;
    private static final int MOST = 256;

    private final AtomicInteger underWay = new AtomicInteger();
    private volatile @Nullable Thread guard;
    private volatile boolean resting;
    private volatile boolean closed;

    void begin() {
        underWay.incrementAndGet();
        var thread = guard;
        if (thread == null) {
            startGuard();
        } else if (resting) {
            resting = false;
            LockSupport.unpark(thread);
        }
    }

    void end() {
        underWay.decrementAndGet();
    }

    /** Something is under way until this thread has ended. */
    void until(Thread thread) {
        begin();
        Thread.ofVirtual().name("hooks left behind").start(() -> {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                end();
            }
        });
    }

    @Override
    public void close() {
        closed = true;
        var thread = guard;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    private synchronized void startGuard() {
        if (guard == null && !closed) {
            guard = Thread.ofPlatform().daemon().name("hooks carrier guard").start(this::watch);
        }
    }

    private void watch() {
        int added = 0;
        var heard = new AtomicBoolean(true);
        while (!closed) {
            resting = true;
            if (underWay.get() == 0) {
                added -= add(-added);
                heard = new AtomicBoolean(true);
                LockSupport.park(this);
            }
            resting = false;
            LockSupport.parkNanos(this, LOOK_EVERY_NANOS);
            var beat = new AtomicBoolean();
            if (heard.get()) {
                ask(beat);
            } else {
                added += add(1);
                // From a new thread, because only a submission to an empty queue has the scheduler start a carrier.
                Thread.ofPlatform().daemon().start(() -> ask(beat));
            }
            heard = beat;
        }
        add(-added);
    }

    private static void ask(AtomicBoolean beat) {
        Thread.ofVirtual().start(() -> beat.set(true));
    }

    /** Adds carriers, or takes some away; returns how many it were. */
    private static int add(int carriers) {
        if (carriers == 0) {
            return 0;
        }
        var scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
        int before = scheduler.getParallelism();
        int after = Math.clamp(before + carriers, 1, MOST);
        scheduler.setParallelism(after);
        return Math.abs(after - before);
    }
}
