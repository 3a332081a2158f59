package dev.pawl.ai.http;

/** A request came to nothing, and why. */
final class Refused extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Failure failure;

    Refused(Failure failure) {
        super(failure.message());
        this.failure = failure;
    }

    Failure failure() {
        return failure;
    }
}
