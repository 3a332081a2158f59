package dev.pawl.shellhooks.ahp;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What one backend is told, on a thread of its own: nobody waits for it. Events that it is too slow for are dropped and counted.
 */
final class Observers {
    private static final int MOST_WAITING = 256;
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final Duration AT_END = Duration.ofSeconds(1);

    private final Channel channel;
    private final AtomicLong dropped = new AtomicLong();
    private @Nullable Telling telling;
    private volatile String why = "";

    Observers(Channel channel) {
        this.channel = channel;
    }

    /** Has the backend told of an event. */
    synchronized void tell(Event event) {
        var there = telling;
        if (there == null) {
            there = new Telling();
            telling = there;
        }
        if (!there.waiting.offer(Optional.of(event))) {
            drop("is too slow");
        }
    }

    private void drop(String reason) {
        dropped.incrementAndGet();
        why = reason;
    }

    /** Returns how many events were dropped since it was asked the last time, as the end of a sentence; null for none. */
    @Nullable
    String takeDropped() {
        long count = dropped.getAndSet(0);
        return count == 0 ? null : "was not told of " + count + " event" + (count == 1 ? "" : "s") + ": it " + why;
    }

    /** Waits up to a second until it was told of everything. */
    void finish() throws InterruptedException {
        Telling last;
        synchronized (this) {
            last = telling;
            telling = null;
        }
        if (last != null) {
            last.finish();
        }
    }

    /** One thread, from the first event to the end of a session. */
    private final class Telling implements Runnable {
        /** The end of the session is empty. */
        private final BlockingQueue<Optional<Event>> waiting = new ArrayBlockingQueue<>(MOST_WAITING);

        private final Thread thread =
                Thread.ofVirtual().name("policy service observer").start(this);

        @Override
        public void run() {
            try {
                for (var next = waiting.take(); next.isPresent(); next = waiting.take()) {
                    tell(next.get());
                }
            } catch (InterruptedException e) {
                waiting.stream().filter(Optional::isPresent).forEach(_ -> drop("did not take them in time"));
            }
        }

        private void tell(Event event) throws InterruptedException {
            try {
                channel.tell(event, Deadline.in(LONGEST));
            } catch (BackendFailure e) {
                drop(e.why());
            } catch (InterruptedException e) {
                drop("did not take them in time");
                throw e;
            }
        }

        void finish() throws InterruptedException {
            var deadline = Deadline.in(AT_END);
            boolean told = waiting.offer(Optional.empty(), deadline.left().toNanos(), TimeUnit.NANOSECONDS)
                    && thread.join(deadline.left());
            if (!told) {
                thread.interrupt();
                thread.join();
            }
        }
    }
}
