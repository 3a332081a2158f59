package dev.pawl.hooks.bound;

import dev.pawl.api.value.Subscription;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.jspecify.annotations.Nullable;

/**
 * Keeps virtual threads going while code of hooks that never blocks sits on the few threads that carry them.
 *
 * <p>A loop without end holds its carrier for good, and the JVM has only one carrier per core: two of them on a machine
 * of two cores would freeze every session. As long as hooks are loaded, a thread of the operating system looks from
 * time to time whether a virtual thread still gets its turn, and adds carriers until one does: soon while a call into a
 * hook is under way, and once a second otherwise, for hooks start threads of their own. What it added goes when nothing
 * is under way any more, unless it turns out that it is still needed. All agents of a program share one.
 */
public final class CarrierGuard implements AutoCloseable {
    private static final long LOOK_NANOS = 100_000_000;
    private static final long REST_NANOS = 1_000_000_000;
    private static final int MOST = 2048;

    private final AtomicInteger attached = new AtomicInteger();
    private final AtomicInteger underWay = new AtomicInteger();
    private volatile @Nullable Thread guard;
    private volatile boolean resting;
    private volatile boolean closed;

    /** Returns one that leaves the JVM as it is. */
    public static CarrierGuard none() {
        var none = new CarrierGuard();
        none.close();
        return none;
    }

    /** Hooks are loaded, until this is closed. */
    public Subscription attach() {
        attached.incrementAndGet();
        wake();
        var once = new AtomicBoolean();
        return () -> {
            if (once.compareAndSet(false, true)) {
                attached.decrementAndGet();
            }
        };
    }

    /** A call into a hook begins, or something in which hooks are called. */
    public void begin() {
        underWay.incrementAndGet();
        wake();
    }

    public void end() {
        underWay.decrementAndGet();
    }

    /** Something is under way until this thread has ended. */
    public void until(Thread thread) {
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

    private void wake() {
        var thread = guard;
        if (closed) {
            return;
        }
        if (thread == null) {
            startGuard();
        } else if (resting) {
            resting = false;
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
        int needed = 0;
        while (!closed) {
            resting = true;
            boolean idle = underWay.get() == 0;
            if (idle) {
                added -= remove(added - needed);
                rest();
            }
            resting = false;
            var beat = new AtomicBoolean();
            ask(beat);
            LockSupport.parkNanos(this, LOOK_NANOS);
            for (int more = 1; !beat.get() && !closed; more = Math.min(2 * more, MOST)) {
                added += add(more);
                // From a new thread, because only a submission to an empty queue has the scheduler start a carrier.
                Thread.ofPlatform().daemon().start(() -> ask(beat));
                LockSupport.parkNanos(this, LOOK_NANOS);
                // No caller waits for a hook, and still carriers are needed: for threads that a hook started itself.
                needed = underWay.get() == 0 ? added : needed;
            }
        }
        remove(added);
    }

    private void rest() {
        if (attached.get() > 0) {
            LockSupport.parkNanos(this, REST_NANOS);
        } else if (underWay.get() == 0 && !closed) {
            LockSupport.park(this);
        }
    }

    private static void ask(AtomicBoolean beat) {
        Thread.ofVirtual().start(() -> beat.set(true));
    }

    /** Takes carriers away; returns how many. */
    private static int remove(int carriers) {
        return -add(-carriers);
    }

    /** Adds carriers, or takes some away; returns how many it were. */
    private static int add(int carriers) {
        if (carriers == 0) {
            return 0;
        }
        var scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
        int before = scheduler.getParallelism();
        int after = Math.clamp(before + (long) carriers, 1, MOST);
        scheduler.setParallelism(after);
        return after - before;
    }
}
