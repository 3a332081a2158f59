package dev.pawl.agent.conversation;

import dev.pawl.api.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the characters of a value as JSON, without writing it. */
public final class JsonLength {
    private JsonLength() {}

    // No switch over types: it costs the first run of a program milliseconds.
    public static long of(@Nullable Object value) {
        if (value instanceof String text) {
            return of(text);
        }
        if (value instanceof JsonObject object) {
            return of(object.asMap());
        }
        if (value instanceof Map<?, ?> map) {
            long sum = 2L + Math.max(0, map.size() - 1);
            for (var field : map.entrySet()) {
                sum += of(String.valueOf(field.getKey())) + 1 + of(field.getValue());
            }
            return sum;
        }
        if (value instanceof List<?> list) {
            long sum = 2L + Math.max(0, list.size() - 1);
            for (var one : list) {
                sum += of(one);
            }
            return sum;
        }
        return String.valueOf(value).length();
    }

    private static long of(String text) {
        long sum = text.length() + 2L;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                sum++;
            } else if (c < ' ') {
                sum += c == '\n' || c == '\r' || c == '\t' || c == '\b' || c == '\f' ? 1 : 5;
            }
        }
        return sum;
    }
}
