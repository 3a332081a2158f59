package dev.pawl.config.trust;

import dev.pawl.config.settings.Folders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The folders {@code .agents/skills}, which several agents share: the user's, and those of a project. */
public final class SharedSkills {
    private SharedSkills() {}

    public static Path in(Path folder) {
        return folder.resolve(".agents").resolve("skills");
    }

    /** Those of the project and the folders above it, up to the one that holds the repository, closest first. */
    public static List<Path> of(Folders folders) {
        var found = new ArrayList<Path>();
        var own = in(folders.home());
        for (var folder = folders.cwd(); folder != null; folder = folder.getParent()) {
            var shared = in(folder);
            if (!shared.equals(own)) {
                found.add(shared);
            }
            if (Files.exists(folder.resolve(".git"))) {
                break;
            }
        }
        return found;
    }
}
