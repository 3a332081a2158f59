package dev.pawl.hooks.trace;

/** The effect of one call of a handler. */
public enum Effect {
    PASSED,
    CHANGED,
    STOPPED,
    /** It would have changed or stopped the event, and was only to be recorded. */
    SHADOWED,
    FAILED,
    TIMED_OUT,
    INTERRUPTED
}
