package dev.pawl.loader.find;

import dev.pawl.base.glob.Glob;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files and folders that match a glob; links are not followed, so that there is no way in circles.
 *
 * <p>A folder that matches and is a hook is a hit as a whole: nothing below it is looked at.
 */
final class HookGlob extends SimpleFileVisitor<Path> {
    private static final int DEEPEST = 8;

    private final Path root;
    private final Glob glob;
    private final BiConsumer<Path, IOException> unreadable;
    private final List<Path> hits = new ArrayList<>();

    private HookGlob(Path root, Glob glob, BiConsumer<Path, IOException> unreadable) {
        this.root = root;
        this.glob = glob;
        this.unreadable = unreadable;
    }

    /**
     * Returns the matches of a glob, sorted.
     *
     * @param start a folder whose own name is taken literally
     * @param glob what to find from there
     */
    static List<Path> expand(Path start, Path glob, BiConsumer<Path, IOException> unreadable) {
        int literal = 0;
        while (literal < glob.getNameCount() - 1
                && !Glob.isGlob(glob.getName(literal).toString())) {
            literal++;
        }
        var root =
                literal == 0 ? start : start.resolve(glob.subpath(0, literal)).normalize();
        var wild = glob.subpath(literal, glob.getNameCount());
        int depth = wild.toString().contains("**") ? DEEPEST : wild.getNameCount();
        var search = new HookGlob(root, Glob.lenient(slashes(wild), false), unreadable);
        try {
            Files.walkFileTree(root, Set.of(), depth, search);
        } catch (IOException e) {
            unreadable.accept(root, e);
        }
        return search.hits.stream().sorted().toList();
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        if (folder.equals(root)) {
            return FileVisitResult.CONTINUE;
        }
        if (folder.getFileName().toString().startsWith(".")) {
            return FileVisitResult.SKIP_SUBTREE;
        }
        return hit(folder) && isUnit(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        // At the greatest depth folders come along here, too, and the caller finds their units.
        hit(file);
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

    private static String slashes(Path path) {
        return path.toString().replace('\\', '/');
    }

    private static boolean isUnit(Path folder) {
        return Files.exists(folder.resolve("package.json"))
                || Files.exists(folder.resolve("index.java"))
                || Files.exists(folder.resolve("index.jar"));
    }
}
