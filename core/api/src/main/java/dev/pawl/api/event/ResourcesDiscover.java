package dev.pawl.api.event;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Hooks may add skills, prompt templates and themes. Each path stays in the list; handlers add to it.
 *
 * @param cwd the folder of the session
 * @param reason whether the program starts or loads hooks again
 * @param skillPaths files and folders of skills that hooks added so far
 * @param promptPaths files and folders of prompt templates that hooks added so far
 * @param themePaths files and folders of themes that hooks added so far
 */
public record ResourcesDiscover(
        Path cwd, Reason reason, List<Path> skillPaths, List<Path> promptPaths, List<Path> themePaths) {
    public ResourcesDiscover {
        skillPaths = List.copyOf(skillPaths);
        promptPaths = List.copyOf(promptPaths);
        themePaths = List.copyOf(themePaths);
    }

    public enum Reason {
        STARTUP,
        RELOAD
    }

    /** Returns an event to which nothing was added yet, for tests and trials. */
    public static ResourcesDiscover of(Path cwd, Reason reason) {
        return new ResourcesDiscover(cwd, reason, List.of(), List.of(), List.of());
    }

    /** Adds a file or folder of skills. */
    public ResourcesDiscover withSkills(Path path) {
        return new ResourcesDiscover(cwd, reason, plus(skillPaths, path), promptPaths, themePaths);
    }

    /** Adds a file or folder of prompt templates. */
    public ResourcesDiscover withPrompts(Path path) {
        return new ResourcesDiscover(cwd, reason, skillPaths, plus(promptPaths, path), themePaths);
    }

    /** Adds a file or folder of themes. */
    public ResourcesDiscover withThemes(Path path) {
        return new ResourcesDiscover(cwd, reason, skillPaths, promptPaths, plus(themePaths, path));
    }

    private static List<Path> plus(List<Path> paths, Path path) {
        var all = new ArrayList<>(paths);
        all.add(path);
        return List.copyOf(all);
    }
}
