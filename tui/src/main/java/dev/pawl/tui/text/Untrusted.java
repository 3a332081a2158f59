package dev.pawl.tui.text;

import java.util.regex.Pattern;

/**
 * Text of models, tools, files and other people, made harmless: no escape sequences, no control characters, no marks
 * that reorder what one reads.
 */
public final class Untrusted {
    private static final Pattern COLOURS = Pattern.compile("\u001b\\[[0-9;:]*m");

    private Untrusted() {}

    /**
     * A text of several lines; line ends stay, tabs become spaces. A lone carriage return ends a line, hiding nothing.
     */
    public static String text(String text) {
        return harmless(text) ? text : clean(text, false);
    }

    /** A text for one line: line ends and tabs become spaces. */
    public static String line(String text) {
        return harmless(text) && text.indexOf('\n') < 0 ? text : clean(text, true);
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
            } else if (point == '\n' || !isUnseen(point, before)) {
                out.appendCodePoint(point);
            } else {
                out.append(String.format("‹U+%04X›", point));
            }
            before = point;
            i += Character.charCount(point);
        }
        return out.toString();
    }

    /** Joiners and variants belong to emoji and to scripts; after plain letters they only pretend to be nothing. */
    private static boolean isUnseen(int point, int before) {
        if (point == 0x200C || point == 0x200D || Clusters.within(point, 0xFE00, 0xFE0F)) {
            return before < 0x80;
        }
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.LINE_SEPARATOR -> true;
            case Character.PARAGRAPH_SEPARATOR, Character.PRIVATE_USE, Character.UNASSIGNED -> true;
            default ->
                isHidden(point)
                        || point == 0x115F
                        || point == 0x1160
                        || point == 0x3164
                        || point == 0xFFA0
                        || point == 0x2800
                        || Clusters.within(point, 0xE0100, 0xE01EF);
        };
    }

    private static boolean harmless(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' ? c != '\n' : c >= 0x7F && (c < 0xA0 || isHidden(c) || Character.isSurrogate(c))) {
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
                if (!isHidden(point) && !Character.isISOControl(point)) {
                    boolean half = point <= 0xFFFF && Character.isSurrogate((char) point);
                    out.appendCodePoint(half ? 0xFFFD : point);
                }
                i += Character.charCount(point);
            }
        }
        return out.toString();
    }

    /** Marks that reorder text, and tags and separators that are never seen. */
    static boolean isHidden(int point) {
        return Clusters.within(point, 0x202A, 0x202E)
                || Clusters.within(point, 0x2066, 0x2069)
                || point == 0x200E
                || point == 0x200F
                || point == 0x061C
                || point == 0x2028
                || point == 0x2029
                || point == 0xFEFF
                || Clusters.within(point, 0xE0000, 0xE001F)
                || Clusters.within(point, 0xFFF9, 0xFFFB);
    }
}
