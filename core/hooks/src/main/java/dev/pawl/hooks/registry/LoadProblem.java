package dev.pawl.hooks.registry;

import org.jspecify.annotations.Nullable;

/**
 * Something that went wrong while hooks were found and loaded; the other hooks are used.
 *
 * @param path the file or folder it is about
 * @param message what is wrong and what to do, as a user reads it
 * @param fatal whether the hook is not there because of it; otherwise it is only worth knowing
 * @param stack where it happened, if it happened in code
 */
public record LoadProblem(
        String path,
        String message,
        boolean fatal,
        @Nullable String stack) {
    public static LoadProblem error(String path, String message) {
        return new LoadProblem(path, message, true, null);
    }

    public static LoadProblem warning(String path, String message) {
        return new LoadProblem(path, message, false, null);
    }
}
