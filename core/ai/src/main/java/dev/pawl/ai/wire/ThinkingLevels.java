package dev.pawl.ai.wire;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import java.util.ArrayList;
import java.util.List;

/** Which thinking levels a model has, and which of them is closest to a requested one. */
public final class ThinkingLevels {
    private static final List<ThinkingLevel> NONE = List.of(ThinkingLevel.OFF);

    private ThinkingLevels() {}

    /** The levels of a model, least first; a model that does not reason has only {@code off}. */
    public static List<ThinkingLevel> of(Model model) {
        return model.thinkingLevels().isEmpty()
                ? of(model.reasoning(), model.extra().object("thinkingLevelMap"))
                : model.thinkingLevels();
    }

    /** All levels up to high, unless they are mapped to null; those above only if they are mapped to a word. */
    public static List<ThinkingLevel> of(boolean reasoning, JsonObject map) {
        if (!reasoning) {
            return NONE;
        }
        var levels = new ArrayList<ThinkingLevel>();
        for (var level : ThinkingLevel.values()) {
            boolean isUsual = level.compareTo(ThinkingLevel.HIGH) <= 0;
            if (map.has(level.wire()) ? map.get(level.wire()) != null : isUsual) {
                levels.add(level);
            }
        }
        return List.copyOf(levels);
    }

    /** The level if the model has it, else the next higher one it has, else the next lower one. */
    public static ThinkingLevel clamp(Model model, ThinkingLevel wanted) {
        ThinkingLevel lower = null;
        for (var level : of(model)) {
            if (level.compareTo(wanted) >= 0) {
                return level;
            }
            lower = level;
        }
        return lower == null ? ThinkingLevel.OFF : lower;
    }
}
