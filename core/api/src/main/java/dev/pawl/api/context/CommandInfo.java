package dev.pawl.api.context;

import dev.pawl.api.value.SourceInfo;
import org.jspecify.annotations.Nullable;

/** Something that can be called with a slash: a hook's command, a prompt template or a skill. */
public record CommandInfo(String name, @Nullable String description, Kind kind, SourceInfo source) {
    public enum Kind {
        EXTENSION,
        PROMPT,
        SKILL
    }
}
