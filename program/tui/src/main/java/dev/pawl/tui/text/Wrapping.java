package dev.pawl.tui.text;

import java.util.ArrayList;
import java.util.List;

/** Breaks styled text into lines; what a line leaves switched on is switched off there and on again on the next. */
final class Wrapping {
    private final String text;
    private final int width;
    private final List<String> lines = new ArrayList<>();
    private final Pen pen = new Pen();
    private final StringBuilder line = new StringBuilder();
    private int columns;

    private Wrapping(String text, int width) {
        this.text = text;
        this.width = width;
    }

    static List<String> wrap(String text, int width) {
        if (text.indexOf('\n') < 0 && text.length() <= width && Columns.of(text) <= width) {
            return List.of(text);
        }
        return new Wrapping(text, width).run();
    }

    private List<String> run() {
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '\n') {
                breakLine(false);
                i++;
            } else if (c == '\r') {
                i++;
            } else {
                int end = wordEnd(i);
                place(i, end);
                i = end;
            }
        }
        breakLine(false);
        return lines;
    }

    /** A run of spaces, or a run of anything else with the escape sequences in it. */
    private int wordEnd(int from) {
        boolean spaces = text.charAt(from) == ' ';
        int i = from;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '\n' || c == '\r' || (c == ' ') != spaces) {
                break;
            }
            if (Escapes.starts(text, i)) {
                i = Escapes.end(text, i);
                continue;
            }
            int next = Clusters.next(text, i);
            if (!spaces && i > from && breaksBetween(text.codePointAt(i))) {
                break;
            }
            i = next;
        }
        return i;
    }

    /** Ideographs may be parted anywhere. */
    private static boolean breaksBetween(int point) {
        return point >= 0x2E80 && (Character.isIdeographic(point) || Clusters.within(point, 0x3040, 0x30FF));
    }

    private void place(int from, int to) {
        int wide = Columns.of(text.substring(from, to));
        if (columns + wide <= width) {
            append(from, to);
            columns += wide;
        } else if (text.charAt(from) == ' ') {
            // Spaces at which a line is broken are not shown.
            breakLine(true);
        } else {
            if (columns > 0) {
                breakLine(true);
            }
            if (wide <= width) {
                append(from, to);
                columns = wide;
            } else {
                cut(from, to);
            }
        }
    }

    private void cut(int from, int to) {
        int i = from;
        while (i < to) {
            if (Escapes.starts(text, i)) {
                int end = Math.min(to, Escapes.end(text, i));
                append(i, end);
                i = end;
                continue;
            }
            int next = Clusters.next(text, i);
            int wide = Columns.ofCluster(text, i, next);
            if (columns + wide > width && columns > 0) {
                breakLine(false);
            }
            append(i, next);
            columns += wide;
            i = next;
        }
    }

    private void append(int from, int to) {
        int plain = from;
        int i = from;
        while (i < to) {
            if (!Escapes.starts(text, i)) {
                i++;
                continue;
            }
            line.append(text, plain, i);
            int end = Math.min(to, Escapes.end(text, i));
            if (Escapes.isPawlMark(text, i, end)) {
                pen.take(text, i, end);
                line.append(text, i, end);
            }
            i = end;
            plain = end;
        }
        line.append(text, plain, to);
    }

    private void breakLine(boolean trimmed) {
        int end = line.length();
        while (trimmed && end > 0 && line.charAt(end - 1) == ' ') {
            end--;
        }
        lines.add(line.substring(0, end) + pen.off());
        line.setLength(0);
        line.append(pen.on());
        columns = 0;
    }
}
