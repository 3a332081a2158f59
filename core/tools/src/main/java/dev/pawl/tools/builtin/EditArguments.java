package dev.pawl.tools.builtin;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Brings the shapes in which models write edits into the one that the schema asks for. */
public final class EditArguments {
    private EditArguments() {}

    public static JsonObject prepare(JsonObject arguments) {
        var edits = arguments.get("edits");
        var list = list(edits instanceof String text ? parsed(text) : edits);
        var prepared = arguments.given("edits", list);
        if (!(arguments.get("oldText") instanceof String oldText
                && arguments.get("newText") instanceof String newText)) {
            return prepared;
        }
        var all = new ArrayList<@Nullable Object>(list == null ? List.of() : list);
        all.add(JsonObject.of("oldText", oldText, "newText", newText));
        return prepared.without("oldText", "newText").with("edits", all);
    }

    private static @Nullable List<?> list(@Nullable Object edits) {
        if (edits instanceof JsonObject single) {
            return List.of(single);
        }
        return edits instanceof List<?> list ? list : null;
    }

    private static @Nullable Object parsed(String text) {
        try {
            return Json.parse(text);
        } catch (IllegalArgumentException e) {
            return null; // The schema check reports what is wrong with it.
        }
    }
}
