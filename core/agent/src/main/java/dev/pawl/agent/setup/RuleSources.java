package dev.pawl.agent.setup;

import java.nio.file.Path;
import java.util.List;

/**
 * The sources that decide about tool calls, besides the hooks that were loaded and the settings. A decision from before
 * a crash counts only while all of it is the same.
 *
 * @param files files and folders, whether they are there or not
 * @param texts what else decides, such as an option of the command line
 */
public record RuleSources(List<Path> files, List<String> texts) {
    /** Hooks and settings alone decide. */
    public static final RuleSources NONE = new RuleSources(List.of(), List.of());

    public RuleSources {
        files = List.copyOf(files);
        texts = List.copyOf(texts);
    }
}
