package dev.pawl.config.trust;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The scripts of a project that one hook runs, as they were when the hook was loaded. */
public final class ScriptsInUse {
    private final Path project;
    private final List<String> texts;
    private final Path folder;
    private final Map<String, String> before;

    /**
     * Looks at them for the first time.
     *
     * @param texts the hook's command and arguments
     * @param file the file that the hook is in
     */
    public ScriptsInUse(Path project, List<String> texts, Path file) {
        this.project = project;
        this.texts = List.copyOf(texts);
        this.folder = Objects.requireNonNullElse(file.toAbsolutePath().getParent(), project);
        this.before = ProjectContent.scripts(project, this.texts, folder);
    }

    /** What is different now, as the end of a sentence; null if nothing is. */
    public @Nullable String change() {
        var now = ProjectContent.scripts(project, texts, folder);
        if (now.equals(before)) {
            return null;
        }
        var names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        for (var name : names) {
            var old = before.get(name);
            if (!Objects.equals(old, now.get(name))) {
                return name + (old == null ? " came" : now.containsKey(name) ? " has changed" : " is gone");
            }
        }
        return null;
    }
}
