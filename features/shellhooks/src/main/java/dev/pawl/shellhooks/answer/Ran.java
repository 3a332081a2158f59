package dev.pawl.shellhooks.answer;

import org.jspecify.annotations.Nullable;

/**
 * How running a hook ended.
 *
 * @param exit the exit code; 0 for a web address that answered
 * @param failure why there is nothing to read, such as a time that was over; null if there is
 */
public record Ran(
        int exit,
        String output,
        String error,
        long nanos,
        @Nullable String failure) {
    public static Ran failed(String why, String error, long nanos) {
        return new Ran(-1, "", error, nanos, why);
    }
}
