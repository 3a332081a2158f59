package dev.pawl.hooks;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The story of one dispatch: who was asked, how long each took, and what came of it. */
public record Trace(long number, Instant time, String point, List<Step> steps) {
    /** What one handler did. {@code note} tells what changed, or why it stopped or failed. */
    public record Step(
            String hook,
            long nanos,
            Effect effect,
            @Nullable String note) {}

    public enum Effect {
        PASSED,
        CHANGED,
        STOPPED,
        FAILED,
        TIMED_OUT,
        INTERRUPTED
    }

    /** Whether any handler did more than let the event pass. */
    public boolean hasEffect() {
        for (var step : steps) {
            if (step.effect() != Effect.PASSED) {
                return true;
            }
        }
        return false;
    }
}
