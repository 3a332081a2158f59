package dev.pawl.agent.run;

import dev.pawl.base.FailureText;
import dev.pawl.base.Threads;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Work for a session on its own thread, which an abort interrupts. */
final class Run {
    /** The work itself. */
    @FunctionalInterface
    interface Work {
        void carryOut(Run run) throws InterruptedException;
    }

    private final Thread thread;
    private boolean aborted;
    private volatile @Nullable Throwable failure;

    /** @param name the name of the thread */
    Run(String name, Work work) {
        this.thread = Thread.ofVirtual().name(name).unstarted(() -> {
            try {
                work.carryOut(this);
            } catch (Throwable e) { // Such as no memory: it ends the run and not more.
                failure = e;
            }
        });
    }

    /** Starts the thread; {@code abort} whether the run is to end at once. */
    void start(boolean abort) {
        thread.start();
        if (abort) {
            abort();
        }
    }

    /** Waits for the end and throws what the work threw. An interruption of the caller aborts the run. */
    void await() throws InterruptedException {
        try {
            thread.join();
        } catch (InterruptedException e) {
            abort();
            Threads.joinAll(List.of(thread));
            throw e;
        }
        var thrown = failure;
        if (thrown instanceof InterruptedException) {
            throw new InterruptedException("aborted");
        }
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
        if (thrown != null) {
            throw new IllegalStateException("the run broke: " + FailureText.of(thrown), thrown);
        }
    }

    /** Ends it at once. */
    synchronized void abort() {
        aborted = true;
        thread.interrupt();
    }

    synchronized boolean isAborted() {
        return aborted;
    }
}
