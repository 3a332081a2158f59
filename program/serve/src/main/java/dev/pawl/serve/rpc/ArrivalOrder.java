package dev.pawl.serve.rpc;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Has commands begin in the order in which they arrived, although each is carried out on a thread of its own.
 *
 * <p>A command holds its place until it is done, has begun, or waits for somebody else. No place is lost to the clock.
 */
final class ArrivalOrder {
    private @Nullable Place last;

    /** Returns the place of the command that arrived now. */
    synchronized Place next() {
        last = new Place(last);
        return last;
    }

    /** Has every command that has arrived give up its place. */
    synchronized void release() {
        for (var place = last; place != null; place = place.before) {
            place.begun();
        }
    }

    /** The place of one command. */
    static final class Place {
        private final CountDownLatch begun = new CountDownLatch(1);
        private volatile @Nullable Place before;

        private Place(@Nullable Place before) {
            this.before = before;
        }

        /** Waits until all commands before it have begun. */
        void await() throws InterruptedException {
            for (var older = before; older != null; older = older.before) {
                older.begun.await();
            }
            // All that came before it is over and need not be kept.
            before = null;
        }

        /** Gives the place up: the command was carried out, or is as far as others need to wait for. */
        void begun() {
            begun.countDown();
        }
    }
}
