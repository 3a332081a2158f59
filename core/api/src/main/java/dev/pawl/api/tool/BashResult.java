package dev.pawl.api.tool;

import org.jspecify.annotations.Nullable;

/** The result of a shell command of the user. */
public record BashResult(
        String output,
        @Nullable Integer exitCode,
        boolean cancelled,
        boolean truncated,
        @Nullable String fullOutputPath) {
    public static BashResult of(String output, int exitCode) {
        return new BashResult(output, exitCode, false, false, null);
    }
}
