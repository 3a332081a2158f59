package dev.pawl.ai.openai;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Marks where a provider's cache may end, as Anthropic's models want it: prompt, last tool, last words. */
final class CacheMarks {
    private static final Set<String> INSTRUCTIONS = Set.of("system", "developer");
    private static final Set<String> CONVERSATION = Set.of("user", "assistant", "tool");

    private CacheMarks() {}

    static void put(List<JsonObject> messages, List<JsonObject> tools, boolean longer) {
        var mark = JsonObject.of("type", "ephemeral");
        mark = longer ? mark.with("ttl", "1h") : mark;
        for (int i = 0; i < messages.size(); i++) {
            if (INSTRUCTIONS.contains(messages.get(i).string("role", ""))) {
                putOn(messages, i, mark);
                break;
            }
        }
        if (!tools.isEmpty()) {
            tools.set(tools.size() - 1, tools.getLast().with("cache_control", mark));
        }
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (CONVERSATION.contains(messages.get(i).string("role", "")) && putOn(messages, i, mark)) {
                return;
            }
        }
    }

    /** Marks the last text of a message; false if it has none. */
    private static boolean putOn(List<JsonObject> messages, int at, JsonObject mark) {
        var message = messages.get(at);
        var marked = marked(message.get("content"), mark);
        if (marked != null) {
            messages.set(at, message.with("content", marked));
        }
        return marked != null;
    }

    private static @Nullable List<?> marked(@Nullable Object content, JsonObject mark) {
        if (content instanceof String text && !text.isEmpty()) {
            return List.of(ChatMessages.text(text).with("cache_control", mark));
        }
        if (content instanceof List<?> list) {
            var parts = new ArrayList<@Nullable Object>(list);
            for (int i = parts.size() - 1; i >= 0; i--) {
                if (parts.get(i) instanceof JsonObject part && "text".equals(part.string("type"))) {
                    parts.set(i, part.with("cache_control", mark));
                    return parts;
                }
            }
        }
        return null;
    }
}
