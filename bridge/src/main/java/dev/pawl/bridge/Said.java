package dev.pawl.bridge;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.BashOperations;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a handler in another process made of an event: what it returned, and which fields it changed in place.
 *
 * @param told {@code result} as it was returned, absent if nothing was; {@code changed} with the fields
 * @param shells finds the shell behind the number of a function
 */
record Said(JsonObject told, LongFunction<BashOperations> shells) {
    boolean returned() {
        return told.has("result");
    }

    @Nullable
    Object value() {
        return told.get("result");
    }

    /** The returned object; an empty one stands for anything else, which says nothing. */
    JsonObject result() {
        return told.object("result");
    }

    boolean changed(String field) {
        return told.object("changed").has(field);
    }

    @Nullable
    Object change(String field) {
        return told.object("changed").get(field);
    }

    /** Whether a field of the result counts as yes in JavaScript. */
    boolean yes(String field) {
        return truthy(result().get(field));
    }

    static boolean truthy(@Nullable Object value) {
        return value != null
                && !Boolean.FALSE.equals(value)
                && !"".equals(value)
                && !(value instanceof Number number && number.doubleValue() == 0);
    }

    /** A text of the result; absent if it is not there, refused if it is something else. */
    @Nullable
    String text(String field) {
        var value = result().get(field);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw new IllegalArgumentException("the handler returned " + field + " that is no text: " + value);
    }
}
