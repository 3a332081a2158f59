package dev.pawl.tools.file;

import dev.pawl.api.tool.CallFile;
import dev.pawl.api.tool.FileOperations;
import dev.pawl.base.Words;
import dev.pawl.tools.text.ToolFailure;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.LinkedHashSet;
import org.jspecify.annotations.Nullable;

/**
 * Turns the paths that models write into paths of the file system.
 *
 * @param cwd where a tool was pointed to; where it is relative, the session's place comes before it
 */
public record ToolPaths(Path cwd, Path home) {
    private static final int EXCERPT = 200;

    /** Returns the place that relative paths start from. */
    Path base(Path session) {
        return session.resolve(cwd);
    }

    /** Returns what a call works on: a file or directory of this machine by its real path, or a path of a hook's files. */
    public FileTarget target(@Nullable String written, Path session, FileOperations files) throws ToolFailure {
        return target(resolve(written, session), files);
    }

    private static FileTarget target(Path path, FileOperations files) {
        return files instanceof LocalFiles ? FileTarget.here(path) : FileTarget.elsewhere(path);
    }

    /** As {@link #target}, and of this machine also under the spellings of {@link #existing}. */
    public FileTarget existingTarget(String written, Path session, FileOperations files)
            throws ToolFailure, IOException, InterruptedException {
        return target(
                files instanceof LocalFiles ? existing(written, session, files) : resolve(written, session), files);
    }

    /** Takes away what people and models put around a path: a leading {@code @}, odd spaces, {@code ~}. */
    Path resolve(@Nullable String written, Path session) throws ToolFailure {
        if (written == null) {
            return base(session).normalize();
        }
        if (written.indexOf('\0') >= 0) {
            throw new ToolFailure("path " + excerpt(written) + ": it contains a NUL character, which no path can");
        }
        try {
            return CallFile.resolve(written, base(session), home);
        } catch (InvalidPathException e) {
            throw new ToolFailure(
                    "path " + excerpt(e.getInput()) + ": this system cannot express it (" + e.getReason()
                            + "). Start Pawl in a UTF-8 locale, for example with LC_ALL=C.UTF-8",
                    e);
        }
    }

    /** Looks for a file also under the spellings that macOS gives to names of screenshots and of accented letters. */
    public Path existing(String written, Path session, FileOperations files)
            throws ToolFailure, IOException, InterruptedException {
        var path = resolve(written, session);
        if (files.exists(path)) {
            return path;
        }
        var plain = path.toString();
        var decomposed = Normalizer.normalize(plain, Normalizer.Form.NFD);
        var spellings = new LinkedHashSet<>(
                Arrays.asList(narrowBeforeAmPm(plain), decomposed, curly(plain), curly(decomposed)));
        spellings.remove(plain);
        for (var spelling : spellings) {
            try {
                var other = Path.of(spelling);
                if (files.exists(other)) {
                    return other;
                }
            } catch (InvalidPathException e) {
                // Not a name that this system could have given.
            }
        }
        return path;
    }

    static String excerpt(String path) {
        return Words.excerpt(path, EXCERPT).replace("\0", "\\0");
    }

    private static String narrowBeforeAmPm(String path) {
        var changed = new StringBuilder(path);
        for (int i = 0; i + 3 < path.length(); i++) {
            char half = Character.toUpperCase(path.charAt(i + 1));
            if (path.charAt(i) == ' '
                    && (half == 'A' || half == 'P')
                    && Character.toUpperCase(path.charAt(i + 2)) == 'M'
                    && path.charAt(i + 3) == '.') {
                changed.setCharAt(i, '\u202F');
            }
        }
        return changed.toString();
    }

    private static String curly(String path) {
        return path.replace('\'', '\u2019');
    }
}
