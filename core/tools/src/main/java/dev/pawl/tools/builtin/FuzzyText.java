package dev.pawl.tools.builtin;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.text.Normalizer;

/**
 * Text as a model may remember it: without blanks at the ends of lines, with plain quotes, dashes and spaces. Lines stay
 * lines.
 */
final class FuzzyText {
    private FuzzyText() {}

    static String of(String text) {
        var composed =
                US_ASCII.newEncoder().canEncode(text) ? text : plain(Normalizer.normalize(text, Normalizer.Form.NFKC));
        var result = new StringBuilder(composed.length());
        int start = 0;
        while (start <= composed.length()) {
            int lineBreak = composed.indexOf('\n', start);
            int end = lineBreak < 0 ? composed.length() : lineBreak;
            int kept = end;
            while (kept > start && Character.isWhitespace(composed.charAt(kept - 1))) {
                kept--;
            }
            result.append(composed, start, kept);
            if (lineBreak >= 0) {
                result.append('\n');
            }
            start = end + 1;
        }
        return result.toString();
    }

    private static String plain(String text) {
        var result = new StringBuilder(text);
        for (int i = 0; i < result.length(); i++) {
            char c = result.charAt(i);
            if (c >= 0x80) {
                result.setCharAt(i, plain(c));
            }
        }
        return result.toString();
    }

    private static char plain(char c) {
        // format:off
        return switch (c) {
            case '\u2018', '\u2019', '\u201A', '\u201B' -> '\'';
            case '\u201C', '\u201D', '\u201E', '\u201F' -> '"';
            case '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212' -> '-';
            default -> isOddSpace(c) ? ' ' : c;
        };
        // format:on
    }

    private static boolean isOddSpace(char c) {
        return c == '\u00A0' || (c >= '\u2000' && c <= '\u200A') || c == '\u202F' || c == '\u205F' || c == '\u3000';
    }
}
