package dev.pawl.bridge.forms;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what an extension's command sends along with a prompt: images, documents, or blocks of content. */
public final class Attachments {
    private Attachments() {}

    public static List<Content> blocks(@Nullable Object value) {
        var blocks = new ArrayList<Content>();
        if (value instanceof List<?> list) {
            for (var element : list) {
                if (element instanceof JsonObject json) {
                    blocks.add(block(json));
                } else if (element instanceof String text) {
                    blocks.add(Content.text(text));
                }
            }
        }
        return List.copyOf(blocks);
    }

    private static Content block(JsonObject json) {
        boolean attached = json.get("content") instanceof String;
        if (json.string("type", "").equals("image") && attached) {
            return new Content.Image(
                    json.string("content", ""), json.string("mimeType", "image/png"), JsonObject.empty());
        }
        if (json.string("type", "").equals("document")) {
            return Content.text("\n\n[Document: " + json.string("fileName", "document") + "]\n" + text(json));
        }
        return Content.from(json);
    }

    /** The text of a document: as extracted from it, or its bytes decoded. */
    private static String text(JsonObject json) {
        var extracted = json.string("extractedText");
        if (extracted != null) {
            return extracted;
        }
        var content = json.string("content", "");
        try {
            return new String(Base64.getDecoder().decode(content), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return content;
        }
    }
}
