package dev.pawl.shellhooks.dialect;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One event of a dialect.
 *
 * @param name what the dialect calls it
 * @param moment when it happens here; null if it never does
 * @param tools which of our tools it is about, separated by spaces; empty for all
 * @param matched what matchers are compared with; null if they are ignored
 * @param fields what is written to the hook besides the fields of all events: a name and a {@link Fact}, a {@link Worded}, or a
 *     constant
 * @param blocking what exit code 2 does
 * @param plainContext whether text that is no JSON is told to the model
 * @param timeoutMillis the time limit of this event; 0 for that of the dialect
 */
public record EventForm(
        String name,
        @Nullable Moment moment,
        String tools,
        @Nullable Fact matched,
        Map<String, Object> fields,
        Blocking blocking,
        boolean plainContext,
        long timeoutMillis) {
    /** What a block does at an event. */
    public enum Blocking {
        /** The action does not happen. */
        BLOCKS,
        /** It cannot be stopped any more; the model is told. */
        TELLS_MODEL,
        /** It cannot be stopped any more; the user is told. */
        TELLS_USER,
        IGNORED
    }

    EventForm withFields(Map<String, Object> other) {
        return new EventForm(name, moment, tools, matched, other, blocking, plainContext, timeoutMillis);
    }

    EventForm withTools(String other) {
        return new EventForm(name, moment, other, matched, fields, blocking, plainContext, timeoutMillis);
    }

    EventForm withPlainContext() {
        return new EventForm(name, moment, tools, matched, fields, blocking, true, timeoutMillis);
    }

    EventForm withTimeout(long millis) {
        return new EventForm(name, moment, tools, matched, fields, blocking, plainContext, millis);
    }

    /** Whether the event happens here at all. */
    public boolean fires() {
        return moment != null;
    }
}
