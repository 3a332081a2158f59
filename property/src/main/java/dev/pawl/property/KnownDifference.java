package dev.pawl.property;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** What differs from pi on purpose, each with its reason: the one list that all comparisons share. */
public enum KnownDifference {
    DURATION("records of a turn", "more tool_execution_end\\.durationMs", "docs/rpc.md: how long a tool took is told"),
    ABORTED("records of a turn", "more agent_settled\\.aborted", "docs/rpc.md: a client learns whether the run was aborted"),
    WILL_RETRY("records of a turn", "more agent_end\\.willRetry", "docs/rpc.md: 1.5.0 has it, 0.87.1 has not"),
    RESPONSE_ID(
            "records of a turn",
            "missing message_start\\.message\\.responseId",
            "docs/rpc.md: the id is not known before the first piece of an answer");

    private final Pattern comparison;
    private final Pattern difference;
    private final String reason;

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
                .filter(each -> each.comparison.matcher(comparison.name()).lookingAt())
                .filter(each -> each.difference.matcher(difference).matches())
                .findFirst();
    }
}
