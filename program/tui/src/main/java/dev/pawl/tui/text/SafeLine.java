package dev.pawl.tui.text;

/**
 * A line as it may go to the terminal: no wider than it may be, nothing in it but characters, styles and links, and no
 * style left behind at its end. {@code cursor} is the column of the {@link Cursor#MARK}, or -1.
 */
public record SafeLine(String text, int width, int cursor) {
    /** More than any character of any language is made of: the rest would only be drawn over other lines. */
    private static final int MOST_PARTS = 40;

    public static SafeLine of(String raw, int limit) {
        int length = raw.length();
        if (length <= limit) {
            int i = 0;
            while (i < length && raw.charAt(i) >= ' ' && raw.charAt(i) <= '~') {
                i++;
            }
            if (i == length) {
                return new SafeLine(raw, length, -1);
            }
        }
        return new Walk(Invisible.without(raw), limit).run();
    }

    /** One pass over a line that is not plainly harmless. */
    private static final class Walk {
        private final String raw;
        private final int limit;
        private final StringBuilder out;
        private final Pen pen = new Pen();
        private int column;
        private int cursor = -1;
        private boolean full;
        private int unseen;
        private boolean changed;

        Walk(String raw, int limit) {
            this.raw = raw;
            this.limit = limit;
            this.out = new StringBuilder(raw.length() + 8);
        }

        SafeLine run() {
            int i = 0;
            while (i < raw.length()) {
                int end = Columns.endOfPlain(raw, i);
                if (end > i) {
                    plain(i, end);
                    i = end;
                } else {
                    i = Escapes.starts(raw, i) ? sequence(i) : character(i);
                }
            }
            out.append(pen.off());
            var text = out.toString();
            // Characters that were apart can become one where something between them is left out or replaced.
            return new SafeLine(text, changed ? Columns.of(text) : column, cursor);
        }

        private void plain(int from, int to) {
            int taken = full ? 0 : Math.min(to - from, limit - column);
            out.append(raw, from, from + taken);
            column += taken;
            full |= taken < to - from;
        }

        private int sequence(int from) {
            int end = Escapes.end(raw, from);
            if (raw.startsWith(Cursor.MARK, from)) {
                if (cursor < 0) {
                    cursor = column;
                }
            } else if (Escapes.isPicture(raw, from, end)) {
                out.append(raw, from, end);
            } else if (!full && (Escapes.isStyle(raw, from, end) || Hyperlink.is(raw, from, end))) {
                pen.take(raw, from, end);
                out.append(raw, from, end);
            }
            return end;
        }

        private int character(int from) {
            char c = raw.charAt(from);
            if (c == '\t' || c == '\n' || c == '\r') {
                changed = true;
                put(" ", 1);
                return from + 1;
            }
            int end = Clusters.next(raw, from);
            int point = raw.codePointAt(from);
            if (Character.isISOControl(point)) {
                changed = true;
                return from + Character.charCount(point);
            }
            int shown = Math.min(end, from + MOST_PARTS);
            if (shown < end && Character.isLowSurrogate(raw.charAt(shown))) {
                shown--;
            }
            put(raw.substring(from, shown), Columns.ofCluster(raw, from, shown));
            return end;
        }

        private void put(String characters, int columns) {
            if (full || column + columns > limit) {
                full = true;
                return;
            }
            unseen = columns == 0 ? unseen + 1 : 0;
            if (unseen > MOST_PARTS) {
                return;
            }
            out.append(characters);
            column += columns;
        }
    }
}
