package dev.pawl.agent;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.pawl.agent.setup.Disposition;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.machine.Patience;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;

/** A prompt to an agent that runs on a thread of its own. */
public final class PendingPrompt {
    private final FutureTask<Disposition> task;
    private final Thread thread;

    private PendingPrompt(TestAgent it, Prompt prompt) {
        task = new FutureTask<>(() -> it.agent.prompt(prompt));
        thread = Thread.ofVirtual().start(task);
    }

    public static PendingPrompt to(TestAgent it, String text) {
        return new PendingPrompt(it, Prompt.of(text));
    }

    static PendingPrompt to(TestAgent it, Prompt prompt) {
        return new PendingPrompt(it, prompt);
    }

    /** Waits until the agent has answered; what it threw is thrown. */
    public Disposition await() throws Exception {
        try {
            return task.get(Patience.SECONDS, SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } catch (TimeoutException e) {
            throw new AssertionError("the agent did not finish within " + Patience.SECONDS + " s", e);
        }
    }

    /** Whether the sender waits for something. */
    boolean isWaiting() {
        return thread.getState() == Thread.State.WAITING;
    }

    boolean isOver() {
        return !thread.isAlive();
    }

    /** Interrupts the sender, which waits for the answer. */
    void interrupt() {
        thread.interrupt();
    }
}
