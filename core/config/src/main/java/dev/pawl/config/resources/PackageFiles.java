package dev.pawl.config.resources;

import dev.pawl.config.text.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** Finds the skills, prompt templates or themes at a path of an installed package. */
public final class PackageFiles {
    private PackageFiles() {}

    /**
     * The files at a path; none if there is nothing of that kind.
     *
     * @param kind {@code skills}, {@code prompts} or {@code themes}
     */
    public static List<Path> at(String kind, Path path, Collection<Problem> problems) {
        for (var one : ResourceKind.values()) {
            if (one.folder.equals(kind)) {
                if (Files.isDirectory(path)) {
                    return ResourceWalk.in(path, one, true, null, problems);
                }
                return Files.isRegularFile(path) && path.toString().endsWith(one.suffix) ? List.of(path) : List.of();
            }
        }
        throw new IllegalArgumentException("there is no kind of resources called " + kind);
    }
}
