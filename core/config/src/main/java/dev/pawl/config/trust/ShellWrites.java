package dev.pawl.config.trust;

import dev.pawl.config.settings.Folders;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds files of a {@link TrustedSet} that a shell command names and may write.
 *
 * <p>A command that names none and writes all the same is noticed before the next hook runs, so this is about asking
 * early, and not the barrier.
 */
public final class ShellWrites {
    private static final Pattern BETWEEN_COMMANDS = Pattern.compile("&&|\\|\\||[;|&\\n]");
    private static final Pattern HARMLESS = Pattern.compile("\\d*>{1,2}\\s*/dev/null|\\d*>&\\d");
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s\"'`;|&<>()=,]+");
    private static final Set<String> READERS = Set.of(
            "cat",
            "ls",
            "head",
            "tail",
            "grep",
            "egrep",
            "fgrep",
            "rg",
            "wc",
            "diff",
            "cmp",
            "stat",
            "file",
            "sha256sum",
            "md5sum",
            "echo",
            "printf",
            "cd",
            "pwd",
            "realpath",
            "readlink",
            "basename",
            "dirname",
            "jq",
            "test",
            "[",
            "true",
            "du");

    private ShellWrites() {}

    /** The first file that a command names and may write, as users know it; null if there is none. */
    public static @Nullable String in(TrustedSet set, String command, Path cwd) {
        var text = HARMLESS.matcher(command).replaceAll(" ");
        if (onlyReads(text)) {
            return null;
        }
        var run = Set.copyOf(Imports.programs(Imports.plain(text)));
        var interpreted = Set.copyOf(Imports.interpreted(Imports.plain(text)));
        boolean redirects = text.indexOf('>') >= 0;
        var words = new LinkedHashSet<>(List.of(BETWEEN_WORDS.split(text)));
        var folders = new LinkedHashSet<>(List.of(cwd));
        for (var word : words) {
            var path = path(cwd, word);
            if (path != null && Files.isDirectory(path)) {
                folders.add(path);
            }
        }
        for (var word : words) {
            if (!redirects && (run.contains(word) || interpreted.contains(word))) {
                continue; // It is run, not written.
            }
            for (var folder : folders) {
                var path = path(folder, word);
                if (path != null && !path.equals(cwd) && set.covers(path)) {
                    return set.name(path);
                }
            }
        }
        return null;
    }

    private static boolean onlyReads(String text) {
        if (text.indexOf('>') >= 0 || text.contains("$(") || text.indexOf('`') >= 0 || text.contains("<(")) {
            return false;
        }
        for (var one : BETWEEN_COMMANDS.split(text, -1)) {
            var first = one.strip().split("\\s+", 2)[0];
            if (!first.isEmpty() && !READERS.contains(first)) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Path path(Path from, String word) {
        int pattern = word.replaceAll("[*?\\[{].*", "").length();
        var plain = pattern < word.length() ? word.substring(0, Math.max(0, word.lastIndexOf('/', pattern))) : word;
        if (plain.isEmpty() || plain.startsWith("-")) {
            return null;
        }
        try {
            var path = from.resolve(plain).normalize();
            var parent = path.getParent();
            return parent != null && Files.isDirectory(parent)
                    ? Folders.canonical(parent).resolve(path.getFileName())
                    : path;
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
