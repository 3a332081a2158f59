package dev.pawl.agent.run;

/** Runs the slash commands of hooks. */
public interface CommandRunner {
    /** Returns whether a text calls a command. */
    boolean isCommand(String text);

    /**
     * Runs the command that a text calls; false if it calls none.
     *
     * @param aside called when the command waits for something of its own
     */
    boolean run(String text, Runnable aside) throws InterruptedException;
}
