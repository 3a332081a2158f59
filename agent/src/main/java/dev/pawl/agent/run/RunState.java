package dev.pawl.agent.run;

import dev.pawl.api.message.Message;
import dev.pawl.api.session.RunEnd;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** One run while it is under way: its thread, and whether somebody wants it to end. */
final class RunState {
    private final Thread thread;
    private final Runnable started;
    private final BiPredicate<RunEnd, Message.@Nullable Assistant> retries;
    private boolean aborted;
    private boolean told;

    /**
     * @param started called once, when the messages that start the run are in the session
     * @param retries whether a run that ended so will be tried again
     */
    RunState(Thread thread, Runnable started, BiPredicate<RunEnd, Message.@Nullable Assistant> retries) {
        this.thread = thread;
        this.started = started;
        this.retries = retries;
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
        if (!told) {
            told = true;
            started.run();
        }
    }

    /** Whether its messages are not in the session yet. */
    synchronized boolean isPreparing() {
        return !told;
    }

    boolean willRetry(RunEnd end, Message.@Nullable Assistant answer) {
        return !isAborted() && retries.test(end, answer);
    }
}
