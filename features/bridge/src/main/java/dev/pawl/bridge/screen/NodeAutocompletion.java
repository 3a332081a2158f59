package dev.pawl.bridge.screen;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.Autocompletion;
import dev.pawl.bridge.protocol.Fields;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Suggestions of an extension, before those that were there already. */
public record NodeAutocompletion(Screens screens, long function) implements Autocompletion {
    @Override
    public @Nullable Suggestions suggest(List<String> lines, int line, int column, boolean forced) {
        return screens.quickly(function, "suggest", lines, line, column, forced) instanceof JsonObject json
                ? new Suggestions(json.string("prefix", ""), items(json))
                : null;
    }

    @Override
    public Applied apply(List<String> lines, int line, int column, Item item, String prefix) {
        return screens.quickly(function, "apply", lines, line, column, json(item), prefix) instanceof JsonObject json
                ? new Applied(
                        json.strings("lines"), json.integer("cursorLine", line), json.integer("cursorCol", column))
                : new Applied(lines, line, column);
    }

    public static JsonObject json(Suggestions suggestions) {
        return JsonObject.of(
                "prefix",
                suggestions.prefix(),
                "items",
                suggestions.items().stream().map(NodeAutocompletion::json).toList());
    }

    public static JsonObject json(Applied applied) {
        return Fields.of("lines", applied.lines())
                .put("cursorLine", applied.line())
                .put("cursorCol", applied.column())
                .json();
    }

    private static JsonObject json(Item item) {
        return JsonObject.from(item);
    }

    public static @Nullable Item item(JsonObject json) {
        return json.get("value") instanceof String value
                ? new Item(value, json.string("label", value), json.string("description"))
                : null;
    }

    /** Items of an extension's suggestions. */
    private static List<Item> items(JsonObject json) {
        var items = new ArrayList<Item>();
        for (var one : json.objects("items")) {
            var item = item(one);
            if (item != null) {
                items.add(item);
            }
        }
        return items;
    }
}
