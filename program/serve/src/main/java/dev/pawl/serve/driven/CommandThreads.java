package dev.pawl.serve.driven;

import dev.pawl.base.FailureText;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads that carry out a client's commands: a bounded number of them, behind which further commands wait.
 *
 * <p>They are threads of the operating system, so that nothing a hook does to virtual threads keeps a command waiting.
 */
public final class CommandThreads {
    private static final int THREADS = 64;
    /** More for what ends other commands, so that it is never behind them. */
    private static final int URGENT_THREADS = 8;

    private static final int WAITING = 10_000;
    private static final long WAITING_BYTES = 32 << 20;

    /** How long room is waited for before a command is refused. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Queue<Task> waiting = new ArrayDeque<>();
    private final Set<Task> underWay = new LinkedHashSet<>();
    private final Runnable afterEach;
    private long waitingBytes;
    private int threads;

    /** @param afterEach what is done after every command, when it is no longer under way */
    public CommandThreads(Runnable afterEach) {
        this.afterEach = afterEach;
    }

    /** A command. It is not a record: the first hash code of a record takes 20 ms, in every start before the first answer. */
    private static final class Task {
        private final Runnable work;
        private final int bytes;
        /** Whether it may take any time, because it waits for models, programs or hooks. */
        private final boolean anyTime;

        private final CountDownLatch done = new CountDownLatch(1);

        Task(Runnable work, int bytes, boolean anyTime) {
            this.work = work;
            this.bytes = bytes;
            this.anyTime = anyTime;
        }
    }

    /** Nothing is under way or waits. */
    public synchronized boolean isIdle() {
        return underWay.isEmpty();
    }

    /**
     * Starts a command, now or when others have ended.
     *
     * @param bytes what it takes to keep it while it waits
     * @return whether it will be carried out; not if too many wait already, and none of them gets its turn
     */
    public synchronized boolean start(Runnable work, int bytes, boolean anyTime, boolean urgent)
            throws InterruptedException {
        var task = new Task(work, bytes, anyTime);
        if (threads < (urgent ? THREADS + URGENT_THREADS : THREADS) && (urgent || waiting.isEmpty())) {
            underWay.add(task);
            startThread(task);
            return true;
        }
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!hasRoom(bytes)) {
            long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        underWay.add(task);
        waiting.add(task);
        waitingBytes += bytes;
        if (threads < THREADS) {
            startThread(null);
        }
        return true;
    }

    private boolean hasRoom(int bytes) {
        return waiting.isEmpty() || (waiting.size() < WAITING && waitingBytes + bytes <= WAITING_BYTES);
    }

    private void startThread(@Nullable Task first) {
        threads++;
        try {
            Thread.ofPlatform().daemon().name("driven command").start(() -> work(first));
        } catch (Error e) { // No more threads to be had.
            threads--;
            underWay.remove(first);
            throw e;
        }
    }

    private void work(@Nullable Task first) {
        var task = first == null ? next() : first;
        while (task != null) {
            attempt(task.work);
            finished(task);
            attempt(afterEach);
            task = next();
        }
    }

    /** A thread that an error ended would be missing for good: those that wait would wait for ever. */
    private static void attempt(Runnable work) {
        try {
            work.run();
        } catch (Throwable e) { // Such as no memory for the answer.
            report(e);
        }
    }

    private static void report(Throwable failure) {
        try {
            System.err.println("a command of the client broke: " + FailureText.of(failure));
        } catch (Throwable e) {
            // There is no memory for that either.
        }
    }

    /** The next command that waits; null if this thread is no longer needed, which ends it. */
    private synchronized @Nullable Task next() {
        var task = threads > THREADS ? null : waiting.poll();
        if (task == null) {
            threads--;
        } else {
            waitingBytes -= task.bytes;
            notifyAll();
        }
        return task;
    }

    private synchronized void finished(Task task) {
        underWay.remove(task);
        task.done.countDown();
    }

    /** Waits for what is under way now: so long for what may take any time, and so long for the rest. */
    public void await(Duration anyTime, Duration others) throws InterruptedException {
        long now = System.nanoTime();
        for (var task : all()) {
            long until = now + (task.anyTime ? anyTime : others).toNanos();
            task.done.await(Math.max(1, until - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
    }

    private synchronized Task[] all() {
        return underWay.toArray(Task[]::new);
    }
}
