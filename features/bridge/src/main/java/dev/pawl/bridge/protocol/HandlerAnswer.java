package dev.pawl.bridge.protocol;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.BashOperations;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a handler in another process made of an event: what it returned, and which fields it changed in place.
 *
 * @param answer {@code result} as it was returned, absent if nothing was; {@code changed} with the fields
 * @param shells finds the shell behind the number of a function
 */
public record HandlerAnswer(JsonObject answer, LongFunction<BashOperations> shells) {
    public boolean returned() {
        return answer.has("result");
    }

    @Nullable
    public Object value() {
        return answer.get("result");
    }

    /** The returned object; empty if something else was returned. */
    public JsonObject result() {
        return answer.object("result");
    }

    public boolean changed(String field) {
        return answer.object("changed").has(field);
    }

    @Nullable
    public Object change(String field) {
        return answer.object("changed").get(field);
    }

    /** Returns whether a field of the result counts as yes in JavaScript. */
    public boolean yes(String field) {
        return truthy(result().get(field));
    }

    public static boolean truthy(@Nullable Object value) {
        return value != null
                && !Boolean.FALSE.equals(value)
                && !"".equals(value)
                && !(value instanceof Number number && number.doubleValue() == 0);
    }

    /** A text of the result; absent if it is not there, refused if it is something else. */
    @Nullable
    public String text(String field) {
        var value = result().get(field);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw new IllegalArgumentException("the handler returned " + field + " that is no text: " + value);
    }
}
