package dev.pawl.policy.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Looks at every file below a folder, and finds out which ones may have changed since the last look. Folders are looked at
 * beside each other: most of the time goes into asking the system about one file after another.
 */
final class TreeWalk {
    private static final String WANTED = "unix:mode,ino,size,lastModifiedTime,ctime";
    private static final String IGNORE_FILE = ".gitignore";

    private final Path root;
    private final CheckpointSettings settings;
    private final Set<Path> others;
    private final Map<String, Look> before;
    private final Map<String, Look> found;
    private final Set<String> left = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean known = true;

    /**
     * A walk.
     *
     * @param others folders that are the program's own, and no part of the tree
     * @param before what the last walk found
     */
    TreeWalk(Path root, CheckpointSettings settings, Set<Path> others, Map<String, Look> before) {
        this.root = root;
        this.settings = settings;
        this.others = others;
        this.before = before;
        this.found = new ConcurrentHashMap<>(2 * before.size() + 16);
    }

    /**
     * What was seen of one file.
     *
     * @param id its content in the store; null if it has to be read (again)
     */
    record Look(
            int mode,
            long size,
            FileTime modified,
            FileTime changed,
            Object inode,
            @Nullable String id) {
        boolean isSame(Look other) {
            return mode == other.mode
                    && (Node.type(mode) == Node.FOLDER
                            || (size == other.size
                                    && modified.equals(other.modified)
                                    && changed.equals(other.changed)
                                    && inode.equals(other.inode)));
        }

        Look with(@Nullable String content) {
            return new Look(mode, size, modified, changed, inode, content);
        }
    }

    /** Everything that belongs to the tree. */
    Map<String, Look> walk() throws IOException {
        Ignored rules = null;
        if (!settings.ignored()) {
            var git = root.resolve(".git/info/exclude");
            rules = Files.isRegularFile(git) ? Ignored.with(null, git, 0) : null;
        }
        try {
            ForkJoinPool.commonPool().invoke(new Folder(root, "", rules));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return found;
    }

    /** One folder with those in it. */
    private final class Folder extends RecursiveAction {
        private static final long serialVersionUID = 1L;
        private final transient Path folder;
        private final String prefix;
        private final transient @Nullable Ignored above;

        Folder(Path folder, String prefix, @Nullable Ignored above) {
            this.folder = folder;
            this.prefix = prefix;
            this.above = above;
        }

        @Override
        protected void compute() {
            try {
                invokeAll(folder(folder, prefix, above));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Whether the last walk has seen all of it as it is. */
    boolean isKnown() {
        return known;
    }

    /** What is too large, or cannot be read. */
    Set<String> left() {
        return left;
    }

    /** One file, whatever the rules and limits are; null if there is none. */
    @Nullable
    Look named(String path) throws IOException {
        var look = found.get(path);
        if (look != null) {
            return look;
        }
        var file = root.resolve(path);
        if (!isInside(root, file) || Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        look = look(file, path);
        boolean content = Node.type(look.mode) == Node.FILE || Node.type(look.mode) == Node.LINK;
        return content ? look : null;
    }

    /** Whether one gets to a file from the root without following a link. */
    static boolean isInside(Path root, Path file) {
        var folder = file.getParent();
        while (folder != null && !folder.equals(root)) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            folder = folder.getParent();
        }
        return folder != null;
    }

    /** Looks at what lies in a folder; returns the folders in it. */
    private List<Folder> folder(Path folder, String prefix, @Nullable Ignored above) throws IOException {
        var files = new ArrayList<Path>();
        boolean hasRules = false;
        try (var stream = Files.newDirectoryStream(folder)) {
            for (var file : stream) {
                files.add(file);
                hasRules |= file.endsWith(IGNORE_FILE);
            }
        } catch (DirectoryIteratorException | IOException e) {
            if (prefix.isEmpty()) {
                throw e instanceof DirectoryIteratorException inside ? inside.getCause() : (IOException) e;
            }
            left.add(prefix);
            return List.of();
        }
        var rules = hasRules && !settings.ignored()
                ? Ignored.with(above, folder.resolve(IGNORE_FILE), prefix.length())
                : above;
        var folders = new ArrayList<Folder>();
        for (var file : files) {
            var inner = one(file, prefix, rules);
            if (inner != null) {
                folders.add(inner);
            }
        }
        return folders;
    }

    /** Looks at one file; returns it if it is a folder whose files are to be looked at. */
    private @Nullable Folder one(Path file, String prefix, @Nullable Ignored rules) throws IOException {
        var name = file.getFileName().toString();
        if (name.equalsIgnoreCase(".git") || (!others.isEmpty() && others.contains(file))) {
            return null;
        }
        var path = prefix + name;
        if (name.indexOf('\uFFFD') >= 0) {
            left.add(path);
            return null;
        }
        Look look;
        try {
            look = look(file, path);
        } catch (NoSuchFileException _) {
            return null;
        } catch (IOException _) {
            left.add(path);
            return null;
        }
        int type = Node.type(look.mode);
        boolean isFolder = type == Node.FOLDER;
        if (rules != null && rules.has(path, prefix.length(), isFolder)) {
            return null;
        }
        if (isFolder) {
            keep(path, look);
            return new Folder(file, path + "/", rules);
        }
        if (type == Node.LINK || (type == Node.FILE && look.size <= settings.maxFile())) {
            keep(path, look);
        } else if (type == Node.FILE) {
            left.add(path);
        }
        return null;
    }

    private void keep(String path, Look look) throws IOException {
        found.put(path, look);
        if (look.id == null) {
            known = false;
        }
        if (count.incrementAndGet() > settings.maxFiles()) {
            throw new IOException("there are more than " + settings.maxFiles() + " files below " + root
                    + ". Add what need not be kept to .gitignore, or set checkpoints.maxFiles");
        }
    }

    private Look look(Path file, String path) throws IOException {
        var seen = Files.readAttributes(file, WANTED, LinkOption.NOFOLLOW_LINKS);
        var look = new Look(
                (Integer) Objects.requireNonNull(seen.get("mode")),
                (Long) Objects.requireNonNull(seen.get("size")),
                (FileTime) Objects.requireNonNull(seen.get("lastModifiedTime")),
                (FileTime) Objects.requireNonNull(seen.get("ctime")),
                Objects.requireNonNull(seen.get("ino")),
                null);
        var last = before.get(path);
        return last != null && last.isSame(look) ? last : look;
    }
}
