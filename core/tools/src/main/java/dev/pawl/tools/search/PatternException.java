package dev.pawl.tools.search;

/** An invalid pattern; the message states where, and what would be valid. */
public final class PatternException extends Exception {
    private static final long serialVersionUID = 1;

    PatternException(String message) {
        super(message);
    }
}
