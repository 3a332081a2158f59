package dev.pawl.api.ui;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long a dialog waits; past it the answer is as if the person had cancelled. */
public record DialogOptions(@Nullable Duration timeout) {
    public static final DialogOptions NONE = new DialogOptions(null);

    public static DialogOptions timeout(Duration timeout) {
        return new DialogOptions(timeout);
    }
}
