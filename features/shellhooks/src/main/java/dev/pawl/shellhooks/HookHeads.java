package dev.pawl.shellhooks;

import dev.pawl.api.json.JsonObject;
import java.nio.file.Path;
import java.util.List;

/** Finds skills and agents of Claude Code that have hooks at their head. */
@FunctionalInterface
public interface HookHeads {
    /** Those below the user's home folder or a project. */
    List<Head> in(Path root);

    /**
     * One skill or agent.
     *
     * @param json the head, in the layout of a file of hooks
     * @param problem why the head cannot be read, as the end of a sentence about the file; empty if it can
     */
    record Head(Path file, String name, boolean ofAgent, JsonObject json, String problem) {}
}
