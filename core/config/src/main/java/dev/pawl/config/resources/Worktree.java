package dev.pawl.config.resources;

import dev.pawl.config.settings.Folders;
import dev.pawl.config.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A second working copy of a git repository, which may be inside the first one. */
final class Worktree {
    private static final String POINTER = "gitdir:";

    private Worktree() {}

    /**
     * The file of the main working copy that a working copy inside of it has as its own, so that it would count twice.
     *
     * @param nameIn the name of the file that counts in a folder, if there is any
     * @return the file's canonical path; null if there is none
     */
    static @Nullable Path shadowed(Path cwd, Function<Path, @Nullable String> nameIn) {
        for (var folder = cwd; folder != null; folder = folder.getParent()) {
            var git = folder.resolve(".git");
            if (Files.isRegularFile(git)) {
                return shadowedBy(folder, git, nameIn);
            }
            if (Files.exists(git)) {
                return null;
            }
        }
        return null;
    }

    private static @Nullable Path shadowedBy(Path copy, Path pointer, Function<Path, @Nullable String> nameIn) {
        try {
            var text = TextFile.head(pointer, 8_192).strip();
            if (!text.startsWith(POINTER)) {
                return null;
            }
            var own = copy.resolve(text.substring(POINTER.length()).strip());
            var common = own.resolve("commondir");
            if (!Files.isRegularFile(common)) {
                return null; // A submodule, which is a repository of its own.
            }
            var repository = own.resolve(TextFile.head(common, 8_192).strip()).toRealPath();
            var main = repository.getParent();
            var root = copy.toRealPath();
            // A bare repository has no working copy of its own, and one beside this copy is not above it.
            if (main == null
                    || root.equals(main)
                    || !root.startsWith(main)
                    || !Folders.canonical(main.resolve(".git")).equals(repository)) {
                return null;
            }
            var name = nameIn.apply(root);
            return name == null ? null : main.resolve(name);
        } catch (IOException | InvalidPathException _) {
            return null;
        }
    }
}
