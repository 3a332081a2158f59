package dev.pawl.agent.run;

import dev.pawl.api.message.Message;
import dev.pawl.api.session.RunEnd;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A run in progress: its thread, and whether an abort was requested. */
final class Run {
    private final Thread thread;
    private final Consumer<Run> started;
    private final BiPredicate<RunEnd, Message.@Nullable Assistant> retries;
    private final AtomicBoolean reported = new AtomicBoolean();
    private boolean aborted;
    private volatile @Nullable RuntimeException failure;

    /**
     * @param name the name of its thread
     * @param body the work on that thread
     * @param started called once, when the messages that start the run are about to be recorded
     * @param retries whether a run that ended so is tried again
     */
    Run(
            String name,
            Consumer<Run> body,
            Consumer<Run> started,
            BiPredicate<RunEnd, Message.@Nullable Assistant> retries) {
        this.thread = Thread.ofVirtual().name(name).unstarted(() -> body.accept(this));
        this.started = started;
        this.retries = retries;
    }

    /** Starts its thread. */
    void start(boolean aborted) {
        thread.start();
        if (aborted) {
            abort();
        }
    }

    Thread thread() {
        return thread;
    }

    void failed(RuntimeException why) {
        failure = why;
    }

    /** Returns what ended it, once its thread has ended; null if it ended as it should. */
    @Nullable
    RuntimeException failure() {
        return failure;
    }

    /** Ends the run at once. */
    synchronized void abort() {
        aborted = true;
        thread.interrupt();
    }

    synchronized boolean isAborted() {
        return aborted;
    }

    void started() {
        if (reported.compareAndSet(false, true)) {
            started.accept(this);
        }
    }

    boolean willRetry(RunEnd end, Message.@Nullable Assistant answer) {
        return !isAborted() && retries.test(end, answer);
    }
}
