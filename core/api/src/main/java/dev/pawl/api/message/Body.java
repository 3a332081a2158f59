package dev.pawl.api.message;

import dev.pawl.api.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The content of a message of a user or a hook: blocks, and whether they were written as one plain string. */
public record Body(List<Content> blocks, boolean plain) {
    public Body {
        blocks = List.copyOf(blocks);
    }

    public static Body of(String text) {
        return new Body(List.of(Content.text(text)), true);
    }

    public static Body of(Content... blocks) {
        return new Body(List.of(blocks), false);
    }

    public static Body of(List<? extends Content> blocks) {
        return new Body(List.copyOf(blocks), false);
    }

    /** Reads a string or a list of blocks; null is an empty body. */
    public static Body fromJson(@Nullable Object value) {
        return new Body(ContentJson.readList(value), value instanceof String);
    }

    /** Returns the text blocks, joined by line breaks. */
    public String text() {
        return Content.text(blocks);
    }

    /** Returns a string if it was one and still is one text block, a list of blocks otherwise. */
    public Object toJson() {
        return plain
                        && blocks.size() == 1
                        && blocks.getFirst() instanceof Content.Text(var text, var signature, var extra)
                        && signature == null
                        && extra.equals(JsonObject.empty())
                ? text
                : ContentJson.writeList(blocks);
    }
}
