package dev.pawl.config.trust;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Finds the folders below one that may be projects of their own, breadth first and not without end. */
final class ProjectsBelow {
    private static final int DEEPEST = 4;
    private static final int MOST = 20_000;

    private ProjectsBelow() {}

    /** The folders that hold a folder of configuration; those that lie deeper, or behind too many others, are left out. */
    static List<Path> in(Path above) {
        var found = new ArrayList<Path>();
        var waiting = new ArrayDeque<Path>(List.of(above));
        for (int looked = 0; !waiting.isEmpty() && looked < MOST; looked++) {
            var folder = waiting.remove();
            boolean configured = false;
            for (var child : folders(folder)) {
                var name = child.getFileName().toString();
                configured |= name.startsWith(".") && !name.equals(".git");
                if (!name.startsWith(".")
                        && !name.equals("node_modules")
                        && child.getNameCount() - above.getNameCount() < DEEPEST) {
                    waiting.add(child);
                }
            }
            if (configured || Files.exists(folder.resolve(".mcp.json"))) {
                found.add(folder);
            }
        }
        return found;
    }

    private static List<Path> folders(Path folder) {
        try (var children =
                Files.newDirectoryStream(folder, child -> Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS))) {
            var all = new ArrayList<Path>();
            children.forEach(all::add);
            return all;
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
    }
}
