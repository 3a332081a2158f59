package dev.pawl.tui.editor;

import dev.pawl.tui.text.Columns;
import java.util.ArrayList;
import java.util.List;

/** A text broken into the lines one sees, each knowing which part of the text it shows. */
record EditorLayout(String text, int width, List<Line> lines) {
    /** The characters from one index to another. */
    record Line(int from, int to) {}

    static EditorLayout of(String text, int width, EditBuffer.Stops stops) {
        var lines = new ArrayList<Line>();
        int from = 0;
        while (true) {
            int end = text.indexOf('\n', from);
            wrap(text, from, end < 0 ? text.length() : end, width, stops, lines);
            if (end < 0) {
                return new EditorLayout(text, width, lines);
            }
            from = end + 1;
        }
    }

    private static void wrap(String text, int from, int to, int width, EditBuffer.Stops stops, List<Line> lines) {
        int start = from;
        int columns = 0;
        int afterSpace = -1;
        int i = from;
        while (i < to) {
            int next = Math.min(to, stops.next(text, i));
            int wide = Columns.of(text.substring(i, next).replace("\t", "   "));
            if (columns + wide > width && i > start) {
                int breakAt = afterSpace > start ? afterSpace : i;
                lines.add(new Line(start, breakAt));
                start = breakAt;
                i = breakAt;
                columns = 0;
                afterSpace = -1;
                continue;
            }
            columns += wide;
            i = next;
            if (text.charAt(i - 1) == ' ') {
                afterSpace = i;
            }
        }
        lines.add(new Line(start, to));
    }

    /** The line in which a place of the text is seen. */
    int lineOf(int position) {
        int low = 0;
        int high = lines.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) / 2;
            if (lines.get(middle).from <= position) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    int columnOf(int position) {
        var line = lines.get(lineOf(position));
        return Columns.of(shown(line.from, Math.min(position, line.to)));
    }

    /** The place in a line that is nearest to a column, not beyond it. */
    int positionAt(int line, int column, EditBuffer.Stops stops) {
        var wanted = lines.get(line);
        boolean wrapped = line + 1 < lines.size() && lines.get(line + 1).from == wanted.to;
        int i = wanted.from;
        int columns = 0;
        while (i < wanted.to) {
            int next = Math.min(wanted.to, stops.next(text, i));
            columns += Columns.of(shown(i, next));
            // The end of a wrapped line is the beginning of the next.
            if (columns > column || (wrapped && next == wanted.to)) {
                return i;
            }
            i = next;
        }
        return i;
    }

    String shown(int from, int to) {
        return text.substring(from, to).replace("\t", "   ");
    }
}
