package dev.pawl.fleet.durable;

import dev.pawl.api.json.JsonObject;
import java.util.Locale;

/**
 * Something that was put into the inbox of a session.
 *
 * @param id names it: the same twice counts once
 */
public record Input(String id, Kind kind, JsonObject value) {
    /** The kind of an input. */
    public enum Kind {
        /** A message to the agent. */
        PROMPT,
        /** The answer to a question. */
        ANSWER,
        /** The run under way is to end. */
        CANCEL
    }

    public static Input prompt(String id, String text) {
        return new Input(id, Kind.PROMPT, JsonObject.of("text", text));
    }

    /**
     * The answer to a question.
     *
     * @param question the key of the question
     */
    public static Input answer(String id, String question, JsonObject answer) {
        return new Input(id, Kind.ANSWER, answer.with("question", question));
    }

    public static Input cancel(String id) {
        return new Input(id, Kind.CANCEL, JsonObject.empty());
    }

    public JsonObject toJson() {
        return JsonObject.of("id", id, "kind", kind.name().toLowerCase(Locale.ROOT))
                .with("value", value);
    }

    public static Input from(JsonObject json) {
        return new Input(
                json.string("id", ""),
                Kind.valueOf(json.string("kind", "").toUpperCase(Locale.ROOT)),
                json.object("value"));
    }
}
