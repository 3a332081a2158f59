package dev.pawl.api.value;

/** A context or host was used after its session was replaced or its hook reloaded. */
public final class StaleContextException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    public StaleContextException(String message) {
        super(message);
    }
}
