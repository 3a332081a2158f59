package dev.pawl.config.trust;

import dev.pawl.api.shell.Command;
import dev.pawl.api.shell.Redirect;
import dev.pawl.api.shell.Script;
import dev.pawl.api.shell.Word;
import dev.pawl.config.settings.Folders;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
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
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s\"'`;|&<>()=,]+");
    // format:off
    private static final Set<String> READERS = Set.of(
            "cat", "ls", "head", "tail", "grep", "egrep", "fgrep", "rg", "wc", "diff", "cmp", "stat", "file",
            "sha256sum", "md5sum", "echo", "printf", "cd", "pwd", "realpath", "readlink", "basename", "dirname", "jq",
            "test", "[", "true", "du");
    // format:on

    private ShellWrites() {}

    /** The first file that a command names and may write, as users know it; null if there is none. */
    public static @Nullable String in(TrustedSet set, String command, Path cwd) {
        var script = Script.of(command);
        var words = new LinkedHashSet<String>();
        if (script.unknowns().isEmpty()) {
            script.commands().forEach(each -> words.addAll(written(each)));
        } else {
            words.addAll(List.of(BETWEEN_WORDS.split(command)));
        }
        var folders = new LinkedHashSet<>(List.of(cwd));
        for (var word : BETWEEN_WORDS.split(command)) {
            var path = path(cwd, word);
            if (path != null && Files.isDirectory(path)) {
                folders.add(path);
            }
        }
        for (var word : words) {
            for (var folder : folders) {
                var path = path(folder, word);
                if (path != null && !path.equals(cwd) && set.covers(path)) {
                    return set.name(path);
                }
            }
        }
        return null;
    }

    /** The words of a command that may name what it writes: not the program, nor the script that an interpreter runs. */
    private static List<String> written(Command command) {
        var words = new ArrayList<String>();
        command.redirects().stream()
                .filter(Redirect::writes)
                .forEach(redirect -> words.add(redirect.target().text()));
        if (command.words().isEmpty()) {
            return words;
        }
        var program = command.words().getFirst().text();
        if (READERS.contains(program)) {
            return words;
        }
        var arguments = command.words().stream().skip(1).map(Word::text).toList();
        int script = 0;
        if (KnownPrograms.isShell(program) || KnownPrograms.isInterpreter(program)) {
            while (script < arguments.size() && arguments.get(script).startsWith("-")) {
                script++;
            }
            script++;
        }
        arguments.stream().skip(script).flatMap(BETWEEN_WORDS::splitAsStream).forEach(words::add);
        return words;
    }

    private static @Nullable Path path(Path from, String word) {
        int pattern = word.replaceAll("[*?\\[{" + Word.UNKNOWN + "].*", "").length();
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
