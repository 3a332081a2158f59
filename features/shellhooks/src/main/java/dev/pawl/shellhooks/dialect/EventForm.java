package dev.pawl.shellhooks.dialect;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One event of a dialect.
 *
 * @param name what the dialect calls it
 * @param moment when it happens here
 * @param tools which of Pawl's tools it is about, separated by spaces; empty for all
 * @param matched what matchers are compared with; null if they are ignored
 * @param fields what is written to the hook besides the fields of all events: a name and a {@link Fact}, a {@link Worded}, or a
 *     constant
 * @param blocking what exit code 2 does
 * @param plainContext whether text that is not JSON is added to what the model reads
 * @param limit the time limit of this event
 */
public record EventForm(
        String name,
        Moment moment,
        String tools,
        @Nullable Fact matched,
        Map<String, Object> fields,
        Blocking blocking,
        boolean plainContext,
        Limit limit) {
    /** What a block does at an event. */
    public enum Blocking {
        /** The action does not happen. */
        BLOCKS,
        /** It cannot be stopped any more; the reason is reported to the model. */
        REPORTED_TO_MODEL,
        /** It cannot be stopped any more; the reason takes the place of its result. */
        REPLACES_RESULT,
        /** It cannot be stopped any more; the reason is reported to the user. */
        REPORTED_TO_USER,
        IGNORED
    }

    /**
     * The time limit of an event.
     *
     * @param millis that of hooks that name none; 0 for that of the dialect
     * @param most that of hooks that name a longer one
     * @param variable if all hooks of the event share the limit, the variable that sets another one; null if each has its own
     */
    public record Limit(long millis, long most, @Nullable String variable) {
        static final Limit OF_DIALECT = new Limit(0, Long.MAX_VALUE, null);

        /** Returns whether all hooks of the event together have no longer. */
        public boolean isShared() {
            return variable != null;
        }
    }

    /**
     * A fact for some values of which a dialect has its own words.
     *
     * @param words Pawl's words and the dialect's
     */
    public record Worded(Fact fact, Map<String, String> words) {}

    EventForm withFields(Map<String, Object> other) {
        return new EventForm(name, moment, tools, matched, other, blocking, plainContext, limit);
    }

    EventForm withTools(String other) {
        return new EventForm(name, moment, other, matched, fields, blocking, plainContext, limit);
    }

    EventForm withPlainContext() {
        return new EventForm(name, moment, tools, matched, fields, blocking, true, limit);
    }

    EventForm within(Limit other) {
        return new EventForm(name, moment, tools, matched, fields, blocking, plainContext, other);
    }

    /** Returns what matchers are compared with where the dialect has a constant for it ({@link Fact#EVENT}). */
    public String constant() {
        return switch (moment) {
            case PROMPT -> "UserPromptSubmit";
            case STOP -> "Stop";
            case RESPONSE -> "AgentResponse";
            case THOUGHT -> "AgentThought";
            default -> name;
        };
    }
}
