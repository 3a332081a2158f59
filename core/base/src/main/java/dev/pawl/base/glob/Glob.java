package dev.pawl.base.glob;

import java.util.ArrayList;
import java.util.List;

/**
 * A pattern for paths: {@code *} and {@code ?} within a name, {@code [a-z]}, and <code>**</code> for any number of
 * folders.
 *
 * <p>Matching takes time in proportion to pattern and path, however many stars there are.
 */
public final class Glob {
    private static final int MOST_ALTERNATIVES = 256;

    /** The names of each alternative. */
    private final List<NamePattern[]> alternatives;

    private Glob(List<NamePattern[]> alternatives) {
        this.alternatives = alternatives;
    }

    /** Returns whether a text has characters that mean something in a glob. */
    public static boolean isGlob(String text) {
        for (int i = 0; i < text.length(); i++) {
            if ("*?[{".indexOf(text.charAt(i)) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Reads a pattern as git does. */
    public static Glob of(String pattern) throws GlobException {
        return new Glob(List.<NamePattern[]>of(names(pattern, pattern, false, true)));
    }

    /** Reads a pattern in which {@code {a,b}} stands for one or the other. */
    public static Glob withBraces(String pattern, boolean anyCase) throws GlobException {
        var alternatives = new ArrayList<NamePattern[]>();
        for (var alternative : Braces.expand(pattern, MOST_ALTERNATIVES)) {
            alternatives.add(names(alternative, pattern, anyCase, true));
        }
        return new Glob(alternatives);
    }

    /**
     * Reads any text as a pattern in which {@code {a,b}} stands for one or the other; brackets, braces and backslashes
     * that make no sense stand for themselves.
     */
    public static Glob lenient(String pattern, boolean anyCase) {
        try {
            var alternatives = new ArrayList<NamePattern[]>();
            for (var alternative : Braces.expandLeniently(pattern, MOST_ALTERNATIVES)) {
                alternatives.add(names(alternative, pattern, anyCase, false));
            }
            return new Glob(alternatives);
        } catch (GlobException e) {
            throw new AssertionError("only strict patterns can make no sense", e);
        }
    }

    private static NamePattern[] names(String text, String pattern, boolean anyCase, boolean strict)
            throws GlobException {
        var names = new ArrayList<NamePattern>();
        int start = 0;
        while (start <= text.length()) {
            int end = nameEnd(text, start);
            var name = NamePattern.of(text.substring(start, end), pattern, anyCase, strict);
            // Two in a row mean the same as one.
            if (!name.isDoubleStar() || names.isEmpty() || !names.getLast().isDoubleStar()) {
                names.add(name);
            }
            start = end + 1;
        }
        return names.toArray(NamePattern[]::new);
    }

    /** A slash in a class or behind a backslash ends no name. */
    private static int nameEnd(String text, int start) {
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '/') {
                return i;
            }
            i = c == '\\' ? i + 1 : c == '[' ? NamePattern.classEnd(text, i) : i;
        }
        return text.length();
    }

    /** Returns whether the pattern stands for a path, which is the part of a text behind {@code from}. */
    public boolean matches(String text, int from) {
        for (var names : alternatives) {
            if (matches(names, text, from)) {
                return true;
            }
        }
        return false;
    }

    public boolean matches(String text) {
        return matches(text, 0);
    }

    /** Goes back to the last <code>**</code> whenever a name does not fit; earlier ones need not be tried again. */
    private static boolean matches(NamePattern[] names, String text, int from) {
        int at = 0;
        int start = from;
        int afterStars = -1;
        int resume = from;
        while (start <= text.length()) {
            if (at < names.length && names[at].isDoubleStar()) {
                if (++at == names.length) {
                    return true;
                }
                afterStars = at;
                resume = start;
                continue;
            }
            int end = endOfName(text, start);
            if (at < names.length && names[at].matches(text, start, end)) {
                at++;
                start = end + 1;
            } else if (afterStars >= 0) {
                at = afterStars;
                resume = endOfName(text, resume) + 1;
                start = resume;
            } else {
                return false;
            }
        }
        return at == names.length;
    }

    private static int endOfName(String text, int start) {
        int slash = text.indexOf('/', start);
        return slash < 0 ? text.length() : slash;
    }
}
