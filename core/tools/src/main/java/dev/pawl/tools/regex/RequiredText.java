package dev.pawl.tools.regex;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A text that occurs in everything a regular expression matches, so that it can be looked for first.
 *
 * @param whole whether the expression matches nothing but this text, so that finding it is enough
 */
record RequiredText(String text, boolean anyCase, boolean whole) {
    // What is shorter is found as fast by the automaton, and occurs in too many lines.
    private static final int SHORTEST = 5;
    private static final int LONGEST = 200;

    /** Null if there is no such text, or none that is worth looking for. */
    static @Nullable RequiredText of(Node node) {
        var cases = new Cases();
        cases.look(node);
        if (cases.sensitive && cases.insensitive) {
            return null; // Part of the pattern cares for case and part does not.
        }
        var part = analyse(node);
        var text = part.exact == null ? part.needed : part.exact;
        return text.length() < SHORTEST
                ? null
                : new RequiredText(text, cases.insensitive, part.exact != null && !cases.places);
    }

    /**
     * What is known of a piece.
     *
     * @param exact the only text it matches; null if there are others
     * @param needed the longest text known to be in whatever it matches; empty if there is none
     */
    private record Part(@Nullable String exact, String needed) {
        static final Part UNKNOWN = new Part(null, "");

        static Part exactly(String text) {
            return new Part(text, text);
        }
    }

    private static Part analyse(Node node) {
        if (node instanceof Node.Chars(var set)) {
            return set.only() < 0 || (set.anyCase() && !foldsInAscii(set.only()))
                    ? Part.UNKNOWN
                    : Part.exactly(Character.toString(set.only()));
        }
        if (node instanceof Node.Sequence(var parts)) {
            return sequence(parts);
        }
        if (node instanceof Node.Repeat(var part, var min, var max)) {
            return repeat(analyse(part), min, max);
        }
        return node instanceof Node.Choice ? Part.UNKNOWN : Part.exactly("");
    }

    /** K and S are also written as the sign for kelvin and as a long s, which are not in ASCII. */
    private static boolean foldsInAscii(int c) {
        return c < 0x80 && "kKsS".indexOf(c) < 0;
    }

    private static Part repeat(Part part, int min, int max) {
        if (min == 0) {
            return Part.UNKNOWN;
        }
        return min == 1 && max == 1 ? part : new Part(null, part.needed);
    }

    private static Part sequence(List<Node> nodes) {
        var best = "";
        var run = new StringBuilder();
        boolean all = true;
        for (var node : nodes) {
            var part = analyse(node);
            best = longer(best, part.needed);
            if (part.exact == null || run.length() + part.exact.length() > LONGEST) {
                best = longer(best, run.toString());
                run.setLength(0);
                all = false;
            }
            run.append(part.exact == null ? "" : part.exact);
        }
        return new Part(all ? run.toString() : null, longer(best, run.toString()));
    }

    private static String longer(String one, String other) {
        return other.length() > one.length() ? other : one;
    }

    /** Whether letters that care for case and such that do not occur, and places. */
    private static final class Cases {
        boolean sensitive;
        boolean insensitive;
        boolean places;

        void look(Node node) {
            if (node instanceof Node.At) {
                places = true;
            } else if (node instanceof Node.Chars(var set) && set.only() >= 0) {
                insensitive |= set.anyCase();
                sensitive |= !set.anyCase() && Character.isLetter(set.only());
            } else if (node instanceof Node.Sequence(var parts)) {
                parts.forEach(this::look);
            } else if (node instanceof Node.Choice(var branches)) {
                branches.forEach(this::look);
            } else if (node instanceof Node.Repeat(var part, _, _)) {
                look(part);
            }
        }
    }
}
