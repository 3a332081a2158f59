package dev.pawl.api.shell;

/** A text that is not a shell script, or one that cannot be parsed. */
final class ShellSyntax extends Exception {
    private static final long serialVersionUID = 1L;

    ShellSyntax(String message, int at) {
        super(message + " at character " + (at + 1));
    }

    /** The same as a message; never null. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
