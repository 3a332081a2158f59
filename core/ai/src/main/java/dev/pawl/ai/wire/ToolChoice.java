package dev.pawl.ai.wire;

import dev.pawl.api.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Says whether the model may, must or must not ask for a tool; {@code tool} is the one it must ask for.
 *
 * <p>The option {@code toolChoice} is {@code auto}, {@code none}, {@code any} (or {@code required}), the name of a tool,
 * or the object by which a provider names one.
 */
public record ToolChoice(Kind kind, @Nullable String tool) {
    public enum Kind {
        AUTO,
        NONE,
        ANY,
        ONE
    }

    /** Returns what was asked; null if nothing was, or if there are no tools to choose from. */
    public static @Nullable ToolChoice of(Question question) {
        if (question.tools().isEmpty()) {
            return null;
        }
        var asked = question.options().get("toolChoice");
        if (asked instanceof String word) {
            return of(word);
        }
        if (asked instanceof JsonObject object) {
            var name = object.string("name", object.object("function").string("name", ""));
            return name.isEmpty() ? of(object.string("type", "")) : new ToolChoice(Kind.ONE, name);
        }
        return null;
    }

    private static @Nullable ToolChoice of(String word) {
        return switch (word) {
            case "" -> null;
            case "auto" -> new ToolChoice(Kind.AUTO, null);
            case "none" -> new ToolChoice(Kind.NONE, null);
            case "any", "required" -> new ToolChoice(Kind.ANY, null);
            default -> new ToolChoice(Kind.ONE, word);
        };
    }

    /** Returns whether the model cannot answer without a call. */
    public boolean forces() {
        return kind == Kind.ANY || kind == Kind.ONE;
    }
}
