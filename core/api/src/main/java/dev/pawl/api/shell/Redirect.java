package dev.pawl.api.shell;

/**
 * A file that the shell itself opens for a command.
 *
 * @param writes whether it is written to, and not only read
 */
public record Redirect(Word target, boolean writes) {}
