package dev.pawl.config.resources;

import dev.pawl.config.settings.Folders;
import dev.pawl.config.text.Problem;
import dev.pawl.config.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The instructions that users leave for agents in {@code AGENTS.md} and its like; they need no trust.
 *
 * @param files the user's own, then those of the folders from the root down to the project
 */
public record ContextFiles(List<ContextFile> files, List<Problem> problems) {
    private static final String POINTER = "gitdir:";

    /** None, as with {@code -nc}. */
    public static final ContextFiles NONE = new ContextFiles(List.of(), List.of());

    private static final List<String> NAMES =
            List.of("AGENTS.override.md", "AGENTS.md", "AGENTS.MD", "CLAUDE.md", "CLAUDE.MD");

    public record ContextFile(Path path, String content) {}

    public static ContextFiles load(Folders folders) {
        var problems = new ArrayList<Problem>();
        var files = new ArrayList<ContextFile>();
        for (var folder = folders.cwd(); folder != null; folder = folder.getParent()) {
            if (folder.equals(folders.agentDir())) {
                continue;
            }
            var found = in(folder, folders.confines(folder), problems);
            if (found != null) {
                files.addFirst(found);
            }
        }
        var twice = shadowed(folders.cwd());
        if (twice != null) {
            files.removeIf(file -> Folders.canonical(file.path()).equals(twice));
        }
        var own = in(folders.agentDir(), null, problems);
        if (own != null) {
            files.addFirst(own);
        }
        return new ContextFiles(List.copyOf(files), List.copyOf(problems));
    }

    /** The one file of a folder that counts: the first of the names that is there and can be read. */
    private static @Nullable ContextFile in(Path folder, @Nullable Path within, List<Problem> problems) {
        for (var name : NAMES) {
            var file = folder.resolve(name);
            if (Files.isRegularFile(file) && isPlanted(folder, file)) {
                problems.add(Problem.error(
                        file, "belongs to another user, in a folder that everybody can write to, so it is not read."));
            } else if (Files.isRegularFile(file)) {
                try {
                    return new ContextFile(file, TextFile.read(file, within, problems));
                } catch (IOException e) {
                    problems.add(Problem.error(
                            file, "cannot be read: " + TextFile.why(e) + ". The agent does not know its content."));
                }
            } else if (Files.exists(file) && !Files.isDirectory(file)) {
                problems.add(Problem.error(file, "is not a regular file, so it is not read."));
            }
        }
        return null;
    }

    /** Whether another user may have put a file there for others to find, as in {@code /tmp}. */
    private static boolean isPlanted(Path folder, Path file) {
        try {
            var view = Files.getFileAttributeView(folder, PosixFileAttributeView.class);
            if (view == null || !view.readAttributes().permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
                return false;
            }
            var owner = Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).getName();
            return !owner.equals("root") && !owner.equals(System.getProperty("user.name"));
        } catch (IOException e) {
            return true;
        }
    }

    private static @Nullable String nameIn(Path folder) {
        for (var name : NAMES) {
            if (Files.isReadable(folder.resolve(name)) && Files.isRegularFile(folder.resolve(name))) {
                return name;
            }
        }
        return null;
    }

    /**
     * The file of the main working copy that a working copy inside of it has as its own, so that it would count twice.
     *
     * @return the file's canonical path; null if there is none
     */
    private static @Nullable Path shadowed(Path cwd) {
        for (var folder = cwd; folder != null; folder = folder.getParent()) {
            var git = folder.resolve(".git");
            if (Files.isRegularFile(git)) {
                return shadowedBy(folder, git);
            }
            if (Files.exists(git)) {
                return null;
            }
        }
        return null;
    }

    private static @Nullable Path shadowedBy(Path copy, Path pointer) {
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
            var name = nameIn(root);
            return name == null ? null : main.resolve(name);
        } catch (IOException | InvalidPathException _) {
            return null;
        }
    }
}
