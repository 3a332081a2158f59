package dev.pawl.session.ledger;

import dev.pawl.api.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The record of a call that was under way when the program ended.
 *
 * @param asked whether an answer asked for it while the program kept steps; of any other call nothing is known
 * @param decision what the gates decided; null if they were not asked to the end
 * @param begun whether its tool was started
 * @param intents what the tool reported that it was about to do, in order
 * @param agents what subagents of it said and did, in order
 * @param result what came of it; null if it did not come to an end
 */
public record CallRecord(
        boolean asked,
        @Nullable JsonObject decision,
        boolean begun,
        List<JsonObject> intents,
        List<JsonObject> agents,
        @Nullable JsonObject result) {
    /** Nothing is known. */
    public static final CallRecord NOTHING = new CallRecord(false, null, false, List.of(), List.of(), null);

    /** The first decision and the first result count, and all intents and lines of agents. */
    CallRecord with(Step step, JsonObject value) {
        return switch (step) {
            case ASKED -> new CallRecord(true, decision, begun, intents, agents, result);
            case DECIDED -> new CallRecord(true, decision == null ? value : decision, begun, intents, agents, result);
            case BEGUN -> new CallRecord(true, decision, true, intents, agents, result);
            case INTENT -> new CallRecord(true, decision, true, and(intents, value), agents, result);
            case AGENT -> new CallRecord(true, decision, begun, intents, and(agents, value), result);
            case RESULT -> new CallRecord(true, decision, begun, intents, agents, result == null ? value : result);
        };
    }

    private static List<JsonObject> and(List<JsonObject> before, JsonObject value) {
        return Stream.concat(before.stream(), Stream.of(value)).toList();
    }

    /** The steps of a call that are kept. */
    public enum Step {
        ASKED,
        DECIDED,
        BEGUN,
        INTENT,
        AGENT,
        RESULT;

        private final String word = name().toLowerCase(java.util.Locale.ROOT);

        String word() {
            return word;
        }

        static @Nullable Step of(String word) {
            for (var step : values()) {
                if (step.word.equals(word)) {
                    return step;
                }
            }
            return null;
        }
    }
}
