package dev.pawl.app;

/** The command line says something that makes no sense; the message tells what and what to do. */
final class BadArgument extends Exception {
    private static final long serialVersionUID = 1;

    BadArgument(String message) {
        super(message);
    }
}
