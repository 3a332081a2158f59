package dev.pawl.fleet.store;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The sessions that a worker advances at once, for a worker that is called: as many again wait for a place, and all others are
 * called again later, so that a thousand sessions that are ready hold no thread and no connection.
 */
public final class Slots {
    private static final long SHORTEST_MILLIS = 250;

    /** How many calls a second a worker gets of sessions that cannot be advanced yet. */
    private static final int CALLS_A_SECOND = 20;

    private static final long FORGOTTEN_MILLIS = 60_000;

    private final int atOnce;
    private final Semaphore free;
    private final Semaphore here;
    private final Map<String, Long> later = new HashMap<>();

    public Slots(int atOnce) {
        this.atOnce = atOnce;
        this.free = new Semaphore(atOnce, true);
        this.here = new Semaphore(2 * atOnce);
    }

    /**
     * Waits for a place, unless too many others do.
     *
     * @return 0 if the session has a place now, which is to be {@linkplain #leave() left}; otherwise in how many
     *     milliseconds it is to ask again
     */
    public long enter(String session) throws InterruptedException {
        synchronized (later) {
            later.remove(session);
        }
        if (!here.tryAcquire()) {
            return postponed(session);
        }
        boolean entered = false;
        try {
            free.acquire();
            entered = true;
        } finally {
            if (!entered) {
                here.release();
            }
        }
        return 0;
    }

    private long postponed(String session) {
        long now = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
        synchronized (later) {
            later.values()
                    .removeIf(due -> due + FORGOTTEN_MILLIS < now); // Another worker was called in place of this one.
            long pause = Math.max(SHORTEST_MILLIS, later.size() * 1_000L / CALLS_A_SECOND);
            later.put(session, now + pause);
            return pause;
        }
    }

    /** The session does not need its place any more. */
    public void leave() {
        free.release();
        here.release();
    }

    /** How many sessions have a place. */
    public int taken() {
        return atOnce - free.availablePermits();
    }

    /** Waits until no session has a place; false if that takes longer. */
    public boolean awaitEmpty(long millis) throws InterruptedException {
        boolean empty = free.tryAcquire(atOnce, millis, TimeUnit.MILLISECONDS);
        if (empty) {
            free.release(atOnce);
        }
        return empty;
    }
}
