package dev.pawl.tools.regex;

import org.jspecify.annotations.Nullable;

/**
 * A regular expression that is looked for line by line, in time linear to the text.
 *
 * <p>Its dialect is that of ripgrep. RE2/J, the library for this, took thirty times as long where no fixed text could be
 * looked for first, and knows words of ASCII only.
 */
public final class LineRegex {
    private final Program program;
    private final @Nullable RequiredText required;

    private LineRegex(Program program, @Nullable RequiredText required) {
        this.program = program;
        this.required = required;
    }

    /** Reads a pattern; where it is {@code literal}, every character stands for itself. */
    public static LineRegex of(String pattern, boolean literal, boolean anyCase) throws PatternException {
        var node = literal ? RegexParser.literal(pattern, anyCase) : RegexParser.parse(pattern, anyCase);
        return new LineRegex(Program.of(node, pattern), RequiredText.of(node));
    }

    /** A finder for one thread. */
    public LineFinder finder() {
        if (required == null) {
            return new Automaton(program);
        }
        var needle = new Needle(required.text(), required.anyCase());
        return required.whole() ? needle : new Sieve(needle, new Automaton(program));
    }

    /** Looks closely only at lines in which a text stands that every match contains. */
    private record Sieve(Needle needle, Automaton automaton) implements LineFinder {
        @Override
        public int find(byte[] bytes, int from, int to) {
            for (int start = from; start < to; ) {
                int at = needle.find(bytes, start, to);
                if (at < 0) {
                    return -1;
                }
                int lineStart = at;
                while (lineStart > start && bytes[lineStart - 1] != '\n') {
                    lineStart--;
                }
                int lineEnd = at;
                while (lineEnd < to && bytes[lineEnd++] != '\n') {
                    // On to the end of the line.
                }
                if (automaton.find(bytes, lineStart, lineEnd) >= 0) {
                    return at;
                }
                start = lineEnd;
            }
            return -1;
        }
    }
}
