package dev.pawl.api.ui;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long a dialog waits, which answer the cursor is on at first, and what is decided about.
 *
 * @param timeout past it the answer is as if the user had cancelled; null to wait without end
 * @param preselected one of the options of a select, or {@code Yes} of a confirm; null for the first option of a select,
 *     and for {@code No}
 * @param subject what the screen shows in place of the title of a select; null for the title
 */
public record DialogOptions(
        @Nullable Duration timeout,
        @Nullable String preselected,
        @Nullable Subject subject) {
    public static final DialogOptions NONE = new DialogOptions(null, null);

    public DialogOptions(@Nullable Duration timeout) {
        this(timeout, null);
    }

    public DialogOptions(@Nullable Duration timeout, @Nullable String preselected) {
        this(timeout, preselected, null);
    }

    /**
     * The subject of a decision. The title says the same where there is no screen.
     *
     * @param question such as {@code Allow bash?}
     * @param text what is decided about, such as a command line; empty if the question says all
     * @param marked parts of the text that stand out, because the question is about them
     * @param why the reason for the question; empty for none
     */
    public record Subject(String question, String text, List<String> marked, String why) {
        public Subject {
            marked = List.copyOf(marked);
        }
    }

    public static DialogOptions timeout(Duration timeout) {
        return new DialogOptions(timeout, null);
    }

    public static DialogOptions preselected(String answer) {
        return new DialogOptions(null, answer);
    }

    public DialogOptions withPreselected(String answer) {
        return new DialogOptions(timeout, answer, subject);
    }

    public DialogOptions withSubject(Subject about) {
        return new DialogOptions(timeout, preselected, about);
    }
}
