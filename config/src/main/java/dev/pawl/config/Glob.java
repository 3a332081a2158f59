package dev.pawl.config;

import java.util.ArrayList;
import java.util.List;

/**
 * A path with wildcards: {@code *} and {@code ?} within a name, {@code [a-z]}, and {@code **} for any folders.
 *
 * <p>It takes time in proportion to pattern and path, whatever somebody writes.
 */
final class Glob {
    private final List<String> pattern;

    private Glob(List<String> pattern) {
        this.pattern = pattern;
    }

    static Glob of(String pattern) {
        return new Glob(names(pattern));
    }

    /** The globs that one with braces stands for: {@code a.{x,y}} is {@code a.x} and {@code a.y}. */
    static List<Glob> withBraces(String pattern) {
        var globs = new ArrayList<Glob>();
        for (var each : withoutBraces(pattern, 64)) {
            globs.add(of(each));
        }
        return globs;
    }

    static boolean isGlob(String text) {
        for (int i = 0; i < text.length(); i++) {
            if ("*?[{".indexOf(text.charAt(i)) >= 0) {
                return true;
            }
        }
        return false;
    }

    static List<String> names(String path) {
        var names = new ArrayList<String>();
        int from = 0;
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
            names.add(path.substring(from, slash));
            from = slash + 1;
        }
        names.add(path.substring(from));
        return names;
    }

    boolean matches(String path) {
        return matches(names(path));
    }

    /** Goes back to the last {@code **} whenever a name does not fit; that is enough, as with single stars. */
    boolean matches(List<String> path) {
        int at = 0;
        int in = 0;
        int star = -1;
        int resume = 0;
        while (in < path.size()) {
            if (at < pattern.size() && pattern.get(at).equals("**")) {
                star = at++;
                resume = in;
            } else if (at < pattern.size() && name(pattern.get(at), path.get(in))) {
                at++;
                in++;
            } else if (star >= 0) {
                at = star + 1;
                in = ++resume;
            } else {
                return false;
            }
        }
        while (at < pattern.size() && pattern.get(at).equals("**")) {
            at++;
        }
        return at == pattern.size();
    }

    private static boolean name(String pattern, String name) {
        int at = 0;
        int in = 0;
        int star = -1;
        int resume = 0;
        while (in < name.length()) {
            int next = at < pattern.length() ? one(pattern, at, name.charAt(in)) : -1;
            if (at < pattern.length() && pattern.charAt(at) == '*') {
                star = at++;
                resume = in;
            } else if (next > 0) {
                at = next;
                in++;
            } else if (star >= 0) {
                at = star + 1;
                in = ++resume;
            } else {
                return false;
            }
        }
        while (at < pattern.length() && pattern.charAt(at) == '*') {
            at++;
        }
        return at == pattern.length();
    }

    /** Where the pattern goes on after one character; -1 if the character does not fit. */
    private static int one(String pattern, int at, char c) {
        char expected = pattern.charAt(at);
        if (expected == '?') {
            return at + 1;
        }
        if (expected == '[') {
            int end = endOfClass(pattern, at);
            if (end > 0) {
                return inClass(pattern, at + 1, end, c) ? end + 1 : -1;
            }
        }
        if (expected == '\\' && at + 1 < pattern.length()) {
            return pattern.charAt(at + 1) == c ? at + 2 : -1;
        }
        return expected == c ? at + 1 : -1;
    }

    private static int endOfClass(String pattern, int open) {
        int at = open + 1;
        if (at < pattern.length() && (pattern.charAt(at) == '!' || pattern.charAt(at) == '^')) {
            at++;
        }
        // A bracket in the first place stands for itself.
        for (at = at + 1; at < pattern.length(); at++) {
            if (pattern.charAt(at) == ']') {
                return at;
            }
            if (pattern.charAt(at) == '\\') {
                at++;
            }
        }
        return -1;
    }

    private static boolean inClass(String pattern, int from, int end, char c) {
        int at = from;
        boolean not = pattern.charAt(at) == '!' || pattern.charAt(at) == '^';
        at += not ? 1 : 0;
        boolean found = false;
        while (at < end) {
            at += pattern.charAt(at) == '\\' && at + 1 < end ? 1 : 0;
            char low = pattern.charAt(at++);
            char high = low;
            if (at + 1 < end && pattern.charAt(at) == '-') {
                at++;
                at += pattern.charAt(at) == '\\' && at + 1 < end ? 1 : 0;
                high = pattern.charAt(at++);
            }
            found |= low <= c && c <= high;
        }
        return found != not;
    }

    private static List<String> withoutBraces(String pattern, int most) {
        int open = pattern.indexOf('{');
        int close = open < 0 ? -1 : endOfBraces(pattern, open);
        if (close < 0) {
            return List.of(pattern);
        }
        var all = new ArrayList<String>();
        int depth = 0;
        int from = open + 1;
        for (int i = open + 1; i <= close && all.size() < most; i++) {
            char c = pattern.charAt(i);
            if (depth == 0 && (c == ',' || i == close)) {
                var one = pattern.substring(0, open) + pattern.substring(from, i) + pattern.substring(close + 1);
                all.addAll(withoutBraces(one, most - all.size()));
                from = i + 1;
            }
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        }
        return all;
    }

    private static int endOfBraces(String pattern, int open) {
        int depth = 0;
        for (int i = open; i < pattern.length(); i++) {
            depth += pattern.charAt(i) == '{' ? 1 : pattern.charAt(i) == '}' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }
}
