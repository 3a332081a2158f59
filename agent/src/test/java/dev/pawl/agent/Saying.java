package dev.pawl.agent;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.pawl.agent.setup.Disposition;
import dev.pawl.agent.setup.Prompt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;

/** Something said to an agent by a user who does other things meanwhile. */
public final class Saying {
    private static final long PATIENCE_SECONDS = 30;

    private final FutureTask<Disposition> task;
    private final Thread thread;

    private Saying(TestAgent it, Prompt prompt) {
        task = new FutureTask<>(() -> it.agent.prompt(prompt));
        thread = Thread.ofVirtual().start(task);
    }

    public static Saying to(TestAgent it, String text) {
        return new Saying(it, Prompt.of(text));
    }

    static Saying to(TestAgent it, Prompt prompt) {
        return new Saying(it, prompt);
    }

    /** Waits until the agent has answered; what it threw is thrown. */
    public Disposition await() throws Exception {
        try {
            return task.get(PATIENCE_SECONDS, SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } catch (TimeoutException e) {
            throw new AssertionError("the agent did not come to an end within " + PATIENCE_SECONDS + " s", e);
        }
    }

    /** Whether whoever says it waits for something. */
    boolean isWaiting() {
        return thread.getState() == Thread.State.WAITING;
    }

    boolean isOver() {
        return !thread.isAlive();
    }

    /** Interrupts whoever waits for the answer. */
    void interrupt() {
        thread.interrupt();
    }
}
