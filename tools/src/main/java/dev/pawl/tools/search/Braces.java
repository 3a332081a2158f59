package dev.pawl.tools.search;

import dev.pawl.tools.regex.PatternException;
import java.util.ArrayList;
import java.util.List;

/** Writes out {@code {a,b}}: one pattern for each of the alternatives. */
final class Braces {
    private Braces() {}

    static List<String> expand(String pattern, int most) throws PatternException {
        var done = new ArrayList<String>();
        var open = new ArrayList<>(List.of(pattern));
        while (!open.isEmpty()) {
            var next = open.removeLast();
            int start = brace(next);
            if (start < 0) {
                done.add(next);
                continue;
            }
            var alternatives = alternatives(next, start, pattern);
            if (open.size() + done.size() + alternatives.size() > most) {
                throw new PatternException(
                        "glob " + pattern + ": its braces stand for more than " + most + " patterns");
            }
            open.addAll(alternatives.reversed());
        }
        return done;
    }

    /** The first opening brace, -1 if there is none. */
    private static int brace(String pattern) {
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '[') {
                i = NamePattern.classEnd(pattern, i);
            } else if (c == '{') {
                return i;
            }
        }
        return -1;
    }

    private static List<String> alternatives(String pattern, int start, String whole) throws PatternException {
        var parts = new ArrayList<String>();
        int depth = 0;
        int partStart = start + 1;
        for (int i = start; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '{') {
                depth++;
            } else if (c == ',' && depth == 1) {
                parts.add(pattern.substring(partStart, i));
                partStart = i + 1;
            } else if (c == '}' && --depth == 0) {
                parts.add(pattern.substring(partStart, i));
                var before = pattern.substring(0, start);
                var after = pattern.substring(i + 1);
                parts.replaceAll(part -> before + part + after);
                return parts;
            }
        }
        throw new PatternException("glob " + whole + ": there is no } for a {; write \\{ for the character");
    }
}
