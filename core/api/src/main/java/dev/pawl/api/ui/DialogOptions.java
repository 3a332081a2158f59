package dev.pawl.api.ui;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long a dialog waits, and which answer the cursor is on at first.
 *
 * @param timeout past it the answer is as if the user had cancelled; null to wait without end
 * @param preselected one of the options of a select, or {@code Yes} of a confirm; null for the first option, but for the
 *     one that refuses where something is to be allowed, and for {@code No}
 */
public record DialogOptions(
        @Nullable Duration timeout, @Nullable String preselected) {
    public static final DialogOptions NONE = new DialogOptions(null, null);

    public DialogOptions(@Nullable Duration timeout) {
        this(timeout, null);
    }

    public static DialogOptions timeout(Duration timeout) {
        return new DialogOptions(timeout, null);
    }

    public static DialogOptions preselected(String answer) {
        return new DialogOptions(null, answer);
    }

    public DialogOptions withPreselected(String answer) {
        return new DialogOptions(timeout, answer);
    }
}
