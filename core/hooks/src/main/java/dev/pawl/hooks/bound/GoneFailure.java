package dev.pawl.hooks.bound;

/** A handler in another process could not answer, because that process ended or could not be started again. */
public final class GoneFailure extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public GoneFailure(String message) {
        super(message);
    }
}
