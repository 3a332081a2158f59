package dev.pawl.agent.setup;

/** What became of a prompt. */
public enum Disposition {
    /** A run was started with it. */
    STARTED,
    /** It waits until the run under way comes to it. */
    QUEUED,
    /** A command or a hook dealt with it. */
    HANDLED
}
