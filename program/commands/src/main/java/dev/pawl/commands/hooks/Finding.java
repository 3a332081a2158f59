package dev.pawl.commands.hooks;

import dev.pawl.api.json.JsonObject;
import java.util.Locale;

/**
 * Something that was checked.
 *
 * @param area what it is about, in a word
 * @param text what was found and, unless all is well, what to do
 */
public record Finding(Level level, String area, String text) {
    /** How it is. */
    public enum Level {
        /** As it should be. */
        OK("ok    "),
        /** Good to know. */
        NOTE("note  "),
        /** It has to be mended. */
        BAD("BAD   ");

        private final String mark;

        Level(String mark) {
            this.mark = mark;
        }
    }

    /** In one line for users. */
    public String line() {
        return level.mark + text;
    }

    public JsonObject toJson() {
        return JsonObject.of("level", level.name().toLowerCase(Locale.ROOT), "area", area)
                .with("text", text);
    }
}
