package dev.pawl.base.glob;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** A character class of a {@link Glob}: the content of square brackets. */
record CharClass(List<IntPredicate> parts, boolean negated) {
    boolean has(int c) {
        for (var part : parts) {
            if (part.test(c)) {
                return !negated;
            }
        }
        return negated;
    }

    /** Reads the text between the brackets. */
    static CharClass of(String inside) {
        boolean negated = inside.startsWith("!") || inside.startsWith("^");
        var parts = new ArrayList<IntPredicate>();
        int i = negated ? 1 : 0;
        while (i < inside.length()) {
            int close = inside.startsWith("[:", i) ? inside.indexOf(":]", i + 2) : -1;
            if (close > 0) {
                parts.add(named(inside.substring(i + 2, close)));
                i = close + 2;
                continue;
            }
            i = inside.charAt(i) == '\\' && i + 1 < inside.length() ? i + 1 : i;
            int from = inside.codePointAt(i);
            i += Character.charCount(from);
            if (i + 1 < inside.length() && inside.charAt(i) == '-') {
                i++;
                i = inside.charAt(i) == '\\' && i + 1 < inside.length() ? i + 1 : i;
                int to = inside.codePointAt(i);
                i += Character.charCount(to);
                parts.add(c -> c >= from && c <= to);
            } else {
                parts.add(c -> c == from);
            }
        }
        return new CharClass(parts, negated);
    }

    /** Returns the characters of ASCII that have a name; none, for a name there is not. */
    private static IntPredicate named(String name) {
        // format:off
        return switch (name) {
            case "alnum"  -> c -> isLetter(c) || isDigit(c);
            case "alpha"  -> CharClass::isLetter;
            case "ascii"  -> c -> c <= 0x7F;
            case "blank"  -> c -> c == ' ' || c == '\t';
            case "cntrl"  -> c -> c < 0x20 || c == 0x7F;
            case "digit"  -> CharClass::isDigit;
            case "graph"  -> c -> c > ' ' && c <= '~';
            case "lower"  -> c -> c >= 'a' && c <= 'z';
            case "print"  -> c -> c >= ' ' && c <= '~';
            case "punct"  -> c -> c > ' ' && c <= '~' && !isLetter(c) && !isDigit(c);
            case "space"  -> c -> c == ' ' || (c >= '\t' && c <= '\r');
            case "upper"  -> c -> c >= 'A' && c <= 'Z';
            case "word"   -> c -> isLetter(c) || isDigit(c) || c == '_';
            case "xdigit" -> c -> isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
            default       -> _ -> false;
        };
        // format:on
    }

    private static boolean isLetter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }
}
