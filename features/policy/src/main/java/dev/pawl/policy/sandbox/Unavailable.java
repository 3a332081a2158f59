package dev.pawl.policy.sandbox;

/** No sandbox is available for commands; the message names what is missing. */
public final class Unavailable extends Exception {
    private static final long serialVersionUID = 1L;

    Unavailable(String message) {
        super(message);
    }

    /** The same as a message; never null. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
