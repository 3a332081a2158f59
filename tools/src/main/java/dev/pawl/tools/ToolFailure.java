package dev.pawl.tools;

/** The answer of a tool that could not do what it was asked; the model reads the message. */
final class ToolFailure extends Exception {
    private static final long serialVersionUID = 1;

    ToolFailure(String message) {
        super(message);
    }

    ToolFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
