package dev.pawl.session.ledger;

import dev.pawl.api.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * The record of a call that was under way when the program ended.
 *
 * @param asked whether an answer asked for it while the program kept steps; of any other call nothing is known
 * @param decision what the gates decided; null if they were not asked to the end
 * @param begun whether its tool was started
 * @param intent what the tool was about to do last; null if it has not reported it
 * @param result what came of it; null if it did not come to an end
 */
public record CallRecord(
        boolean asked,
        @Nullable JsonObject decision,
        boolean begun,
        @Nullable JsonObject intent,
        @Nullable JsonObject result) {
    /** Nothing is known. */
    public static final CallRecord NOTHING = new CallRecord(false, null, false, null, null);

    /** The first decision and the first result count, and the last intent. */
    CallRecord with(Step step, JsonObject value) {
        return switch (step) {
            case ASKED -> new CallRecord(true, decision, begun, intent, result);
            case DECIDED -> new CallRecord(true, decision == null ? value : decision, begun, intent, result);
            case BEGUN -> new CallRecord(true, decision, true, intent, result);
            case INTENT -> new CallRecord(true, decision, true, value, result);
            case RESULT -> new CallRecord(true, decision, begun, intent, result == null ? value : result);
        };
    }

    /** The steps of a call that are kept. */
    public enum Step {
        ASKED,
        DECIDED,
        BEGUN,
        INTENT,
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
