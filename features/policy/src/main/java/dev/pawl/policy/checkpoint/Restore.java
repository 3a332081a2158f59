package dev.pawl.policy.checkpoint;

import dev.pawl.tools.file.Unfinished;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Restores a folder from a snapshot, in two steps: every change is decided first, from the files as they are, and only then
 * made. Ignore rules are files too and change on the way; they are read once, before.
 *
 * <p>A path is changed only if its state is known on both sides. Nothing is known of a file that the snapshot leaves out, and
 * a file that is left out now could not be brought back; neither is touched. Where nothing exists now, a file may be created
 * even if rules leave it out, because {@link #before} then says that it did not exist. So restoring {@code before} with its
 * named files undoes this to the byte.
 */
final class Restore {
    /** How many bytes of contents are held in memory at a time, besides one file. */
    private static final int BATCH_BYTES = 256 << 20;

    private static final int BATCH_FILES = 64;
    private static final String MODE = "unix:mode";

    private final Store store;
    private final Path root;
    private final Snapshot target;
    private final Map<String, @Nullable Node> named;
    private final Snapshot before;
    private final NavigableMap<String, Change> changes = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private int changed;

    /** A difference between the two sides; null where nothing exists. */
    private record Change(@Nullable Node from, @Nullable Node to) {
        /** Returns whether the present file has to be removed, and cannot just be replaced or changed. */
        boolean removes() {
            return from != null && (to == null || from.isFolder() != to.isFolder());
        }
    }

    /**
     * The result.
     *
     * @param changed how many files, links and folders were written or removed
     * @param problems what could not be restored, and why
     */
    record Done(int changed, List<String> problems) {
        Done {
            problems = List.copyOf(problems);
        }
    }

    private Restore(Store store, Snapshot target, Map<String, @Nullable Node> named, Snapshot before) {
        this.store = store;
        this.root = store.root();
        this.target = target;
        this.named = named;
        this.before = before;
    }

    /**
     * Decides what has to be changed, without changing anything.
     *
     * @param named the state of files that the snapshot may have left out; null for those that did not exist
     */
    static Restore plan(Store store, Snapshot target, Map<String, @Nullable Node> named)
            throws IOException, InterruptedException {
        var restore = new Restore(store, target, named, store.take(named.keySet()));
        restore.plan();
        return restore;
    }

    /** The present state. It names every file that {@link #run} changes, because rules may leave it out afterwards. */
    Snapshot before() {
        var all = new TreeMap<String, @Nullable Node>(before.named());
        changes.forEach((path, change) -> all.put(path, change.from()));
        return before.withNamed(all);
    }

    /** Makes the changes. */
    Done run() throws IOException, InterruptedException {
        openFolders();
        remove();
        write();
        folderModes();
        return new Done(changed, problems);
    }

    private void plan() {
        var paths = new TreeSet<>(before.nodes().keySet());
        paths.addAll(target.nodes().keySet());
        paths.addAll(named.keySet());
        for (var path : paths) {
            var from = before.nodes().get(path);
            if (!isKnown(path)) {
                continue;
            }
            var to = wanted(path);
            if (from == null && to == null) {
                continue;
            }
            if (from == null && isTaken(path)) {
                if (to != null && !to.isFolder()) {
                    refuse(path, "it is left out of checkpoints now, because it is too large or .gitignore names it");
                }
                continue;
            }
            if (!isSame(from, to, path)) {
                changes.put(path, new Change(from, to));
            }
        }
        keepFoldersInUse();
        dropOrphans();
        addFolders();
    }

    /** Returns whether the snapshot, or a call that named the file, says what was at a path. */
    private boolean isKnown(String path) {
        return !target.leavesOut(path) || named.containsKey(path);
    }

    private @Nullable Node wanted(String path) {
        return target.leavesOut(path) ? named.get(path) : target.nodes().get(path);
    }

    private boolean isSame(@Nullable Node from, @Nullable Node to, String path) {
        if (from == null || to == null || from.type() != to.type()) {
            return false;
        }
        if (from.isFolder()) {
            // The permissions of a folder above a named file are not in the snapshot if the folder itself is left out.
            return from.permissions() == to.permissions() || target.isBelowLeftOut(path);
        }
        return from.id().equals(to.id()) && (from.isLink() || from.permissions() == to.permissions());
    }

    /** Returns whether something that no snapshot has is at a path, or in the place of a folder above it. */
    private boolean isTaken(String path) {
        var file = root.resolve(path);
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        var above = path;
        while (above.indexOf('/') > 0) {
            above = above.substring(0, above.lastIndexOf('/'));
            var folder = root.resolve(above);
            if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                return !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                        && !before.nodes().containsKey(above);
            }
        }
        return false;
    }

    /** A folder stays, with those above it, as long as anything stays in it. */
    private void keepFoldersInUse() {
        for (var path : List.copyOf(changes.descendingKeySet())) {
            var change = changes.get(path);
            if (change == null || change.from() == null || !change.from().isFolder() || !change.removes()) {
                continue;
            }
            if (hasStaying(path)) {
                changes.remove(path);
                if (change.to() != null) {
                    refuse(path, "a folder is in its place, with files that no checkpoint has");
                }
            }
        }
    }

    private boolean hasStaying(String path) {
        try (var inside = Files.newDirectoryStream(root.resolve(path))) {
            for (var file : inside) {
                var change = changes.get(path + "/" + file.getFileName());
                if (change == null || !change.removes()) {
                    // A file that only changes stays as well: the snapshot has it below a folder, so it has the folder.
                    return true;
                }
            }
            return false;
        } catch (IOException | DirectoryIteratorException _) {
            return true;
        }
    }

    /** Nothing can be created below a path that does not become a folder. */
    private void dropOrphans() {
        for (var path : List.copyOf(changes.keySet())) {
            var change = changes.get(path);
            if (change == null || change.to() == null || path.indexOf('/') < 0) {
                continue;
            }
            var above = path.substring(0, path.lastIndexOf('/'));
            while (!above.isEmpty()) {
                var there = changes.containsKey(above)
                        ? changes.get(above).to()
                        : before.nodes().get(above);
                if (there != null && !there.isFolder()) {
                    changes.remove(path);
                    refuse(path, "a file is in the place of a folder above it");
                    break;
                }
                int slash = above.lastIndexOf('/');
                above = slash < 0 ? "" : above.substring(0, slash);
            }
        }
    }

    /** Folders that a snapshot leaves out, above a named file, are created if they are missing. */
    private void addFolders() {
        for (var entry : List.copyOf(changes.entrySet())) {
            var above = entry.getKey();
            while (entry.getValue().to() != null && above.indexOf('/') > 0) {
                above = above.substring(0, above.lastIndexOf('/'));
                if (!changes.containsKey(above) && Files.notExists(root.resolve(above), LinkOption.NOFOLLOW_LINKS)) {
                    changes.put(above, new Change(null, new Node(Node.FOLDER | 0755, "")));
                }
            }
        }
    }

    private void refuse(String path, String reason) {
        problems.add(root.resolve(path) + ": " + reason);
    }

    /** Makes folders writable, because files inside of them may have to be changed. */
    private void openFolders() {
        before.nodes().forEach((path, node) -> {
            if (node.isFolder() && (node.permissions() & 0700) != 0700 && holdsChange(path)) {
                attempt(path, () -> Files.setAttribute(root.resolve(path), MODE, node.permissions() | 0700));
            }
        });
    }

    private boolean holdsChange(String folder) {
        var first = changes.ceilingKey(folder + "/");
        return first != null && first.startsWith(folder + "/");
    }

    private void remove() {
        changes.descendingMap().forEach((path, change) -> {
            if (change.removes()) {
                attempt(path, () -> {
                    // A folder above it may be a link by now.
                    if (TreeWalk.isInside(root, root.resolve(path)) && Files.deleteIfExists(root.resolve(path))) {
                        changed += change.to() == null ? 1 : 0;
                    }
                });
            }
        });
    }

    private void write() throws IOException, InterruptedException {
        var batch = new LinkedHashMap<String, Node>();
        for (var entry : changes.entrySet()) {
            var path = entry.getKey();
            var from = entry.getValue().from();
            var to = entry.getValue().to();
            if (to == null) {
                continue;
            }
            if (to.isFolder()) {
                if (from == null || !from.isFolder()) {
                    attempt(path, () -> folder(path, to));
                }
            } else if (from != null && from.type() == to.type() && from.id().equals(to.id())) {
                attempt(path, () -> Files.setAttribute(root.resolve(path), MODE, to.permissions()));
                changed++;
            } else {
                batch.put(path, to);
                if (batch.size() == BATCH_FILES) {
                    fill(batch);
                    batch.clear();
                }
            }
        }
        if (!batch.isEmpty()) {
            fill(batch);
        }
    }

    private void fill(Map<String, Node> batch) throws IOException, InterruptedException {
        var ids = batch.values().stream().map(Node::id).distinct().toList();
        var contents = store.contents(ids, BATCH_BYTES);
        batch.forEach((path, node) -> {
            var content = contents.get(node.id());
            if (content != null) {
                attempt(path, () -> file(path, node, content));
            }
        });
    }

    private void folder(String path, Node node) throws IOException {
        var folder = root.resolve(path);
        checkInside(folder);
        Files.createDirectory(folder);
        Files.setAttribute(folder, MODE, node.permissions() | 0700);
        changed++;
    }

    private void file(String path, Node node, byte[] content) throws IOException {
        var file = root.resolve(path);
        checkInside(file);
        var aside = file.resolveSibling(Unfinished.name());
        try {
            if (node.isLink()) {
                Files.createSymbolicLink(aside, Path.of(new String(content, StandardCharsets.UTF_8)));
            } else {
                Files.write(aside, content);
                Files.setAttribute(aside, MODE, node.permissions());
            }
            Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(aside);
        }
        changed++;
    }

    private void checkInside(Path file) throws IOException {
        if (!TreeWalk.isInside(root, file)) {
            throw new IOException("the folder above it is missing, or a link is in its place");
        }
    }

    /** Sets the permissions of folders last, because they may forbid to write. */
    private void folderModes() {
        var folders = new TreeMap<>(before.nodes());
        changes.forEach((path, change) -> {
            if (change.to() != null) {
                folders.put(path, change.to());
            }
        });
        for (var entry : folders.descendingMap().entrySet()) {
            var node = entry.getValue();
            var folder = root.resolve(entry.getKey());
            if (node.isFolder()
                    && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && TreeWalk.isInside(root, folder)) {
                attempt(entry.getKey(), () -> {
                    var mode = (Integer) Files.getAttribute(folder, MODE);
                    if ((mode & 07777) != node.permissions()) {
                        Files.setAttribute(folder, MODE, node.permissions());
                    }
                });
            }
        }
    }

    private void attempt(String path, Step step) {
        try {
            step.run();
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            refuse(path, String.valueOf(e.getMessage()));
        }
    }

    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }
}
