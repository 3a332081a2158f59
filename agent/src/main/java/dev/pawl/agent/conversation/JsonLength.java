package dev.pawl.agent.conversation;

import dev.pawl.api.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How many characters a value has as JSON, without writing it. */
public final class JsonLength {
    private JsonLength() {}

    public static long of(@Nullable Object value) {
        return switch (value) {
            case null -> 4;
            case String text -> of(text);
            case JsonObject object -> of(object.asMap());
            case Map<?, ?> map -> {
                long sum = 2L + Math.max(0, map.size() - 1);
                for (var field : map.entrySet()) {
                    sum += of(String.valueOf(field.getKey())) + 1 + of(field.getValue());
                }
                yield sum;
            }
            case List<?> list -> {
                long sum = 2L + Math.max(0, list.size() - 1);
                for (var one : list) {
                    sum += of(one);
                }
                yield sum;
            }
            default -> String.valueOf(value).length();
        };
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
