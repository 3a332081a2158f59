package dev.pawl.api.model;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How long the model may think before it answers. */
public enum ThinkingLevel {
    OFF,
    MINIMAL,
    LOW,
    MEDIUM,
    HIGH,
    XHIGH,
    MAX;

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the names of all levels. */
    public static List<String> words() {
        var words = new ArrayList<String>();
        for (var level : values()) {
            words.add(level.wire());
        }
        return List.copyOf(words);
    }

    /**
     * Returns the levels of a model, least first.
     *
     * @param reasoning whether it thinks; one that does not has only {@link #OFF}
     * @param words its {@code thinkingLevelMap}: all levels up to high are there unless they are mapped to null, those
     *     above only if they are mapped to a word
     */
    public static List<ThinkingLevel> of(boolean reasoning, JsonObject words) {
        if (!reasoning) {
            return List.of(OFF);
        }
        var levels = new ArrayList<ThinkingLevel>();
        for (var level : values()) {
            if (words.has(level.wire()) ? words.get(level.wire()) != null : level.compareTo(HIGH) <= 0) {
                levels.add(level);
            }
        }
        return List.copyOf(levels);
    }

    /** Returns the level of a name; null if there is none. */
    public static @Nullable ThinkingLevel find(@Nullable String wire) {
        for (var level : values()) {
            if (level.wire().equals(wire)) {
                return level;
            }
        }
        return null;
    }
}
