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
            "where a handler of user_bash fails, Pawl says what that means for the command"),
    OTHER_CATALOGUE(
            "extension pi-context-cap.*",
            "only (pi|Pawl): ui, start: \\+ notify .*context-cap: capped \\d+ model.*",
            "it counts the models that are built in, and Pawl's catalogue is another"),
    BY_THE_CLOCK(
            "extension @yqt5420/pi-token-speed.*",
            "only (pi|Pawl): ui, \\w+: \\+ setStatus \\{statusKey=token-speed.*",
            "it shows a status every 200 ms while an answer is under way"),
    DRAWN(
            "extension @guygrigsby/pi-pets.*",
            "only (pi|Pawl): ui, /pet: \\+ notify \\{message=Active: .*",
            "it draws what its pet says"),
    STARTED_ONCE(
            "tests that hold in pi, AsInPiTest beside pi 1\\.5\\.0",
            "a_session_can_be_cloned_right_after_it_was_forked",
            "where a client of RPC forks, clones or begins a session, pi fires session_start twice"),
    JAVA_HOOKS(
            "tests that hold in pi, AsInPiTest beside pi 1\\.5\\.0",
            "a_cancel_that_is_not_true_keeps_no_hook_in_java_from_being_asked",
            "pi has no hooks in Java"),
    INPUT_FITS(
            "tests that hold in pi, OrderAsInPiTest beside pi 1\\.5\\.0",
            "a_built_in_tool_does_not_get_arguments_that_are_not_corrected",
            "the input of a built-in tool fits its schema, because gates decide by it"),
    QUEUED_BEFORE_END(
            "tests that hold in pi, OrderAsInPiTest beside pi 1\\.5\\.0",
            "what_is_sent_at_the_end_waits_before_the_end_is_reported",
            "a queue_update for what is sent at the end of a run comes before agent_end; in pi it depends on the"
                    + " number of handlers"),
    SEEN_AT_THE_END(
            "material, generated extensions, seed 2 beside pi 1\\.5\\.0",
            "fuzz-2-(011|056) +events|fuzz-2-054 +handlers",
            "a queue_update for what is sent at the end of a run comes before agent_end, and the handlers that follow"
                    + " may not know of it yet"),
    SETTLED_FIRST(
            "material, generated extensions, seed 2 beside pi 1\\.5\\.0",
            "fuzz-2-027 .*",
            "a run that is sent for at the end begins when all handlers of agent_settled are done"),
    NO_RESULT_WITHOUT_CALL(
            "material, generated extensions, seed 2 beside pi 1\\.5\\.0",
            "fuzz-2-042 +requests",
            "a result whose call a context handler took away is not sent, because providers refuse it"),
    A_REASON_IS_A_TEXT(
            "material, generated extensions, seed 2 beside pi 1\\.5\\.0",
            "fuzz-2-051 .*",
            "what a gate gives as a reason is a text; in pi a compaction that meets a number fails"),
    SCRIPT_CALLS_ENDED(
            "scripts of codemode .*",
            "(race|a timeout while a tool runs|a call that runs when the script fails): .*status=unfinished.*",
            "calls that are running when a script ends are waited for, and reported with their ends"),
    SCRIPT_ARGUMENTS(
            "scripts of codemode .*",
            "arguments that are a (string|list): pi \\[start shout .*",
            "arguments that are no object reject without an event or a record"),
    SCRIPT_ENGINE(
            "scripts of codemode .*",
            "(null has no members: .*codemode\\.js:2|text of what JSON cannot hold: .*at stringify \\(native\\)).*",
            "frames of an error are those of another version of QuickJS"),
    SCRIPT_TOOL_WORDS(
            "scripts of codemode .*",
            "recorded: settled calls and a value that is kept: .*ENOENT.*",
            "tools have their own words, as in direct calls");

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
