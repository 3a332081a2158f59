package dev.pawl.ai.wire;

import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import java.util.List;

/** Which thinking levels a model has, and which of them is closest to a requested one. */
public final class ThinkingLevels {
    private ThinkingLevels() {}

    /** Returns the levels of a model, least first; a model that does not reason has only {@code off}. */
    public static List<ThinkingLevel> of(Model model) {
        return model.thinkingLevels().isEmpty()
                ? ThinkingLevel.of(model.reasoning(), model.extra().object("thinkingLevelMap"))
                : model.thinkingLevels();
    }

    /** Returns the level if the model has it, else the next higher one it has, else the next lower one. */
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
