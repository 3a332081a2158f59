package dev.pawl.tui.text;

import java.util.regex.Pattern;

/**
 * Text of models, tools, files and other people, made harmless: no escape sequences, no control characters, nothing
 * {@link Invisible}.
 */
public final class Untrusted {
    private static final Pattern COLOURS = Pattern.compile("\u001b\\[[0-9;:]*m");

    private static final int BLANK_PATTERN = 0x2800;

    private Untrusted() {}

    /**
     * A text of several lines; line ends stay, tabs become spaces. A lone carriage return ends a line, hiding nothing.
     */
    public static String text(String text) {
        return Invisible.without(harmless(text) ? text : clean(text, false));
    }

    /** A text for one line: line ends and tabs become spaces. */
    public static String line(String text) {
        return Invisible.without(harmless(text) && text.indexOf('\n') < 0 ? text : clean(text, true));
    }

    /**
     * Returns what one key typed: a joiner comes alone, and what it joins is known only to who has the rest of the
     * text.
     */
    public static String typed(String text) {
        return Invisible.isJoiner(text) ? text : text(text);
    }

    /**
     * A text of several lines of which nothing may stay hidden, because the user decides by it: colours are taken out,
     * and every other character that would be invisible is spelt out.
     */
    public static String visible(String text) {
        var plain = COLOURS.matcher(text).replaceAll("").replace("\r\n", "\n");
        var out = new StringBuilder(plain.length());
        int before = ' ';
        for (int i = 0; i < plain.length(); ) {
            int point = plain.codePointAt(i);
            if (point == '\t') {
                out.append("   ");
            } else if (point == '\n' || !isUnseen(plain, i, point, before)) {
                out.appendCodePoint(point);
            } else {
                out.append(String.format("‹U+%04X›", point));
            }
            before = point;
            i += Character.charCount(point);
        }
        return out.toString();
    }

    /** Private use and blank patterns are shown elsewhere; here nobody could tell what they stand for. */
    private static boolean isUnseen(String text, int at, int point, int before) {
        int type = Character.getType(point);
        return type == Character.CONTROL
                || type == Character.PRIVATE_USE
                || point == BLANK_PATTERN
                || !Invisible.isShown(text, at, point, before);
    }

    /** Returns whether it has neither escape sequences nor control characters. */
    private static boolean harmless(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' ? c != '\n' : c >= 0x7F && c < 0xA0) {
                return false;
            }
        }
        return true;
    }

    private static String clean(String text, boolean oneLine) {
        var out = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (Escapes.starts(text, i)) {
                i = Escapes.end(text, i);
            } else if (c == '\n' || c == '\r') {
                boolean pair = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
                out.append(oneLine ? ' ' : '\n');
                i += pair ? 2 : 1;
            } else if (c == '\t') {
                out.append(oneLine ? " " : "   ");
                i++;
            } else {
                int point = text.codePointAt(i);
                if (!Character.isISOControl(point)) {
                    out.appendCodePoint(point);
                }
                i += Character.charCount(point);
            }
        }
        return out.toString();
    }
}
