package dev.pawl.serve.acp;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The steps of a plan, from the details in the result of a tool for to-do lists. */
final class PlanEntries {
    private PlanEntries() {}

    /** One entry for each to-do; none if the details are not of such a tool. */
    static List<JsonObject> of(String tool, @Nullable Object details) {
        var entries = new ArrayList<JsonObject>();
        if (tool.toLowerCase(Locale.ROOT).contains("todo") && details instanceof JsonObject json) {
            for (var todo : json.objects(json.has("todos") ? "todos" : "items")) {
                var text = todo.string("text", todo.string("content", ""));
                if (!text.isBlank()) {
                    entries.add(JsonObject.of("content", text, "priority", priority(todo))
                            .with("status", status(todo)));
                }
            }
        }
        return entries;
    }

    private static String priority(JsonObject todo) {
        var word = todo.string("priority", "");
        return word.equals("high") || word.equals("low") ? word : "medium";
    }

    private static String status(JsonObject todo) {
        return switch (todo.string("status", "")) {
            case "completed", "done" -> "completed";
            case "in_progress" -> "in_progress";
            default -> todo.bool("done", false) ? "completed" : "pending";
        };
    }
}
