package dev.pawl.tools.search;

import dev.pawl.base.glob.Glob;
import dev.pawl.base.glob.GlobException;
import java.util.Locale;

/**
 * A pattern for files: for their names, or with a slash in it for their whole paths. Without capitals it stands for names
 * with them, too.
 */
record FileGlob(Glob glob, boolean wholePath) {
    static FileGlob of(String pattern) throws PatternException {
        boolean anyCase = pattern.equals(pattern.toLowerCase(Locale.ROOT));
        return pattern.contains("/")
                ? new FileGlob(glob(fromAnywhere(pattern).substring(1), anyCase), true)
                : new FileGlob(glob(pattern, anyCase), false);
    }

    /** Reads a glob of a tool call. */
    static Glob glob(String pattern, boolean anyCase) throws PatternException {
        try {
            return Glob.withBraces(pattern, anyCase);
        } catch (GlobException e) {
            throw new PatternException(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the pattern of an absolute path, as fd wants it. */
    static String fromAnywhere(String pattern) {
        return pattern.startsWith("/") ? pattern : pattern.startsWith("**/") ? "/" + pattern : "/**/" + pattern;
    }

    boolean matches(Found found) {
        return glob.matches(found.text(), wholePath ? 1 : found.name());
    }
}
