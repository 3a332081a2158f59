package dev.pawl.tools;

import dev.pawl.tools.search.Search;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The files of a folder that a user may mean: those that no ignore file leaves out.
 *
 * <p>No program is started for it. Git would run what the repository's own settings name.
 */
public final class ProjectFiles {
    private final Search search;

    public ProjectFiles(Map<String, String> environment, Path home) {
        this.search = new Search(environment, home);
    }

    /** Paths relative to the folder, in order, those of folders with a slash at their end; at most so many. */
    public List<String> below(Path folder, int most) throws InterruptedException {
        return search.files(folder, most);
    }
}
