package dev.pawl.loader.depend;

import dev.pawl.loader.find.Folder;
import dev.pawl.loader.find.HookFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The libraries that a hook asks for by name.
 *
 * @param coordinates as they are written, without the vocabulary itself
 * @param repositories as they are written
 */
public record Wanted(HookFile hook, List<String> coordinates, List<String> repositories) {
    /** The vocabulary is there anyway; it is named so that an editor finds it. */
    private static final String OWN = "dev.pawl:pawl-";

    /** Returns what the directives of a hook ask for. */
    public static Wanted of(HookFile hook, Directives directives) {
        var coordinates = directives.dependencies().stream()
                .filter(one -> !one.startsWith(OWN))
                .toList();
        return new Wanted(hook, coordinates, directives.repositories());
    }

    public boolean isNothing() {
        return coordinates.isEmpty();
    }

    /** Returns the file that records what was found, beside the hook. */
    public Path lock() {
        var path = hook.path();
        return Files.isDirectory(path) ? path.resolve("index.java.lock") : path.resolveSibling(hook.name() + ".lock");
    }

    /** Returns all that decides which files are meant: what is requested and what the lock file contains. */
    String key() throws IOException {
        String locked;
        try {
            locked = new String(Folder.bytes(lock()), StandardCharsets.UTF_8);
        } catch (FileNotFoundException e) {
            locked = "";
        }
        return String.join(" ", coordinates) + "\n" + String.join(" ", repositories) + "\n" + locked;
    }
}
