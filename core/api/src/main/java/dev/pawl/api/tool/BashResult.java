package dev.pawl.api.tool;

import org.jspecify.annotations.Nullable;

/** What a shell command of the user came to. */
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
