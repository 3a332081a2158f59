package dev.pawl.config.resources;

import dev.pawl.api.value.SourceInfo;
import java.nio.file.Path;

/**
 * Instructions for one kind of work, which the model reads when it needs them.
 *
 * @param description what the model knows of it before
 * @param path the file with the instructions
 * @param manualOnly whether only the user can ask for it, because it contains {@code disable-model-invocation}
 */
public record Skill(String name, String description, Path path, boolean manualOnly, SourceInfo source) {
    /** Where paths in the instructions start. */
    public Path folder() {
        var folder = path.getParent();
        return folder == null ? path : folder;
    }

    /** The file as the prompt names it. */
    public String location() {
        return path.toString();
    }
}
