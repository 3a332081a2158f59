package dev.pawl.cli;

/**
 * Something the user should read.
 *
 * @param where the file it is about; empty if it is about none
 * @param error whether something that was asked for is missing because of it
 */
public record Notice(String where, String message, boolean error) {
    public static Notice of(String message) {
        return new Notice("", message, false);
    }

    public static Notice warning(String where, String message) {
        return new Notice(where, message, false);
    }
}
