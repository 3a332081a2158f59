package dev.pawl.serve.rpc;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Has commands begin in the order in which they arrived, although each is carried out on a thread of its own. */
final class ArrivalOrder {
    /** How long the one before is waited for. A command that takes longer waits for something, and does not block others. */
    private static final long PATIENCE_MILLIS = 1000;

    private @Nullable Place last;

    /** The place of the command that arrived now. */
    synchronized Place next() {
        last = new Place(last);
        return last;
    }

    /** The place of one command. */
    static final class Place {
        private final CountDownLatch turn = new CountDownLatch(1);
        private final CountDownLatch begun = new CountDownLatch(1);
        private volatile @Nullable Place before;

        private Place(@Nullable Place before) {
            this.before = before;
        }

        /** Waits until the command before it has begun. */
        void await() throws InterruptedException {
            var older = before;
            if (older != null) {
                older.turn.await();
                var _ = older.begun.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                // All that came before it is over and need not be kept.
                before = null;
            }
            turn.countDown();
        }

        /** It was carried out, or is as far as others need to wait for. */
        void begun() {
            turn.countDown();
            begun.countDown();
        }
    }
}
