package dev.pawl.tools.search;

import dev.pawl.tools.regex.CharacterNames;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** What stands in the square brackets of a {@link Glob}. */
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
                parts.add(CharacterNames.posix(inside.substring(i + 2, close)));
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
}
