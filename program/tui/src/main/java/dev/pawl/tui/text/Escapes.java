package dev.pawl.tui.text;

/** Finds escape sequences in a text. */
final class Escapes {
    static final char ESC = '\u001b';
    private static final char BEL = '\u0007';
    private static final char STRING_END = '\u009c';

    private Escapes() {}

    /** Returns whether an escape sequence of seven or eight bits begins here. */
    static boolean starts(String text, int at) {
        char c = text.charAt(at);
        return c == ESC || Clusters.within(c, 0x80, 0x9F);
    }

    /** The end of the sequence that begins here; one that is cut off ends with the text. */
    static int end(String text, int at) {
        char c = text.charAt(at);
        if (c != ESC) {
            return switch (c) {
                case '\u009b' -> endOfControl(text, at + 1);
                case '\u0090', '\u0098', '\u009d', '\u009e', '\u009f' -> endOfString(text, at + 1);
                default -> at + 1;
            };
        }
        if (at + 1 >= text.length()) {
            return at + 1;
        }
        return switch (text.charAt(at + 1)) {
            case '[' -> endOfControl(text, at + 2);
            case ']', 'P', '_', '^', 'X' -> endOfString(text, at + 2);
            default -> endOfShort(text, at + 1);
        };
    }

    private static int endOfControl(String text, int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) >= 0x20 && text.charAt(i) < 0x40) {
            i++;
        }
        return i < text.length() && text.charAt(i) >= 0x40 && text.charAt(i) < 0x7F ? i + 1 : i;
    }

    /** A string that nothing ends is not one: then only its beginning is taken out, or it could hide what follows. */
    private static int endOfString(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == BEL || c == STRING_END) {
                return i + 1;
            }
            if (c == ESC) {
                return i + 1 < text.length() && text.charAt(i + 1) == '\\' ? i + 2 : from;
            }
            if (c == '\n') {
                return from;
            }
        }
        return from;
    }

    private static int endOfShort(String text, int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) >= 0x20 && text.charAt(i) < 0x30) {
            i++;
        }
        return i < text.length() && text.charAt(i) >= 0x30 && text.charAt(i) < 0x7F ? i + 1 : i;
    }

    /** Returns whether a sequence has a meaning in our lines: a style, a link, the place of the cursor. */
    static boolean isPawlMark(String text, int from, int to) {
        return isStyle(text, from, to)
                || Hyperlink.is(text, from, to)
                || text.startsWith(Cursor.MARK, from)
                || isPicture(text, from, to);
    }

    /** The mark of a picture; it means nothing to terminals, and something to us only if we gave it away. */
    static boolean isPicture(String text, int from, int to) {
        return text.startsWith("\u001b_pawl:i", from) && text.startsWith("\u001b\\", to - 2) && to - from < 40;
    }

    /** Returns whether a sequence changes colours or weight only. */
    static boolean isStyle(String text, int from, int to) {
        if (to - from < 3 || text.charAt(from) != ESC || text.charAt(from + 1) != '[' || text.charAt(to - 1) != 'm') {
            return false;
        }
        for (int i = from + 2; i < to - 1; i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && c != ';' && c != ':') {
                return false;
            }
        }
        return true;
    }
}
