package dev.pawl.tui.text;

import org.jline.utils.WCWidth;

/** How many columns of the screen a text takes, escape sequences not counted. */
public final class Columns {
    private Columns() {}

    public static int of(String text) {
        int columns = 0;
        int i = 0;
        while (i < text.length()) {
            int end = endOfPlain(text, i);
            if (end > i) {
                columns += end - i;
                i = end;
            } else if (Escapes.starts(text, i)) {
                i = Escapes.end(text, i);
            } else {
                int next = Clusters.next(text, i);
                columns += ofCluster(text, i, next);
                i = next;
            }
        }
        return columns;
    }

    /** The end of a run of plain letters, of which each takes one column and nothing joins the last. */
    static int endOfPlain(String text, int from) {
        int i = from;
        int length = text.length();
        while (i < length) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~') {
                return i > from && c > 0x2FF ? i - 1 : i;
            }
            i++;
        }
        return i;
    }

    /** The columns of the characters between two bounds of {@link Clusters}. */
    public static int ofCluster(String text, int from, int to) {
        int first = text.codePointAt(from);
        if (first < ' ' || Clusters.within(first, 0x7F, 0x9F)) {
            return 0;
        }
        int width = ofPoint(first);
        int second = from + Character.charCount(first);
        if (second == to) {
            return width;
        }
        boolean flag = WCWidth.isRegionalIndicator(first) && WCWidth.isRegionalIndicator(text.codePointAt(second));
        if (flag || Character.isExtendedPictographic(first)) {
            boolean picture = Character.isEmoji(first) && Clusters.holds(text, from, to, Clusters.EMOJI_STYLE);
            return flag || picture ? 2 : width;
        }
        // Letters that are joined into one character still take the columns of each.
        for (int i = second; i < to; i += Character.charCount(text.codePointAt(i))) {
            width += Character.isLetterOrDigit(text.codePointAt(i)) ? ofPoint(text.codePointAt(i)) : 0;
        }
        return width;
    }

    /** Letters and the lines that frames are made of are answered here: the tables are not loaded for them. */
    private static int ofPoint(int point) {
        if (point < 0x300) {
            return point == 0xAD ? 0 : 1;
        }
        if (Clusters.within(point, 0x2500, 0x25FC)
                || Clusters.within(point, 0x2190, 0x2319)
                || Clusters.within(point, 0x2010, 0x2027)) {
            return 1;
        }
        if (Clusters.within(point, 0x1F100, 0x1F1AC)) {
            // Letters and digits in frames, of which the tables take all for wide.
            return point == 0x1F18E || Clusters.within(point, 0x1F191, 0x1F19A) ? 2 : 1;
        }
        return Math.max(0, WCWidth.wcwidth(point));
    }
}
