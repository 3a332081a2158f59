package dev.pawl.api.session;

/** How a turn or run came to its end. */
public enum RunEnd {
    COMPLETED,
    ABORTED,
    ERROR
}
