package dev.pawl.serve.acp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import org.jspecify.annotations.Nullable;

/** Blocks of content in the form of the protocol. */
final class Blocks {
    private Blocks() {}

    static JsonObject text(String text) {
        return JsonObject.of("type", "text", "text", text);
    }

    /** Null for a block that a client does not show as content. */
    static @Nullable JsonObject of(Content block) {
        return switch (block) {
            case Content.Text(var text, _, _) -> text(text);
            case Content.Image(var data, var type, _) ->
                JsonObject.of("type", "image", "data", data).with("mimeType", type);
            case Content.Thinking _, Content.ToolUse _, Content.Other _ -> null;
        };
    }
}
