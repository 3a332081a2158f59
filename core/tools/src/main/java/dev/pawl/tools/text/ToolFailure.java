package dev.pawl.tools.text;

/** The answer of a tool that could not do what it was asked; the model reads the message. */
public final class ToolFailure extends Exception {
    private static final long serialVersionUID = 1;

    public ToolFailure(String message) {
        super(message);
    }

    public ToolFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
