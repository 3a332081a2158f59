package dev.pawl.policy.checkpoint;

import dev.pawl.tools.file.Unfinished;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Restores a folder from a snapshot.
 *
 * <p>Files that are unchanged are not touched. Neither are files that were left out of the snapshot, nor those that are left
 * out now: the first are not in the store, and the second could not be brought back. So a restore changes only what the
 * snapshot before it has.
 */
final class Restore {
    /** How many bytes of contents are held in memory at a time, besides one file. */
    private static final int BATCH_BYTES = 256 << 20;

    private static final int BATCH_FILES = 64;
    private static final String MODE = "unix:mode";
    private static final Node FOLDER = new Node(Node.FOLDER, "");

    private final Store store;
    private final Path root;
    private final Snapshot snapshot;
    private final NavigableMap<String, Node> target;
    private final Map<String, @Nullable Node> named;
    private final List<String> problems = new ArrayList<>();
    private int changed;

    /**
     * A restore.
     *
     * @param named files outside of the tree; null for those that did not exist
     */
    Restore(Store store, Snapshot target, Map<String, @Nullable Node> named) {
        this.store = store;
        this.root = store.root();
        this.snapshot = target;
        this.target = new TreeMap<>(target.nodes());
        this.named = named;
        named.forEach((path, node) -> {
            if (node == null) {
                this.target.remove(path);
            } else {
                this.target.put(path, node);
            }
        });
    }

    /**
     * The result.
     *
     * @param changed how many files, links and folders were written or removed
     * @param before the state before
     * @param problems what could not be restored, and why
     */
    record Done(int changed, Snapshot before, List<String> problems) {
        Done {
            problems = List.copyOf(problems);
        }
    }

    Done run() throws IOException, InterruptedException {
        var before = store.take(named.keySet());
        target.keySet().removeIf(path -> {
            // Where nothing is, nothing that is left out can be touched.
            boolean leftOut = isLeftOut(path, before) && isTaken(path);
            if (leftOut && !snapshot.nodes().getOrDefault(path, FOLDER).isFolder()) {
                problems.add(root.resolve(path) + ": it is left out of checkpoints now, because it is too large or"
                        + " .gitignore names it");
            }
            return leftOut;
        });
        var there = target.keySet().stream()
                .filter(path -> Files.exists(root.resolve(path), LinkOption.NOFOLLOW_LINKS))
                .collect(Collectors.toSet());
        openFolders(before);
        write(before);
        remove(before);
        takeBack(there);
        folderModes(before);
        return new Done(changed, before, problems);
    }

    /** Whether there is a file now at a path, or in the place of a folder above it, that no snapshot has. */
    private boolean isLeftOut(String path, Snapshot before) {
        return before.leavesOut(path) && !named.containsKey(path);
    }

    /** Returns whether something is at a path, or something other than a folder above it. */
    private boolean isTaken(String path) {
        var file = root.resolve(path);
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        for (var above = file.getParent(); above != null && !above.equals(root); above = above.getParent()) {
            if (Files.exists(above, LinkOption.NOFOLLOW_LINKS)) {
                return !Files.isDirectory(above, LinkOption.NOFOLLOW_LINKS);
            }
        }
        return false;
    }

    /** Makes folders writable, because files inside of them may have to be changed. */
    private void openFolders(Snapshot before) {
        before.nodes().forEach((path, node) -> {
            if (node.isFolder() && (node.permissions() & 0700) != 0700) {
                attempt(path, () -> Files.setAttribute(root.resolve(path), MODE, node.permissions() | 0700));
            }
        });
    }

    private void write(Snapshot before) throws IOException, InterruptedException {
        var contents = new LinkedHashMap<String, Node>();
        for (var entry : target.entrySet()) {
            var path = entry.getKey();
            var node = entry.getValue();
            var existing = before.nodes().get(path);
            if (node.isFolder()) {
                attempt(path, () -> folder(path));
            } else if (existing != null && existing.id().equals(node.id()) && existing.type() == node.type()) {
                if (!node.isLink() && existing.permissions() != node.permissions()) {
                    attempt(path, () -> Files.setAttribute(root.resolve(path), MODE, node.permissions()));
                    changed++;
                }
            } else {
                contents.put(path, node);
            }
        }
        var batch = new LinkedHashMap<String, Node>();
        for (var entry : contents.entrySet()) {
            batch.put(entry.getKey(), entry.getValue());
            if (batch.size() == BATCH_FILES) {
                fill(batch);
                batch.clear();
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

    private void folder(String path) throws IOException {
        var folder = root.resolve(path);
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.deleteIfExists(folder);
            Files.createDirectory(folder);
            changed++;
        }
    }

    private void file(String path, Node node, byte[] content) throws IOException {
        var file = root.resolve(path);
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            clear(path, file);
        }
        var parent = file.getParent();
        if (!Files.exists(parent, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(parent);
        }
        if (!TreeWalk.isInside(root, file)) {
            throw new IOException("a link is in place of a folder above it");
        }
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

    /** Removes a folder in the place of a file, if it contains only files of the last snapshot. */
    private void clear(String path, Path folder) throws IOException {
        var inside = new ArrayList<String>();
        var prefix = path + "/";
        for (var each : currentNodes().keySet()) {
            if (each.startsWith(prefix)) {
                inside.add(each);
            }
        }
        for (var each : inside.reversed()) {
            Files.deleteIfExists(root.resolve(each));
        }
        try {
            Files.delete(folder);
        } catch (DirectoryNotEmptyException e) {
            throw new IOException("a folder is in its place, with files that no checkpoint has", e);
        }
    }

    private NavigableMap<String, Node> currentNodes() throws IOException {
        try {
            return store.take(List.of()).nodes();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Removes what did not exist. */
    private void remove(Snapshot before) {
        for (var path : before.nodes().descendingKeySet()) {
            if (target.containsKey(path)
                    || (snapshot.leavesOut(path) && !named.containsKey(path))
                    || (before.named().containsKey(path) && !named.containsKey(path))) {
                continue;
            }
            attempt(path, () -> {
                try {
                    // A folder above it may be a link by now.
                    if (TreeWalk.isInside(root, root.resolve(path)) && Files.deleteIfExists(root.resolve(path))) {
                        changed++;
                    }
                } catch (DirectoryNotEmptyException _) {
                    // A folder with files that are left out stays.
                }
            });
        }
    }

    /**
     * Removes files again that were not there before and that rules from outside of the snapshot leave out: a later restore
     * would not touch them.
     */
    private void takeBack(Set<String> there) throws IOException, InterruptedException {
        var now = store.take(List.of());
        for (var path : target.descendingKeySet()) {
            if (!there.contains(path) && isLeftOut(path, now) && TreeWalk.isInside(root, root.resolve(path))) {
                attempt(path, () -> Files.deleteIfExists(root.resolve(path)));
                problems.add(root.resolve(path) + ": it would be left out of checkpoints, because it is too large or"
                        + " ignored");
            }
        }
    }

    /** Folders that stay although the snapshot does not have them keep their permissions. */
    private void folderModes(Snapshot before) {
        var all = new TreeMap<>(before.nodes());
        all.putAll(target);
        for (var entry : all.descendingMap().entrySet()) {
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
            problems.add(root.resolve(path) + ": " + e.getMessage());
        }
    }

    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }
}
