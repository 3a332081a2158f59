package dev.pawl.hooks.bound;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A handler that the program is waiting for, and since when.
 *
 * @param begun when it was called, on a clock without a meaning of its own: it tells two calls apart
 * @param limit how long it may take; null if as long as it likes
 */
public record Waiting(
        String hook,
        String point,
        long begun,
        Duration since,
        @Nullable Duration limit) {
    /** Returns the limit in words. */
    public String limitWords() {
        return limit == null ? "no limit" : "limit " + limit.toSeconds() + " s";
    }
}
