package dev.pawl.tools.search;

import dev.pawl.tools.regex.PatternException;
import java.util.ArrayList;
import java.util.List;

/**
 * A pattern for paths: {@code *} and {@code ?} within a name, {@code [a-z]}, and <code>**</code> for any number of
 * directories.
 */
final class Glob {
    private static final int MOST_ALTERNATIVES = 256;

    /** The names of each alternative. */
    private final List<NamePattern[]> alternatives;

    private Glob(List<NamePattern[]> alternatives) {
        this.alternatives = alternatives;
    }

    /** Reads a pattern as git does. */
    static Glob of(String pattern) throws PatternException {
        return new Glob(List.<NamePattern[]>of(names(pattern, pattern, false)));
    }

    /** Reads a pattern in which {@code {a,b}} stands for one or the other. */
    static Glob withBraces(String pattern, boolean anyCase) throws PatternException {
        var alternatives = new ArrayList<NamePattern[]>();
        for (var alternative : Braces.expand(pattern, MOST_ALTERNATIVES)) {
            alternatives.add(names(alternative, pattern, anyCase));
        }
        return new Glob(alternatives);
    }

    private static NamePattern[] names(String text, String pattern, boolean anyCase) throws PatternException {
        var names = new ArrayList<NamePattern>();
        int start = 0;
        while (start <= text.length()) {
            int end = nameEnd(text, start);
            var name = NamePattern.of(text.substring(start, end), pattern, anyCase);
            // Two in a row say no more than one.
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

    /** Whether the pattern stands for a path, which is the part of a text behind {@code from}. */
    boolean matches(String text, int from) {
        for (var names : alternatives) {
            if (matches(names, 0, text, from)) {
                return true;
            }
        }
        return false;
    }

    boolean matches(String text) {
        return matches(text, 0);
    }

    private static boolean matches(NamePattern[] names, int index, String text, int from) {
        int start = from;
        for (int i = index; i < names.length; i++) {
            if (start > text.length()) {
                return false;
            }
            if (names[i].isDoubleStar()) {
                return i + 1 == names.length || matchesBelow(names, i + 1, text, start);
            }
            int slash = text.indexOf('/', start);
            int end = slash < 0 ? text.length() : slash;
            if (!names[i].matches(text, start, end)) {
                return false;
            }
            start = end + 1;
        }
        return start > text.length();
    }

    /** Tries the rest of the names here and in every directory below. */
    private static boolean matchesBelow(NamePattern[] names, int index, String text, int from) {
        for (int start = from; start <= text.length(); ) {
            if (matches(names, index, text, start)) {
                return true;
            }
            int slash = text.indexOf('/', start);
            if (slash < 0) {
                return false;
            }
            start = slash + 1;
        }
        return false;
    }
}
