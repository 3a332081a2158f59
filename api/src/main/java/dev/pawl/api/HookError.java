package dev.pawl.api;

import org.jspecify.annotations.Nullable;

/**
 * A hook that failed: which file, at which point, what happened, and where it was.
 *
 * @param hookPath the hook's file, {@code extensionPath} on the wire
 * @param event the point's name, or what was being done ({@code install}, {@code command}, …)
 */
public record HookError(
        String hookPath,
        String event,
        String error,
        @Nullable String stack) {
    /** The stack of an exception, as the JVM prints it. */
    public static String stackOf(Throwable failure) {
        var text = new java.io.StringWriter();
        failure.printStackTrace(new java.io.PrintWriter(text));
        return text.toString();
    }
}
