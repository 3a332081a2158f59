package dev.pawl.tui.text;

import org.jline.utils.WCWidth;

/** How many columns of the screen a text takes, escape sequences not counted. */
public final class Columns {
    private Columns() {}

    public static int of(String text) {
        int length = text.length();
        int i = 0;
        while (i < length) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~') {
                break;
            }
            i++;
        }
        return i == length ? length : i + measure(text, i);
    }

    private static int measure(String text, int from) {
        int columns = 0;
        int i = from;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c >= ' ' && c <= '~' && !joins(text, i + 1)) {
                columns++;
                i++;
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

    private static boolean joins(String text, int at) {
        return at < text.length() && text.charAt(at) > 0x2FF;
    }

    /** The columns of the characters between two bounds of {@link Clusters}. */
    public static int ofCluster(String text, int from, int to) {
        int first = text.codePointAt(from);
        if (first < ' ' || Clusters.within(first, 0x7F, 0x9F)) {
            return 0;
        }
        int width = ofPoint(first);
        if (width == 2 || from + Character.charCount(first) == to) {
            return width;
        }
        int second = text.codePointAt(from + Character.charCount(first));
        boolean flag = WCWidth.isRegionalIndicator(first) && WCWidth.isRegionalIndicator(second);
        boolean picture = Clusters.holds(text, from, to, Clusters.EMOJI_STYLE) && Character.isEmoji(first);
        return flag || picture ? 2 : width;
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
        return Math.max(0, WCWidth.wcwidth(point));
    }
}
