package dev.pawl.config.trust;

import dev.pawl.base.Sha256;
import dev.pawl.config.settings.Folders;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The files that trust in a project covers, as they were when it was given: whole folders of configuration, the folders of
 * scripts that hooks name, and what those load. It is asked before each run of a hook.
 *
 * <p>A file is read again only where its inode, size, times or mode changed. The time of the last change of an inode
 * cannot be set by a program, so that a file that was written over and dated back is noticed; one that was changed in the
 * moments before it was read is read again, because two changes within one tick of the clock look alike.
 */
public final class TrustedSet {
    /** File systems keep times in steps of up to two seconds. */
    private static final long TICK_MILLIS = 2_000;

    /** More files than this would have to be looked at before each call. */
    static final int MOST = 100_000;

    private final Path project;
    private final Map<Path, Set<Extent>> roots;
    private Map<Path, State> before;
    private Map<Path, Object> seen = Map.of();
    private Object writes = new Object();

    /** A file as it was seen. */
    private record State(Object identity, long seen, String hash) {
        /** Whether a file that looks like this one still has this content. */
        boolean holds(Object now) {
            return identity.equals(now) && identity instanceof Identity known && known.changed() < seen - TICK_MILLIS;
        }
    }

    /** What tells two states of a file apart without reading it. */
    private record Identity(Object inode, long size, Object modified, long changed, Object mode) {}

    /** Looks at the files for the first time. */
    TrustedSet(Path project, Map<Path, Set<Extent>> roots) {
        this.project = Folders.canonical(project);
        this.roots = Map.copyOf(roots);
        this.before = look(Map.of());
    }

    /**
     * The files inside of a project that one command runs with.
     *
     * @param texts a text for a shell, or a program with its arguments
     * @param event of the hook that runs it
     * @param ofUser whether it is a hook of the user
     */
    public static TrustedSet ofCommand(Path project, List<String> texts, Path folder, String event, boolean ofUser) {
        var reach = new HookFiles(project).ofUser(ofUser);
        reach.command(texts, folder, HookFiles.decides(event));
        return new TrustedSet(project, reach.roots());
    }

    /** Whether nothing belongs to it. */
    public boolean isEmpty() {
        return roots.isEmpty();
    }

    /** The number of files. */
    public synchronized int size() {
        return before.size();
    }

    /**
     * Stands for all that was written into the files until they were looked at the last time: it is the same object as
     * before if nothing was, also nothing that has been taken back.
     */
    public synchronized Object writes() {
        return writes;
    }

    /** What is different now, as the end of a sentence; null if nothing is. */
    public synchronized @Nullable String change() {
        var now = look(before);
        if (now.size() > MOST) {
            return "the project has more than " + MOST
                    + " files, which are too many to be compared (its hooks run what may"
                    + " load any of them); it is not known what changed";
        }
        var names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        for (var name : names) {
            var old = before.get(name);
            var fresh = now.get(name);
            if (old == null || fresh == null || !old.hash().equals(fresh.hash())) {
                return name(name) + (old == null ? " came" : fresh == null ? " is gone" : " has changed");
            }
        }
        before = now; // Files that were touched, and are the same, are not read again.
        return null;
    }

    /** Takes one file as it is now for what was trusted. */
    public void renew(Path file) {
        renew(file::equals);
    }

    /** Takes the packages of the project, and the settings that name them, as they are now for what was trusted. */
    public void renewPackages() {
        renew(path -> ProjectContent.isOfPackages(name(path)));
    }

    private synchronized void renew(Predicate<Path> which) {
        var states = new HashMap<>(before);
        states.keySet().removeIf(which);
        look(before).forEach((path, state) -> {
            if (which.test(path)) {
                states.put(path, state);
            }
        });
        before = states;
    }

    /** Whether a file belongs to it, or would if it were there, or a folder is or holds a part of it. */
    public boolean covers(Path path) {
        return roots.entrySet().stream()
                .anyMatch(root -> (root.getKey().startsWith(path) && !path.equals(project) && path.startsWith(project))
                        || root.getValue().stream().anyMatch(extent -> extent.has(root.getKey(), path)));
    }

    /** The name of a file as users know it. */
    public String name(Path file) {
        return file.startsWith(project) ? project.relativize(file).toString() : file.toString();
    }

    /** All files with their hashes, by name. */
    synchronized Map<String, String> hashes() {
        var hashes = new TreeMap<String, String>();
        before.forEach((path, state) -> hashes.put(name(path), state.hash()));
        return hashes;
    }

    // The look

