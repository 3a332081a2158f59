package dev.pawl.agent.request;

import dev.pawl.ai.http.Failure;
import dev.pawl.config.settings.Settings;
import org.jspecify.annotations.Nullable;

/** How long to wait before a failed request is sent again. */
public final class RetryDelay {
    private RetryDelay() {}

    /** How long to wait before an attempt: twice as long each time, and not less than the provider asks for. */
    public static long of(Settings.Retry settings, int attempt, @Nullable Failure failure) {
        long backOff = Math.min(settings.baseDelayMs() << Math.min(attempt - 1, 30), settings.maxAgentDelayMs());
        var asked = failure == null ? null : failure.retryAfter();
        return asked == null ? backOff : Math.max(backOff, asked.toMillis());
    }

    /** A provider that wants to be left alone for longer than people wait is not asked again. */
    public static boolean isTooLong(Settings.Retry settings, Failure failure) {
        var asked = failure.retryAfter();
        long longest = settings.maxAgentDelayMs();
        return asked != null && longest > 0 && asked.toMillis() > longest;
    }
}
