package dev.pawl.policy.command;

import dev.pawl.base.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds files that git tracks: their content is in its objects, too, where no system hides it. */
public final class TrackedFiles {
    private static final int LARGEST_INDEX = 64 << 20;

    private TrackedFiles() {}

    /** Why git has the content of one of some files, or may have it, in a sentence without an end; null if it has none. */
    public static @Nullable String why(List<Path> files) {
        var indexes = new HashMap<Path, String>();
        for (var file : files) {
            for (var at = file.getParent(); at != null; at = at.getParent()) {
                try {
                    if (isTracked(at, at.relativize(file).toString(), Files.isDirectory(file), indexes)) {
                        return "git keeps " + file + ", which a rule restricts, in its history, too";
                    }
                } catch (IOException | InvalidPathException e) {
                    return "whether git keeps " + file + ", which a rule restricts, cannot be read: " + e.getMessage();
                }
            }
        }
        return null;
    }

    private static boolean isTracked(Path tree, String name, boolean folder, Map<Path, String> indexes)
            throws IOException {
        if (!Files.exists(tree.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        var index = GitRepository.folder(tree.resolve(".git")).resolve("index");
        if (!Files.exists(index, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        var names = indexes.get(index);
        if (names == null) {
            names = new String(RegularFile.read(index, LARGEST_INDEX), StandardCharsets.ISO_8859_1);
            // Later versions shorten names, and a divided index has them in another file.
            if (!names.matches("(?s)DIRC\0\0\0[\002\003].*") || names.contains("link\0\0\0")) {
                throw new IOException(index + " has a form that is not read");
            }
            indexes.put(index, names);
        }
        var bytes = new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        return names.contains(bytes + (folder ? "/" : "\0"));
    }
}
