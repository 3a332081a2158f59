package dev.pawl.config.resources;

import dev.pawl.config.settings.Folders;
import dev.pawl.config.text.IgnoreScope;
import dev.pawl.config.text.Problem;
import dev.pawl.config.text.TextFile;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Goes through a folder for files of one kind, in the order of their names.
 *
 * <p>Names that begin with a dot, {@code node_modules} and what ignore files name are passed over. Links are followed,
 * but no folder is entered twice. A folder with a {@code SKILL.md} is one skill, and nothing else in it is looked at.
 */
final class ResourceWalk {
    static final String SKILL_FILE = "SKILL.md";

    private static final int MOST_FOLDERS = 5_000;

    private final ResourceKind kind;
    private final boolean deep;
    private final int most;
    private final @Nullable Path within;
    private final Collection<Problem> problems;
    private final List<Path> found = new ArrayList<>();
    private final Set<Object> entered = new HashSet<>();

    private ResourceWalk(
            ResourceKind kind, boolean deep, int most, @Nullable Path within, Collection<Problem> problems) {
        this.kind = kind;
        this.deep = deep;
        this.most = most;
        this.within = within;
        this.problems = problems;
    }

    /**
     * The files in a folder that need not exist.
     *
     * @param deep whether folders inside of it count; for skills they do in any case
     * @param within the folder that links must not lead out of; null if they may lead anywhere
     */
    static List<Path> in(
            Path folder, ResourceKind kind, boolean deep, @Nullable Path within, Collection<Problem> problems) {
        return in(folder, kind, deep, MOST_FOLDERS, within, problems);
    }

    static List<Path> in(
            Path folder,
            ResourceKind kind,
            boolean deep,
            int most,
            @Nullable Path within,
            Collection<Problem> problems) {
        var walk = new ResourceWalk(kind, deep || kind == ResourceKind.SKILL, most, within, problems);
        try {
            var attributes = Files.readAttributes(folder, BasicFileAttributes.class);
            if (walk.isInside(folder)) {
                walk.enter(folder, attributes, IgnoreScope.none(), true);
            }
        } catch (NoSuchFileException _) {
            return List.of();
        } catch (IOException e) {
            walk.unreadable(folder, e);
        }
        return walk.found;
    }

    private void enter(Path folder, BasicFileAttributes attributes, IgnoreScope above, boolean root) {
        if (entered.size() > most) {
            return;
        }
        var key = attributes.fileKey();
        if (!entered.add(key == null ? Folders.canonical(folder) : key)) {
            return;
        }
        if (entered.size() > most) {
            problems.add(Problem.warning(
                    folder,
                    "this and the folders after it are not searched for " + kind.folder
                            + ", because there are more than " + most + ". Name a smaller folder."));
            return;
        }
        var children = children(folder);
        var rules = above.with(folder);
        if (kind == ResourceKind.SKILL && isSkill(folder, rules)) {
            if (isInside(folder.resolve(SKILL_FILE))) {
                found.add(folder.resolve(SKILL_FILE));
            }
            return;
        }
        for (var child : children) {
            var name = child.getFileName().toString();
            if (name.startsWith(".") || name.equals("node_modules")) {
                continue;
            }
            var inside = attributes(child);
            if (inside == null || rules.ignores(child, inside.isDirectory())) {
                continue;
            }
            if (inside.isDirectory()) {
                if (deep && isInside(child)) {
                    enter(child, inside, rules, false);
                }
            } else if (inside.isRegularFile()
                    && name.endsWith(kind.suffix)
                    && (root || kind != ResourceKind.SKILL)
                    && isInside(child)) {
                found.add(child);
            }
        }
    }

    private static boolean isSkill(Path folder, IgnoreScope rules) {
        var file = folder.resolve(SKILL_FILE);
        return Files.isRegularFile(file) && !rules.ignores(file, false);
    }

    private boolean isInside(Path path) {
        return isInside(path, within, problems);
    }

    /** Returns whether a path leads to a file in a folder; if not, there is a problem. */
    static boolean isInside(Path path, @Nullable Path within, Collection<Problem> problems) {
        if (within == null || Folders.canonical(path).startsWith(Folders.canonical(within))) {
            return true;
        }
        problems.add(Problem.warning(path, "is not used, because it is a link that leads out of " + within + "."));
        return false;
    }

    private List<Path> children(Path folder) {
        var children = new ArrayList<Path>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            for (var child : stream) {
                children.add(child);
            }
        } catch (NoSuchFileException _) {
            return List.of();
        } catch (NotDirectoryException _) {
            problems.add(Problem.warning(
                    folder, "is not a folder, but " + kind.folder + " are looked for in it. Move it away."));
        } catch (DirectoryIteratorException e) {
            unreadable(folder, new IOException(e.getCause()));
        } catch (IOException e) {
            unreadable(folder, e);
        }
        Collections.sort(children);
        return children;
    }

    private void unreadable(Path folder, IOException why) {
        problems.add(Problem.warning(folder, "cannot be searched for " + kind.folder + ": " + TextFile.why(why) + "."));
    }

    /** Null if there is nothing, or a link to nothing. */
    private static @Nullable BasicFileAttributes attributes(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class);
        } catch (IOException _) {
            return null;
        }
    }
}
