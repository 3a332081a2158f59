package dev.pawl.machine;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** What differs from pi on purpose, each with its reason: the one list that all comparisons share. */
public enum KnownDifference {
    FIELDS_SINCE(
            "records of a turn .* beside pi 0\\.87\\.1",
            "more (\\w+\\.message\\.(durationMs|thinkingLevel)|tool_execution_end\\.(durationMs|result\\.structuredContent)"
                + "|agent_settled\\.aborted|agent_end\\.willRetry)",
            "1.5.0 has these fields, and Pawl with it"),
    NO_EARLY_ID(
            "records of a turn .* beside pi 0\\.87\\.1",
            "missing message_start\\.message\\.responseId",
            "1.5.0 has it no more: the id comes with the first piece of an answer"),
    NOT_RUN(
            "(generated )?extension.*",
            "other words: .*refused: the command was not run: .*",
            "where a handler of user_bash fails, Pawl says what that means for the command");

    private final Pattern comparison;
    private final Pattern difference;
    private final String reason;

    /** A comparison is named as in {@code requests, openai-completions beside pi 1.5.0}; the whole of it has to match. */
    KnownDifference(String comparison, String difference, String reason) {
        this.comparison = Pattern.compile(comparison);
        this.difference = Pattern.compile(difference, Pattern.DOTALL);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }

    static Optional<KnownDifference> of(Comparison comparison, String difference) {
        return Arrays.stream(values())
                .filter(each -> each.comparison
                        .matcher(comparison.name() + " beside " + comparison.pi())
                        .matches())
                .filter(each -> each.difference.matcher(difference).matches())
                .findFirst();
    }
}
