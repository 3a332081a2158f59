package dev.pawl.serve.driven;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** When a program that another one drives is over, whatever its hooks, its agent and its client still wait for. */
public final class DrivenEnd implements AutoCloseable {
    /** How long the output may stay unread after the end of the input, and how long the end itself may take. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);

    private static final long LOOK = 100;
    private static final long STUCK = 1_000;

    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable Throwable failure;
    private final RecordWriter out;
    private final IntConsumer leave;
    private volatile boolean closed;

    /** @param leave ends the process with a status */
    public DrivenEnd(RecordWriter out, IntConsumer leave) {
        this.out = out;
        this.leave = leave;
    }

    /** It is over. */
    public void now() {
        over.countDown();
    }

    /** It never began. */
    public void failed(Throwable why) {
        if (over.getCount() > 0) {
            failure = why;
            over.countDown();
        }
    }

    /** Waits for the end; from then on the program ends, if need be by force. */
    public void await() throws IOException, InterruptedException {
        try {
            over.await();
            var why = failure;
            if (why != null) {
                throw rethrown(why);
            }
        } finally {
            watch("driven end", false);
        }
    }

    /**
     * Runs an action whenever the output is not read for a while: the thread that should see the end of the input may
     * be writing.
     */
    public void whenStuck(Runnable action) {
        Thread.ofPlatform().daemon().name("driven stuck").start(() -> {
            long before = -1;
            while (!closed) {
                try {
                    Thread.sleep(STUCK);
                } catch (InterruptedException e) {
                    return;
                }
                if (out.isWriting() && out.written() == before) {
                    action.run();
                }
                before = out.written();
            }
        });
    }

    /** The input has ended: requests are still answered, but not if the answers are not read. */
    public void inputEnded() {
        watch("driven output", true);
    }

    /** Leaves if this is the case for too long. What is ended on a signal is ended then, too. */
    private void watch(String name, boolean whileStuck) {
        Thread.ofPlatform().daemon().name(name).start(() -> {
            long since = System.nanoTime();
            long before = out.written();
            while (System.nanoTime() - since < PATIENCE) {
                try {
                    Thread.sleep(LOOK);
                } catch (InterruptedException e) {
                    return;
                }
                if (closed) {
                    return;
                }
                boolean stuck = out.isWriting() && out.written() == before;
                before = out.written();
                since = stuck || !whileStuck ? since : System.nanoTime();
            }
            leave.accept(0);
        });
    }

    /** All that was opened is closed. A record that is still on its way could hold up the program's last steps. */
    @Override
    public void close() {
        closed = !out.isWriting();
    }

    private static InterruptedException rethrown(Throwable cause) throws IOException {
        return switch (cause) {
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case InterruptedException e -> e;
            default -> throw new IllegalStateException(String.valueOf(cause), cause);
        };
    }
}
