package dev.pawl.policy.command;

import dev.pawl.api.tool.CallFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Follows paths of commands as the kernel does: name by name, with {@code ..} above the folder that a link leads to.
 *
 * <p>Links in a file system of processes ({@code /proc/self/cwd}, {@code /dev/fd/3}) lead elsewhere for every process, so
 * that where they lead is not known before a command runs.
 */
public final class KernelPath {
    private static final int MOST_LINKS = 40;

    private KernelPath() {}

    /**
     * Returns the real path of what a command opens. The last names need not exist.
     *
     * @param from the working directory
     * @throws IOException if that is only known when the command runs
     */
    public static Path of(Path from, String written) throws IOException {
        return names(from, written).getLast();
    }

    /**
     * Returns all paths by which a command names what it opens: the written one, those of the links on the way, and the real
     * path as the last. A rule about one of them is about the file.
     *
     * @throws IOException if they are only known when the command runs
     */
    public static List<Path> names(Path from, String written) throws IOException {
        var passed = new ArrayList<Path>();
        passed.add(from.resolve(written).normalize());
        var at = CallFile.of(from).path();
        var names = new ArrayDeque<String>();
        push(written, names);
        int links = 0;
        if (written.startsWith("/")) {
            at = at.getRoot();
        }
        while (!names.isEmpty()) {
            var name = names.removeFirst();
            if (name.equals("..")) {
                at = at.getParent() == null ? at : at.getParent();
                continue;
            }
            var next = at.resolve(name);
            if (!Files.isSymbolicLink(next)) {
                at = next;
                continue;
            }
            if (++links > MOST_LINKS || Files.getFileStore(at).type().equals("proc")) {
                throw new IOException(next + " leads to another file for every process");
            }
            passed.add(next);
            var target = Files.readSymbolicLink(next).toString();
            if (target.startsWith("/")) {
                at = at.getRoot();
            }
            push(target, names);
        }
        var real = CallFile.of(at).path();
        passed.remove(real);
        passed.add(real);
        return passed;
    }

    /** Puts the names of a path before those that are left. */
    private static void push(String path, ArrayDeque<String> names) {
        var all = new ArrayList<>(List.of(path.split("/", -1)));
        all.removeIf(name -> name.isEmpty() || name.equals("."));
        all.reversed().forEach(names::addFirst);
    }
}
