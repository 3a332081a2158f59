package dev.pawl.config.settings;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts one layer of settings over another: objects are merged all the way down, what is above wins.
 *
 * <p>Only lists of what is brought along are joined, because a project adds to what its user has.
 */
final class SettingsMerge {
    static final Set<String> JOINED = Set.of("extensions", "hooks", "skills", "prompts", "themes", "packages");

    private SettingsMerge() {}

    static JsonObject merge(JsonObject below, JsonObject above) {
        var merged = over(below, above);
        for (var name : JOINED) {
            if (below.get(name) instanceof List<?> first && above.get(name) instanceof List<?> second) {
                merged = merged.with(name, joined(first, second));
            }
        }
        return merged;
    }

    private static JsonObject over(JsonObject below, JsonObject above) {
        var merged = below.with(above);
        for (var field : above.asMap().entrySet()) {
            if (field.getValue() instanceof JsonObject two && below.get(field.getKey()) instanceof JsonObject one) {
                merged = merged.with(field.getKey(), over(one, two));
            }
        }
        return merged;
    }

    private static List<@Nullable Object> joined(List<?> first, List<?> second) {
        var all = new ArrayList<@Nullable Object>(first.size() + second.size());
        all.addAll(first);
        all.addAll(second);
        return Collections.unmodifiableList(all);
    }
}
