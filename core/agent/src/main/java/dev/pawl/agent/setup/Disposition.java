package dev.pawl.agent.setup;

/** The outcome of a prompt. */
public enum Disposition {
    /** A run was started with it. */
    STARTED,
    /** It waits for the current run to take it. */
    QUEUED,
    /** A command or a hook handled it. */
    HANDLED
}
