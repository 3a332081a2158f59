package dev.pawl.base;

/** A glob that makes no sense; the message says where and what would. */
public final class GlobException extends Exception {
    private static final long serialVersionUID = 1;

    GlobException(String message) {
        super(message);
    }
}
