package dev.pawl.api.value;

/** The consequence of a handler that fails or takes too long. */
public enum OnFailure {
    /** The event goes on as the handler got it. */
    PASS,
    /** Nothing passes that the handler has not seen: what it would have let through is withheld. */
    STOP
}
