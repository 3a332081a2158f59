package dev.pawl.policy.checkpoint;

import dev.pawl.base.RegularFile;
import dev.pawl.base.glob.IgnoreRules;
import dev.pawl.base.glob.Verdict;
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
 * Reads the state of every file below a folder, and finds files that may have changed since the last walk. Folders are read
 * in parallel, because most of the time is spent in system calls for single files.
 */
final class TreeWalk {
    private static final String ATTRIBUTES = "unix:mode,ino,size,lastModifiedTime,ctime";
    private static final String IGNORE_FILE = ".gitignore";

    private final Path root;
    private final CheckpointSettings settings;
    private final Set<Path> others;
    private final Map<String, FileState> before;
    private final Map<String, FileState> found;
    private final Set<String> omitted = ConcurrentHashMap.newKeySet();
    private final Set<String> leftOut = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean known = true;

    /**
     * A walk.
     *
     * @param others folders of the program itself, which are not part of the tree
     * @param before the result of the last walk
     */
    TreeWalk(Path root, CheckpointSettings settings, Set<Path> others, Map<String, FileState> before) {
        this.root = root;
        this.settings = settings;
        this.others = others;
        this.before = before;
        this.found = new ConcurrentHashMap<>(2 * before.size() + 16);
    }

    /**
     * The state of one file.
     *
     * @param id its content in the store; null if it has to be read (again)
     */
    record FileState(
            int mode,
            long size,
            FileTime modified,
            FileTime changed,
            Object inode,
            @Nullable String id) {
        boolean isSame(FileState other) {
            return mode == other.mode
                    && (Node.type(mode) == Node.FOLDER
                            || (size == other.size
                                    && modified.equals(other.modified)
                                    && changed.equals(other.changed)
                                    && inode.equals(other.inode)));
        }

        FileState with(@Nullable String content) {
            return new FileState(mode, size, modified, changed, inode, content);
        }
    }

    /** Everything that belongs to the tree. */
    Map<String, FileState> walk() throws IOException {
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

    /** Whether nothing has changed since the last walk. */
    boolean isKnown() {
        return known;
    }

    /** Files that are too large or cannot be read. */
    Set<String> omitted() {
        return omitted;
    }

    /** The same, and all that ignore files name; a folder stands for all that is in it. */
    Set<String> leftOut() {
        return leftOut;
    }

    /** One file, link or folder, regardless of rules and limits; null if it does not exist. */
    @Nullable
    FileState named(String path) throws IOException {
        var state = found.get(path);
        if (state != null) {
            return state;
        }
        var file = root.resolve(path);
        if (!isInside(root, file) || Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        state = state(file, path);
        return switch (Node.type(state.mode)) {
            case Node.FILE, Node.LINK, Node.FOLDER -> state;
            default -> null;
        };
    }

    /** Whether a file can be reached from the root without following a link. */
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

    /** Reads the files in a folder; returns its subfolders. */
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
            omit(prefix.substring(0, prefix.length() - 1));
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

    /** Reads the state of one file; returns it if it is a folder to be read. */
    private @Nullable Folder one(Path file, String prefix, @Nullable Ignored rules) throws IOException {
        var name = file.getFileName().toString();
        if (name.equalsIgnoreCase(".git") || (!others.isEmpty() && others.contains(file))) {
            return null;
        }
        var path = prefix + name;
        if (name.indexOf('\uFFFD') >= 0) {
            omit(path);
            return null;
        }
        FileState state;
        try {
            state = state(file, path);
        } catch (NoSuchFileException _) {
            return null;
        } catch (IOException _) {
            omit(path);
            return null;
        }
        int type = Node.type(state.mode);
        boolean isFolder = type == Node.FOLDER;
        if (rules != null && rules.has(path, prefix.length(), isFolder)) {
            leftOut.add(path);
            return null;
        }
        if (isFolder) {
            keep(path, state);
            return new Folder(file, path + "/", rules);
        }
        if (type == Node.LINK ? isText(file, state) : type == Node.FILE && state.size <= settings.maxFile()) {
            keep(path, state);
        } else if (type == Node.FILE || type == Node.LINK) {
            omit(path);
        } else {
            leftOut.add(path); // A pipe, a socket or a device.
        }
        return null;
    }

    private void omit(String path) {
        omitted.add(path);
        leftOut.add(path);
    }

    /** Whether the target of a link can be written again as it is. */
    private static boolean isText(Path link, FileState state) {
        try {
            return state.id != null || Files.readSymbolicLink(link).toString().indexOf('\uFFFD') < 0;
        } catch (IOException e) {
            return false;
        }
    }

    private void keep(String path, FileState state) throws IOException {
        found.put(path, state);
        if (state.id == null) {
            known = false;
        }
        if (count.incrementAndGet() > settings.maxFiles()) {
            throw new IOException("there are more than " + settings.maxFiles() + " files below " + root
                    + ". Add files that need not be saved to .gitignore, or set checkpoints.maxFiles");
        }
    }

    private FileState state(Path file, String path) throws IOException {
        var seen = Files.readAttributes(file, ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        var state = new FileState(
                (Integer) Objects.requireNonNull(seen.get("mode")),
                (Long) Objects.requireNonNull(seen.get("size")),
                (FileTime) Objects.requireNonNull(seen.get("lastModifiedTime")),
                (FileTime) Objects.requireNonNull(seen.get("ctime")),
                Objects.requireNonNull(seen.get("ino")),
                null);
        var last = before.get(path);
        return last != null && last.isSame(state) ? last : state;
    }

    /**
     * The ignore files of a folder and of those above it: the innermost one that names a file decides.
     *
     * @param below the length of the path from the root to the folder of these rules
     */
    private record Ignored(@Nullable Ignored above, IgnoreRules rules, int below) {
        private static final int MOST = 1 << 20;

        /** The rules of a folder together with those above it; null if there are none. */
        static @Nullable Ignored with(@Nullable Ignored above, Path file, int below) {
            try {
                var rules = IgnoreRules.of(RegularFile.read(file, MOST));
                return rules == null ? above : new Ignored(above, rules, below);
            } catch (IOException _) {
                return above; // Without the file nothing is ignored.
            }
        }

        boolean has(String path, int name, boolean folder) {
            for (var scope = this; scope != null; scope = scope.above) {
                var verdict = scope.rules.of(path, scope.below, name, folder);
                if (verdict != Verdict.NONE) {
                    return verdict == Verdict.IGNORE;
                }
            }
            return false;
        }
    }
}