    private Map<Path, State> look(Map<Path, State> known) {
        var states = new HashMap<Path, State>();
        var walked = new HashSet<Path>();
        roots.forEach((path, extents) -> extents.forEach(extent -> {
            if (extent.reaches(1) && Files.isDirectory(path)) {
                folder(path, path, extent, known, states, walked);
            } else if (extent.has(path, path)) {
                file(path, known, states);
            }
        }));
        roots.forEach((path, extents) -> {
            if (extents.contains(Extent.RECORD) && !canBeWritten(path)) {
                states.putIfAbsent(path, new State("", 0, "cannot be written"));
            }
            if (extents.contains(Extent.FOLDER) && Files.isDirectory(path)) {
                states.putIfAbsent(path, new State("", 0, "a folder"));
            }
        });
        var identities = new HashMap<Path, Object>();
        states.forEach((path, state) -> identities.put(path, state.identity()));
        if (!identities.equals(seen)) {
            seen = identities;
            writes = new Object();
        }
        return states;
    }

    private static boolean canBeWritten(Path record) {
        return !Files.exists(record, LinkOption.NOFOLLOW_LINKS)
                || (Files.isRegularFile(record) && Files.isWritable(record));
    }

    /** What an extent has of a folder that is the top of it or below. */
    private void folder(
            Path folder, Path top, Extent extent, Map<Path, State> known, Map<Path, State> states, Set<Path> walked) {
        boolean all = extent == Extent.WHOLE;
        if (all && !walked.add(Folders.canonical(folder))) {
            return;
        }
        var children = children(folder);
        if (children.isEmpty() && !Files.isReadable(folder)) {
            states.put(folder, new State("", 0, "unreadable"));
        }
        int names = folder.getNameCount() - top.getNameCount() + 1;
        for (var child : states.size() > MOST ? List.<Path>of() : children) {
            boolean inside = Files.isDirectory(child);
            boolean link = inside && Files.isSymbolicLink(child);
            if ((!inside || link) && extent.has(top, child)) {
                file(child, known, states);
            }
            if (link && all && !Extent.isHistory(child)) {
                var real = Folders.canonical(child);
                if (!project.startsWith(real)) {
                    folder(real, real, extent, known, states, walked);
                }
            } else if (inside && extent.reaches(names + 1) && !Extent.isHistory(child)) {
                folder(child, top, extent, known, states, walked);
            }
        }
    }

    private static List<Path> children(Path folder) {
        try (var children = Files.newDirectoryStream(folder)) {
            var all = new ArrayList<Path>();
            children.forEach(all::add);
            return all;
        } catch (IOException | DirectoryIteratorException e) {
            return List.of(); // A folder that is not there; one that cannot be read holds nothing that can run.
        }
    }

    private static void file(Path path, Map<Path, State> known, Map<Path, State> states) {
        if (states.containsKey(path)) {
            return;
        }
        long seen = System.currentTimeMillis();
        Map<String, Object> attributes;
        try {
            attributes = Files.readAttributes(
                    path, "unix:ino,dev,size,lastModifiedTime,ctime,mode,isSymbolicLink", LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return; // It is not there.
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                states.put(path, new State("", 0, hash(path, 0)));
            }
            return;
        }
        boolean link = Boolean.TRUE.equals(attributes.get("isSymbolicLink"));
        int mode = attributes.get("mode") instanceof Integer bits ? bits : 0;
        var identity = new Identity(
                List.of(Objects.requireNonNull(attributes.get("ino")), Objects.requireNonNull(attributes.get("dev"))),
                attributes.get("size") instanceof Long size ? size : -1,
                Objects.requireNonNull(attributes.get("lastModifiedTime")),
                attributes.get("ctime") instanceof FileTime time ? time.toMillis() : Long.MAX_VALUE,
                mode);
        var old = known.get(path);
        // What a link leads to may change without the link.
        states.put(
                path, old != null && !link && old.holds(identity) ? old : new State(identity, seen, hash(path, mode)));
    }

    /** Of the content, with the mode if it can be run and the place that a link leads to. */
    private static String hash(Path path, int mode) {
        try {
            var target = Files.isSymbolicLink(path) ? "link to " + Files.readSymbolicLink(path) : "";
            if (!Files.isRegularFile(path)) {
                return target.isEmpty() ? "no regular file" : target;
            }
            var content = ProjectContent.definitions(path);
            return target
                    + (content == null ? ContentHash.of(path) : Sha256.hex(content))
                    + ((mode & 0111) != 0 && target.isEmpty() ? " runs" : "");
        } catch (IOException e) {
            return "unreadable";
        }
    }
}
