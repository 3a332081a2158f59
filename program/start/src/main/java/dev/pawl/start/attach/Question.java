package dev.pawl.start.attach;

import dev.pawl.api.json.JsonObject;
import java.util.List;

/**
 * A question that a session wants answered before it continues.
 *
 * @param key names it; the same question asked again after a crash has the same key
 * @param kind confirm, select, input or editor
 * @param options what can be chosen; empty unless it is a choice
 */
public record Question(String key, String kind, String title, String message, List<String> options) {
    public Question {
        options = List.copyOf(options);
    }

    public JsonObject toJson() {
        return JsonObject.of("key", key, "kind", kind)
                .with("title", title)
                .with("message", message)
                .with("options", options);
    }

    public static Question from(JsonObject json) {
        return new Question(
                json.string("key", ""),
                json.string("kind", ""),
                json.string("title", ""),
                json.string("message", ""),
                json.strings("options"));
    }

    /** In one line for users. */
    public String words() {
        var choices = options.isEmpty() ? "" : " [" + String.join(" | ", options) + "]";
        var more = message.isBlank() ? "" : ": " + message;
        return "asks " + key + ": " + title + more + choices;
    }
}
