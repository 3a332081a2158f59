package dev.pawl.api.message;

import dev.pawl.api.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One block of a message. Fields the vocabulary does not know are kept in {@code extra} and written back. */
public sealed interface Content {
    JsonObject toJson();

    static Content from(JsonObject json) {
        return ContentJson.read(json);
    }

    static Text text(String text) {
        return new Text(text, null, JsonObject.empty());
    }

    static Image image(String base64, String mimeType) {
        return new Image(base64, mimeType, JsonObject.empty());
    }

    /** Returns the text blocks of a list, joined by line breaks. */
    static String text(List<Content> blocks) {
        var text = new StringBuilder();
        for (var block : blocks) {
            if (block instanceof Text(var part, _, _)) {
                text.append(text.isEmpty() ? "" : "\n").append(part);
            }
        }
        return text.toString();
    }

    record Text(String text, @Nullable String signature, JsonObject extra) implements Content {
        public Text withText(String text) {
            return new Text(text, signature, extra);
        }

        @Override
        public JsonObject toJson() {
            return ContentJson.write(this);
        }
    }

    record Image(String data, String mimeType, JsonObject extra) implements Content {
        @Override
        public JsonObject toJson() {
            return ContentJson.write(this);
        }
    }

    record Thinking(String thinking, @Nullable String signature, boolean redacted, JsonObject extra)
            implements Content {
        @Override
        public JsonObject toJson() {
            return ContentJson.write(this);
        }
    }

    /** The model asking for a tool. */
    record ToolUse(
            String id,
            String name,
            JsonObject arguments,
            @Nullable String thoughtSignature,
            JsonObject extra) implements Content {
        public static ToolUse of(String id, String name, JsonObject arguments) {
            return new ToolUse(id, name, arguments, null, JsonObject.empty());
        }

        @Override
        public JsonObject toJson() {
            return ContentJson.write(this);
        }
    }

    /** A block of a type unknown here, kept as it came. */
    record Other(JsonObject json) implements Content {
        @Override
        public JsonObject toJson() {
            return json;
        }
    }
}
