package dev.pawl.agent.run;

/** Runs the slash commands of hooks. */
public interface CommandRunner {
    /** Whether a text calls a command. */
    boolean isCommand(String text);

    /** Runs the command that a text calls; false if it calls none. */
    boolean run(String text) throws InterruptedException;
}
