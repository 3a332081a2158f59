package dev.pawl.ai;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A pattern for names, without regard to case: {@code *} and {@code ?} stop at a slash, {@code **} between slashes does
 * not; {@code [a-z]}, {@code [!x]} and {@code {a,b}} are as in a shell.
 */
final class Glob {
    private final List<String> alternatives;

    private Glob(List<String> alternatives) {
        this.alternatives = alternatives;
    }

    static Glob of(String pattern) {
        var alternatives = new ArrayList<String>();
        expand("", pattern.toLowerCase(Locale.ROOT), alternatives);
        return new Glob(alternatives);
    }

    static boolean isGlob(String pattern) {
        return pattern.indexOf('*') >= 0 || pattern.indexOf('?') >= 0 || pattern.indexOf('[') >= 0;
    }

    boolean matches(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        for (var alternative : alternatives) {
            if (matches(alternative, 0, lower, 0)) {
                return true;
            }
        }
        return false;
    }

    /** Writes out the first {@code {a,b}}, and so on with the rest; braces without a comma stand for themselves. */
    private static void expand(String before, String pattern, List<String> out) {
        int open = pattern.indexOf('{');
        int close = open < 0 ? -1 : closing(pattern, open);
        if (close < 0 || out.size() > 1000) {
            out.add(before + pattern);
            return;
        }
        var choices = choices(pattern.substring(open + 1, close));
        if (choices.size() < 2) {
            expand(before + pattern.substring(0, close + 1), pattern.substring(close + 1), out);
            return;
        }
        for (var choice : choices) {
            expand(before, pattern.substring(0, open) + choice + pattern.substring(close + 1), out);
        }
    }

    private static int closing(String pattern, int open) {
        int depth = 0;
        for (int i = open; i < pattern.length(); i++) {
            depth += pattern.charAt(i) == '{' ? 1 : pattern.charAt(i) == '}' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }

    private static List<String> choices(String inside) {
        var choices = new ArrayList<String>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i <= inside.length(); i++) {
            char c = i < inside.length() ? inside.charAt(i) : ',';
            if (c == ',' && depth == 0) {
                choices.add(inside.substring(from, i));
                from = i + 1;
            }
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        }
        return choices;
    }

    private static boolean matches(String pattern, int p, String name, int n) {
        while (p < pattern.length()) {
            char c = pattern.charAt(p);
            if (isDoubleStar(pattern, p)) {
                return matchesFolders(pattern, p + 2, name, n);
            }
            if (c == '*') {
                return matchesStar(pattern, p + 1, name, n);
            }
            if (n >= name.length()) {
                return false;
            }
            int end = c == '[' ? classEnd(pattern, p) : -1;
            if (end > 0) {
                if (name.charAt(n) == '/' || !inClass(pattern, p + 1, end, name.charAt(n))) {
                    return false;
                }
                p = end + 1;
            } else if (c == '?' ? name.charAt(n) != '/' : name.charAt(n) == c) {
                p++;
            } else {
                return false;
            }
            n++;
        }
        return n == name.length();
    }

    private static boolean matchesStar(String pattern, int p, String name, int n) {
        for (int i = n; i <= name.length(); i++) {
            if (matches(pattern, p, name, i)) {
                return true;
            }
            if (i < name.length() && name.charAt(i) == '/') {
                return false;
            }
        }
        return false;
    }

    /** Two stars that fill the space between slashes stand for any number of parts, also for none. */
    private static boolean isDoubleStar(String pattern, int p) {
        return pattern.startsWith("**", p)
                && (p == 0 || pattern.charAt(p - 1) == '/')
                && (p + 2 == pattern.length() || pattern.charAt(p + 2) == '/');
    }

    private static boolean matchesFolders(String pattern, int p, String name, int n) {
        if (p == pattern.length()) {
            return true;
        }
        for (int i = n; i <= name.length(); i++) {
            boolean atPart = i == n || name.charAt(i - 1) == '/';
            if (atPart && matches(pattern, p + 1, name, i)) {
                return true;
            }
        }
        return false;
    }

    private static int classEnd(String pattern, int open) {
        // A bracket right behind the opening one, or behind its negation, stands for itself.
        int from = open + 1;
        if (from < pattern.length() && (pattern.charAt(from) == '!' || pattern.charAt(from) == '^')) {
            from++;
        }
        return pattern.indexOf(']', from + 1);
    }

    private static boolean inClass(String pattern, int from, int end, char c) {
        boolean not = pattern.charAt(from) == '!' || pattern.charAt(from) == '^';
        boolean in = false;
        for (int i = not ? from + 1 : from; i < end; i++) {
            if (i + 2 < end && pattern.charAt(i + 1) == '-') {
                in |= c >= pattern.charAt(i) && c <= pattern.charAt(i + 2);
                i += 2;
            } else {
                in |= c == pattern.charAt(i);
            }
        }
        return in != not;
    }
}
