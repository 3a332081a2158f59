package dev.pawl.tui.text;

import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.Set;

/**
 * Takes out of texts what cannot be seen in them, and could tell a model or a program what no reader notices: tags,
 * marks that reorder, joiners and selectors of variants that stand where they join and select nothing.
 *
 * <p>Decided by the category of a character, not by a list of characters: all of <i>format</i> is left out, and what is
 * not assigned is replaced by U+FFFD. The exceptions are what is needed to write: joiners in emoji and in scripts that
 * have them, the style of an emoji, and signs that are seen although they belong to that category. Characters for
 * private use stay: they are seen, as an icon of the terminal's font or as a box.
 */
public final class Invisible {
    static final String REPLACEMENT = "\uFFFD";

    private static final int NON_JOINER = 0x200C;
    private static final int JOINER = 0x200D;
    private static final int TEXT_STYLE = 0xFE0E;
    private static final int KEYCAP = 0x20E3;
    private static final int FIRST = 0xAD;

    /** Scripts in which a joiner changes how the letters beside it are written. */
    private static final Set<UnicodeScript> JOINING = EnumSet.of(
            UnicodeScript.ARABIC,
            UnicodeScript.SYRIAC,
            UnicodeScript.MANDAIC,
            UnicodeScript.NKO,
            UnicodeScript.ADLAM,
            UnicodeScript.MONGOLIAN,
            UnicodeScript.DEVANAGARI,
            UnicodeScript.BENGALI,
            UnicodeScript.GURMUKHI,
            UnicodeScript.GUJARATI,
            UnicodeScript.ORIYA,
            UnicodeScript.TAMIL,
            UnicodeScript.TELUGU,
            UnicodeScript.KANNADA,
            UnicodeScript.MALAYALAM,
            UnicodeScript.SINHALA,
            UnicodeScript.KHMER,
            UnicodeScript.MYANMAR);

    private Invisible() {}

    /** The text without it; control characters and escape sequences are left to the caller. */
    public static String without(String text) {
        int before = -1;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            if (point >= FIRST && !isShown(text, i, point, before)) {
                return cut(text, i, before);
            }
            before = point;
            i += Character.charCount(point);
        }
        return text;
    }

    private static String cut(String text, int from, int last) {
        var out = new StringBuilder(text.length()).append(text, 0, from);
        int before = last;
        for (int i = from; i < text.length(); ) {
            int point = text.codePointAt(i);
            i += Character.charCount(point);
            if (isShown(text, i - Character.charCount(point), point, before)) {
                out.appendCodePoint(point);
                before = point;
            } else {
                var instead = instead(point);
                out.append(instead);
                before = instead.isEmpty() ? before : ' ';
            }
        }
        return out.toString();
    }

    /**
     * Returns whether a character is to be seen, or forms what is to be seen with those beside it.
     *
     * @param before the character in front of it of those that are shown; negative if there is none
     */
    static boolean isShown(String text, int at, int point, int before) {
        if (point < FIRST) {
            return true;
        }
        if (point == NON_JOINER || point == JOINER) {
            return joins(point, before, after(text, at, point));
        }
        if (point == TEXT_STYLE || point == Clusters.EMOJI_STYLE) {
            return Character.isEmoji(before) && (before >= 0x80 || after(text, at, point) == KEYCAP);
        }
        if (isMongolianVariant(point)) {
            return before >= 0 && UnicodeScript.of(before) == UnicodeScript.MONGOLIAN && Character.isLetter(before);
        }
        return switch (Character.getType(point)) {
            case Character.FORMAT -> isPrependedMark(point);
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SURROGATE, Character.UNASSIGNED -> false;
            case Character.NON_SPACING_MARK -> !isIgnorableMark(point);
            case Character.OTHER_LETTER -> !isFiller(point);
            default -> true;
        };
    }

    /** Returns whether a text is nothing but a joiner, or the style of an emoji. */
    static boolean isJoiner(String text) {
        if (text.length() != 1) {
            return false;
        }
        char c = text.charAt(0);
        return c == NON_JOINER || c == JOINER || c == TEXT_STYLE || c == Clusters.EMOJI_STYLE;
    }

    /** Returns what stands in the place of a character that is not shown: nothing where it takes no column. */
    private static String instead(int point) {
        int type = Character.getType(point);
        if (type == Character.SURROGATE || type == Character.UNASSIGNED) {
            return REPLACEMENT;
        }
        return isFiller(point) ? " ".repeat(Columns.of(Character.toString(point))) : "";
    }

    private static int after(String text, int at, int point) {
        int next = at + Character.charCount(point);
        return next < text.length() ? text.codePointAt(next) : -1;
    }

    private static boolean joins(int point, int before, int after) {
        if (before < 0x80) {
            return false;
        }
        boolean picture = point == JOINER
                && (Character.isExtendedPictographic(before)
                        || Character.isEmojiModifier(before)
                        || before == Clusters.EMOJI_STYLE);
        if (picture) {
            return after >= 0 && Character.isExtendedPictographic(after);
        }
        int type = Character.getType(before);
        boolean letter = Character.isLetter(before)
                || type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK;
        return letter && JOINING.contains(UnicodeScript.of(before));
    }

    private static boolean isMongolianVariant(int point) {
        return Clusters.within(point, 0x180B, 0x180D) || point == 0x180F;
    }

    /** Signs of numbers, years and verses in Arabic, Syriac and Kaithi, which are drawn around what follows them. */
    private static boolean isPrependedMark(int point) {
        return Clusters.within(point, 0x0600, 0x0605)
                || point == 0x06DD
                || point == 0x070F
                || Clusters.within(point, 0x0890, 0x0891)
                || point == 0x08E2
                || point == 0x110BD
                || point == 0x110CD;
    }

    /** Marks that Unicode has no terminal draw (Default_Ignorable_Code_Point), those for variants among them. */
    private static boolean isIgnorableMark(int point) {
        return point == 0x034F
                || Clusters.within(point, 0x17B4, 0x17B5)
                || Clusters.within(point, 0xFE00, 0xFE0F)
                || Clusters.within(point, 0xE0100, 0xE01EF);
    }

    /** Letters that stand for the lack of one. */
    private static boolean isFiller(int point) {
        return point == 0x115F || point == 0x1160 || point == 0x3164 || point == 0xFFA0;
    }
}
