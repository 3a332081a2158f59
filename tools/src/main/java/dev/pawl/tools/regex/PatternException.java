package dev.pawl.tools.regex;

/** A pattern that makes no sense; the message says where and what would. */
public final class PatternException extends Exception {
    private static final long serialVersionUID = 1;

    public PatternException(String message) {
        super(message);
    }
}
