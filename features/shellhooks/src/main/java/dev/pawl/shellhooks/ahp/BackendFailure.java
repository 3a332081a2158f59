package dev.pawl.shellhooks.ahp;

/** A backend did not answer, or not as the protocol demands. The message continues a sentence that begins with its id. */
final class BackendFailure extends Exception {
    private static final long serialVersionUID = 1L;

    BackendFailure(String message) {
        super(message);
    }

    /** Returns why, for users; a backend is never quoted to the model. */
    String why() {
        return String.valueOf(getMessage());
    }
}
