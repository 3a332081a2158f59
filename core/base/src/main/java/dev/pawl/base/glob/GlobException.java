package dev.pawl.base.glob;

/** An invalid glob; the message states where, and what would be valid. */
public final class GlobException extends Exception {
    private static final long serialVersionUID = 1;

    GlobException(String message) {
        super(message);
    }
}
