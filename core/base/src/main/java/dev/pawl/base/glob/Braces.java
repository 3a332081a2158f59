package dev.pawl.base.glob;

import java.util.ArrayList;
import java.util.List;

/** Writes out {@code {a,b}}: one pattern for each of the alternatives. */
final class Braces {
    private Braces() {}

    static List<String> expand(String pattern, int most) throws GlobException {
        var done = new ArrayList<String>();
        var open = new ArrayList<>(List.of(pattern));
        while (!open.isEmpty()) {
            var next = open.removeLast();
            int start = brace(next, 0);
            if (start < 0) {
                done.add(next);
                continue;
            }
            var alternatives = alternatives(next, start);
            if (alternatives.isEmpty()) {
                throw new GlobException("glob " + pattern + ": there is no } for a {; write \\{ for the character");
            }
            if (open.size() + done.size() + alternatives.size() > most) {
                throw new GlobException("glob " + pattern + ": its braces stand for more than " + most + " patterns");
            }
            open.addAll(alternatives.reversed());
        }
        return done;
    }

    /** Braces that have no end or no comma stand for themselves; of too many patterns the last ones are left out. */
    static List<String> expandLeniently(String pattern, int most) {
        var done = new ArrayList<String>();
        var open = new ArrayList<>(List.of(new Open(pattern, 0)));
        while (!open.isEmpty() && done.size() < most) {
            var next = open.removeLast();
            int start = brace(next.pattern, next.from);
            var alternatives = start < 0 ? List.<String>of() : alternatives(next.pattern, start);
            if (start < 0) {
                done.add(next.pattern);
            } else if (alternatives.size() < 2) {
                open.add(new Open(next.pattern, start + 1));
            } else {
                for (var alternative : alternatives.reversed()) {
                    open.add(new Open(alternative, start));
                }
            }
        }
        return done;
    }

    /** A pattern whose braces are written out, or stand for themselves, up to a place. */
    private record Open(String pattern, int from) {}

    /** Returns the first opening brace, -1 if there is none. */
    private static int brace(String pattern, int from) {
        for (int i = from; i < pattern.length(); i++) {
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

    /** Returns the patterns that the braces at a place stand for; none if these have no end. */
    private static List<String> alternatives(String pattern, int start) {
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
        return List.of();
    }
}
