package dev.pawl.ai.openai;

import org.jspecify.annotations.Nullable;

/** The id of a tool call in the Responses language: of the call, to which the result refers, and of its item. */
record CallId(String call, @Nullable String item) {
    /** Reads {@code call|item}, the form in which sessions keep it. */
    static CallId of(String id) {
        int bar = id.indexOf('|');
        return bar < 0 ? new CallId(id, null) : new CallId(id.substring(0, bar), id.substring(bar + 1));
    }

    /** Returns the form that sessions keep; null if there is no id at all. */
    static @Nullable String written(@Nullable String call, @Nullable String item) {
        if (call == null || call.isEmpty()) {
            return item;
        }
        return item == null || item.isEmpty() ? call : call + "|" + item;
    }
}
