package dev.pawl.tui.text;

/** Where one visible character ends and the next begins: letters with their marks, emoji with all their parts. */
public final class Clusters {
    static final int EMOJI_STYLE = 0xFE0F;
    private static final int JOINER = 0x200D;

    private Clusters() {}

    /** The end of the visible character that begins at an index. */
    public static int next(String text, int from) {
        int first = text.codePointAt(from);
        int i = from + Character.charCount(first);
        if (first < ' ') {
            return i;
        }
        if (isRegional(first) && i < text.length() && isRegional(text.codePointAt(i))) {
            i += 2;
        }
        while (i < text.length()) {
            int point = text.codePointAt(i);
            if (point == JOINER) {
                i += 1;
                if (i < text.length() && Character.isExtendedPictographic(text.codePointAt(i))) {
                    i += Character.charCount(text.codePointAt(i));
                }
            } else if (continues(point)) {
                i += Character.charCount(point);
            } else {
                break;
            }
        }
        return i;
    }

    /** The beginning of the visible character that ends at an index. */
    public static int previous(String text, int end) {
        int from = end;
        while (from > 0 && text.charAt(from - 1) != '\n' && end - from < 64) {
            from = text.offsetByCodePoints(from, -1);
            if (text.charAt(from) < 0x300 && from < end) {
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

    private static boolean continues(int point) {
        if (point < 0x300) {
            return false;
        }
        int type = Character.getType(point);
        return type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.COMBINING_SPACING_MARK
                || point == EMOJI_STYLE
                || within(point, 0x1F3FB, 0x1F3FF)
                || within(point, 0xE0020, 0xE007F);
    }

    private static boolean isRegional(int point) {
        return within(point, 0x1F1E6, 0x1F1FF);
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
