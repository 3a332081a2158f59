package dev.pawl.api.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The file or directory that a tool call works on, by the one name that counts.
 *
 * @param path its real path; of a file that is yet to be made, the real path of its directory and its name
 * @param exists whether there is something at that path
 * @param names how many names the file has: with more than one it is also reached by paths that are not shown here
 *     (hard links); 0 if it does not exist or is a directory
 */
public record CallFile(Path path, boolean exists, int names) {
    /** Returns whether the file is also reached by other paths: what is written to it is written to those, too. */
    public boolean hasOtherNames() {
        return names > 1;
    }

    /** Returns what is at a path of this machine, after all links. */
    public static CallFile of(Path path) {
        var real = RealPaths.of(path);
        boolean exists = Files.exists(real, LinkOption.NOFOLLOW_LINKS);
        return new CallFile(real, exists, exists ? names(real) : 0);
    }

    /**
     * Returns what a built-in tool would work on with this input; null for other inputs, and for paths that cannot be.
     *
     * @param home what {@code ~} stands for
     */
    public static @Nullable CallFile of(ToolInput input, Path cwd, Path home) {
        var written = switch (input) {
            case ToolInput.Read read -> read.path();
            case ToolInput.Write write -> write.path();
            case ToolInput.Edit edit -> edit.path();
            case ToolInput.Grep grep -> grep.path() == null ? "." : grep.path();
            case ToolInput.Find find -> find.path() == null ? "." : find.path();
            case ToolInput.Ls ls -> ls.path() == null ? "." : ls.path();
            case ToolInput.Bash _, ToolInput.Script _, ToolInput.Other _ -> null;
        };
        if (written == null) {
            return null;
        }
        try {
            return of(resolve(written, cwd, home));
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /**
     * Returns the path that a tool makes of what was written, before links: without a leading {@code @} and odd spaces, with
     * the home directory for {@code ~}, and relative to {@code cwd}.
     */
    public static Path resolve(String written, Path cwd, Path home) {
        var path = plainSpaces(written.startsWith("@") ? written.substring(1) : written);
        if (path.equals("~")) {
            return home;
        }
        return path.startsWith("~/")
                ? home.resolve("." + path.substring(1)).normalize()
                : cwd.resolve(path).normalize();
    }

    private static int names(Path real) {
        try {
            return Files.isDirectory(real, LinkOption.NOFOLLOW_LINKS)
                    ? 0
                    : (Integer) Files.getAttribute(real, "unix:nlink", LinkOption.NOFOLLOW_LINKS);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return 1;
        }
    }

    private static String plainSpaces(String path) {
        StringBuilder changed = null;
        for (int i = 0; i < path.length(); i++) {
            if (isOddSpace(path.charAt(i))) {
                changed = changed == null ? new StringBuilder(path) : changed;
                changed.setCharAt(i, ' ');
            }
        }
        return changed == null ? path : changed.toString();
    }

    private static boolean isOddSpace(char c) {
        return c == '\u00A0' || (c >= '\u2000' && c <= '\u200A') || c == '\u202F' || c == '\u205F' || c == '\u3000';
    }
}
