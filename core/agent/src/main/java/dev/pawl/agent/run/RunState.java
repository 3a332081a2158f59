package dev.pawl.agent.run;

import dev.pawl.api.message.Message;
import dev.pawl.api.session.RunEnd;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run while it is in progress: its thread, and whether an abort was requested. */
final class RunState {
    private final Thread thread;
    private final Runnable started;
    private final BiPredicate<RunEnd, Message.@Nullable Assistant> retries;
    private boolean aborted;
    private volatile @Nullable RuntimeException failure;
    private volatile boolean reported;

    /**
     * @param name the name of its thread
     * @param body what it does on that thread
     * @param started called once, when the messages that start the run are in the session
     * @param retries whether a run that ended so will be tried again
     */
    RunState(
            String name,
            Consumer<RunState> body,
            Runnable started,
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

    /** What ended it; null if it ended as it should. Known when its thread has ended. */
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

    synchronized void started() {
        if (!reported) {
            reported = true;
            started.run();
        }
    }

    /** Whether its messages are not in the session yet. */
    boolean isPreparing() {
        return !reported;
    }

    boolean willRetry(RunEnd end, Message.@Nullable Assistant answer) {
        return !isAborted() && retries.test(end, answer);
    }
}
