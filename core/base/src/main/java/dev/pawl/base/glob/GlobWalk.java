package dev.pawl.base.glob;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files and folders that match a glob; links are not followed, so that there is no way in circles. Names that
 * begin with a dot and {@code node_modules} are passed over, unless the glob names them literally at its beginning.
 */
public final class GlobWalk extends SimpleFileVisitor<Path> {
    private static final int DEEPEST = 8;

    private final Path root;
    private final Glob glob;
    private final Predicate<Path> whole;
    private final BiConsumer<Path, IOException> unreadable;
    private final List<Path> hits = new ArrayList<>();

    private GlobWalk(Path root, Glob glob, Predicate<Path> whole, BiConsumer<Path, IOException> unreadable) {
        this.root = root;
        this.glob = glob;
        this.whole = whole;
        this.unreadable = unreadable;
    }

    /**
     * Returns the matches of a glob, sorted.
     *
     * @param base a folder whose own name is taken literally, if the pattern begins with it
     * @param pattern an absolute path with a glob in it
     * @param whole whether a folder that matches is a hit as a whole, so that nothing in it is looked at
     * @param unreadable receives what could not be looked at
     */
    public static List<Path> expand(
            Path base, Path pattern, Predicate<Path> whole, BiConsumer<Path, IOException> unreadable) {
        int literal = pattern.startsWith(base) ? base.getNameCount() : 0;
        while (literal < pattern.getNameCount() - 1
                && !Glob.isGlob(pattern.getName(literal).toString())) {
            literal++;
        }
        var top = Objects.requireNonNull(pattern.getRoot(), "an absolute pattern");
        var root = literal == 0 ? top : top.resolve(pattern.subpath(0, literal));
        var wild = pattern.subpath(literal, pattern.getNameCount());
        int depth = wild.toString().contains("**") ? DEEPEST : wild.getNameCount();
        var walk = new GlobWalk(root, Glob.lenient(slashes(wild), false), whole, unreadable);
        try {
            Files.walkFileTree(root, Set.of(), depth, walk);
        } catch (IOException e) {
            unreadable.accept(root, e);
        }
        walk.hits.sort(null);
        return walk.hits;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        if (folder.equals(root)) {
            return FileVisitResult.CONTINUE;
        }
        if (isPassedOver(folder)) {
            return FileVisitResult.SKIP_SUBTREE;
        }
        return hit(folder) && whole.test(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        // At the greatest depth folders are visited here, too.
        if (!isPassedOver(file)) {
            hit(file);
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException why) {
        if (!(why instanceof NoSuchFileException)) {
            unreadable.accept(file, why);
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException why) {
        if (why != null) {
            unreadable.accept(folder, why);
        }
        return FileVisitResult.CONTINUE;
    }

    private boolean hit(Path path) {
        boolean matches = glob.matches(slashes(root.relativize(path)));
        if (matches) {
            hits.add(path);
        }
        return matches;
    }

    private static boolean isPassedOver(Path path) {
        var name = path.getFileName().toString();
        return name.startsWith(".") || name.equals("node_modules");
    }

    /** Returns a path as globs match it. */
    static String slashes(Path path) {
        return path.toString().replace('\\', '/');
    }
}
