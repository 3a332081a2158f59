package dev.pawl.bridge.requests;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Refuses requests that Node stands still for when their answers do not come in time. */
final class SyncDeadline {
    static final Duration LIMIT = Duration.ofSeconds(10);

    private record Open(long since, Runnable refuse) {}

    private final Map<Thread, Open> open = new LinkedHashMap<>();
    private final long limit;
    private boolean watched;

    SyncDeadline(Duration limit) {
        this.limit = limit.toNanos();
    }

    /** The thread works on a request from now on. */
    synchronized void begin(Thread thread, Runnable refuse) {
        open.put(thread, new Open(System.nanoTime(), refuse));
        if (!watched) {
            watched = true;
            Thread.ofVirtual().name("pawl node deadline").start(this::watch);
        }
    }

    /** The thread has its answer; false if the request was refused meanwhile. */
    synchronized boolean end(Thread thread) {
        return open.remove(thread) != null;
    }

    /** Sleeps until the oldest request is due; ends when there is none, so most requests start no thread. */
    private void watch() {
        try {
            for (var next = oldest(); next != null; next = oldest()) {
                long left = next.since + limit - System.nanoTime();
                if (left > 0) {
                    Thread.sleep(Duration.ofNanos(left));
                } else if (open(next)) {
                    next.refuse.run();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized @Nullable Open oldest() {
        var first = open.values().iterator();
        watched = first.hasNext();
        return watched ? first.next() : null;
    }

    private synchronized boolean open(Open due) {
        return open.values().remove(due);
    }
}
