package dev.pawl.agent.request;

import dev.pawl.agent.setup.Pause;
import dev.pawl.ai.http.Failure;
import dev.pawl.config.settings.Settings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Decides whether a failed request is sent again, and how long to wait before that. */
public record RetryPolicy(Settings settings, Pause pause) {
    public boolean enabled() {
        return settings.retry().enabled();
    }

    public int maxRetries() {
        return settings.retry().maxRetries();
    }

    /** Returns whether a failed request may be sent again, after so many attempts. */
    public boolean allows(@Nullable Failure failure, int attempts) {
        return failure != null && attempts < maxRetries() && failure.isTransient() && !isTooLong(failure);
    }

    /** Returns the delay before an attempt in milliseconds: doubled each time, and at least what the provider asks for. */
    public long delay(int attempt, @Nullable Failure failure) {
        var retry = settings.retry();
        long backOff = Math.min(retry.baseDelayMs() << Math.min(attempt - 1, 30), retry.maxAgentDelayMs());
        var asked = failure == null ? null : failure.retryAfter();
        return asked == null ? backOff : Math.max(backOff, asked.toMillis());
    }

    public void await(long delay) throws InterruptedException {
        pause.await(Duration.ofMillis(delay));
    }

    /** A provider that asks for a longer delay than users wait is not asked again. */
    private boolean isTooLong(Failure failure) {
        var asked = failure.retryAfter();
        long longest = settings.retry().maxAgentDelayMs();
        return asked != null && longest > 0 && asked.toMillis() > longest;
    }
}
