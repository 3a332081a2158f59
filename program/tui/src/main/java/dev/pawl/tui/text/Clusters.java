package dev.pawl.tui.text;

import java.util.regex.Pattern;

/** Where one visible character ends and the next begins: letters with their marks, emoji with all their parts. */
public final class Clusters {
    static final int EMOJI_STYLE = 0xFE0F;
    static final int JOINER = 0x200D;

    /** Unicode's extended grapheme clusters. */
    private static final Pattern CLUSTER = Pattern.compile("\\X");

    private Clusters() {}

    /** Returns the end of the visible character that begins at an index. */
    public static int next(String text, int from) {
        int first = text.codePointAt(from);
        int i = from + Character.charCount(first);
        if (first < ' ' || i == text.length() || (isAlone(first) && isAlone(text.codePointAt(i)))) {
            return i;
        }
        var cluster = CLUSTER.matcher(text).region(from, text.length());
        return cluster.lookingAt() ? cluster.end() : i;
    }

    /** Returns whether a code point neither begins nor continues a character of several. */
    private static boolean isAlone(int point) {
        return point < 0x300 || Character.isIdeographic(point);
    }

    /** The beginning of the visible character that ends at an index. */
    public static int previous(String text, int end) {
        int from = end;
        while (from > 0 && text.charAt(from - 1) != '\n' && end - from < 64) {
            from = text.offsetByCodePoints(from, -1);
            if (text.charAt(from) < 0x300 && (from == 0 || text.charAt(from - 1) < 0x300)) {
                break;
            }
        }
        int i = from;
        while (i < end) {
            int next = next(text, i);
            if (next >= end) {
                return i;
            }
            i = next;
        }
        return Math.max(0, end - 1);
    }

    static boolean within(int point, int first, int last) {
        return point >= first && point <= last;
    }

    static boolean holds(String text, int from, int to, int wanted) {
        for (int i = from; i < to; i += Character.charCount(text.codePointAt(i))) {
            if (text.codePointAt(i) == wanted) {
                return true;
            }
        }
        return false;
    }
}
