package dev.pawl.tools.search;

import dev.pawl.tools.regex.PatternException;
import java.util.Locale;

/**
 * A pattern for files: for their names, or with a slash in it for their whole paths. Without capitals it stands for names
 * with them, too.
 */
record FileGlob(Glob glob, boolean wholePath) {
    static FileGlob of(String pattern) throws PatternException {
        boolean anyCase = pattern.equals(pattern.toLowerCase(Locale.ROOT));
        return pattern.contains("/")
                ? new FileGlob(Glob.withBraces(fromAnywhere(pattern).substring(1), anyCase), true)
                : new FileGlob(Glob.withBraces(pattern, anyCase), false);
    }

    /** The pattern of an absolute path, as fd wants it. */
    static String fromAnywhere(String pattern) {
        return pattern.startsWith("/") ? pattern : pattern.startsWith("**/") ? "/" + pattern : "/**/" + pattern;
    }

    boolean matches(Found found) {
        return glob.matches(found.text(), wholePath ? 1 : found.name());
    }
}
