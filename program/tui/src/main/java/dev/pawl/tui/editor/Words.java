package dev.pawl.tui.editor;

/** Where words begin and end, for the cursor. */
final class Words {
    private Words() {}

    /** The start of the word before a place. */
    static int before(String text, int from, EditBuffer.Stops stops) {
        int i = from;
        while (i > 0 && kind(text, stops.previous(text, i)) == Kind.SPACE) {
            i = stops.previous(text, i);
        }
        if (i == 0) {
            return 0;
        }
        var kind = kind(text, stops.previous(text, i));
        while (i > 0 && kind(text, stops.previous(text, i)) == kind) {
            i = stops.previous(text, i);
        }
        return i;
    }

    /** The end of the word after a place. */
    static int after(String text, int from, EditBuffer.Stops stops) {
        int i = from;
        while (i < text.length() && kind(text, i) == Kind.SPACE) {
            i = stops.next(text, i);
        }
        if (i == text.length()) {
            return i;
        }
        var kind = kind(text, i);
        while (i < text.length() && kind(text, i) == kind) {
            i = stops.next(text, i);
        }
        return i;
    }

    private enum Kind {
        SPACE,
        MARK,
        LETTER
    }

    private static Kind kind(String text, int at) {
        int point = text.codePointAt(at);
        if (Character.isWhitespace(point)) {
            return Kind.SPACE;
        }
        boolean mark = point < 0x80 ? !Character.isLetterOrDigit(point) && point != '_' : isPunctuation(point);
        return mark ? Kind.MARK : Kind.LETTER;
    }

    private static boolean isPunctuation(int point) {
        int type = Character.getType(point);
        return type == Character.DASH_PUNCTUATION
                || type == Character.START_PUNCTUATION
                || type == Character.END_PUNCTUATION
                || type == Character.OTHER_PUNCTUATION
                || type == Character.INITIAL_QUOTE_PUNCTUATION
                || type == Character.FINAL_QUOTE_PUNCTUATION;
    }
}
