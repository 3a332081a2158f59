package dev.pawl.api.message;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON form of content blocks, as sessions and clients know it. */
final class ContentJson {
    private ContentJson() {}

    static Content read(JsonObject json) {
        return switch (json.string("type", "")) {
            case "text" ->
                new Content.Text(
                        json.string("text", ""),
                        json.string("textSignature"),
                        json.without("type", "text", "textSignature"));
            case "image" ->
                new Content.Image(
                        json.string("data", ""), json.string("mimeType", ""), json.without("type", "data", "mimeType"));
            case "thinking" ->
                new Content.Thinking(
                        json.string("thinking", ""),
                        json.string("thinkingSignature"),
                        json.bool("redacted", false),
                        json.without("type", "thinking", "thinkingSignature", "redacted"));
            case "toolCall" ->
                new Content.ToolUse(
                        json.string("id", ""),
                        json.string("name", ""),
                        json.object("arguments"),
                        json.string("thoughtSignature"),
                        json.without("type", "id", "name", "arguments", "thoughtSignature"));
            default -> new Content.Other(json);
        };
    }

    /** Returns a list of blocks, or a plain string standing for one text block; null and strange elements are left out. */
    static List<Content> readList(@Nullable Object value) {
        return switch (value) {
            case String text -> List.of(Content.text(text));
            case List<?> list -> {
                var blocks = new ArrayList<Content>(list.size());
                for (var element : list) {
                    if (element instanceof JsonObject json) {
                        blocks.add(read(json));
                    } else if (element instanceof String text) {
                        blocks.add(Content.text(text));
                    }
                }
                yield List.copyOf(blocks);
            }
            case null, default -> List.of();
        };
    }

    static List<JsonObject> writeList(List<Content> blocks) {
        return blocks.stream().map(Content::toJson).toList();
    }

    static JsonObject write(Content.Text block) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("type", "text");
        fields.put("text", block.text());
        putPresent(fields, "textSignature", block.signature());
        return JsonObject.from(fields).with(block.extra());
    }

    static JsonObject write(Content.Image block) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("type", "image");
        fields.put("data", block.data());
        fields.put("mimeType", block.mimeType());
        return JsonObject.from(fields).with(block.extra());
    }

    static JsonObject write(Content.Thinking block) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("type", "thinking");
        fields.put("thinking", block.thinking());
        putPresent(fields, "thinkingSignature", block.signature());
        putPresent(fields, "redacted", block.redacted() ? true : null);
        return JsonObject.from(fields).with(block.extra());
    }

    static JsonObject write(Content.ToolUse block) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("type", "toolCall");
        fields.put("id", block.id());
        fields.put("name", block.name());
        fields.put("arguments", block.arguments());
        putPresent(fields, "thoughtSignature", block.thoughtSignature());
        return JsonObject.from(fields).with(block.extra());
    }

    static void putPresent(Map<String, @Nullable Object> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
    }
}
