package dev.pawl.loader.compile;

/** Why a hook is left out, as a user reads it. */
final class NotLoadable extends Exception {
    private static final long serialVersionUID = 1;

    NotLoadable(String message) {
        super(message, null, false, false);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
