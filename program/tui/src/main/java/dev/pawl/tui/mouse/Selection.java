package dev.pawl.tui.mouse;

import dev.pawl.tui.text.Clusters;
import dev.pawl.tui.text.Columns;
import dev.pawl.tui.text.Lines;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is selected of many lines: from one place to another, by characters, words or whole lines. Its cost depends on
 * what is queried, not on how many lines are between its ends.
 */
public final class Selection {
    private final Unit unit;
    private final Place anchor;
    private Place head;
    private boolean moved;

    /** What a selection is made of. */
    public enum Unit {
        CHARACTERS,
        WORDS,
        LINES
    }

    /** A column of a line. */
    public record Place(int line, int column) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return line == other.line ? Integer.compare(column, other.column) : Integer.compare(line, other.line);
        }
    }

    /** Columns of one line, from the first to the one behind the last. */
    public record Span(int from, int to) {}

    public Selection(Unit unit, Place anchor) {
        this.unit = unit;
        this.anchor = anchor;
        this.head = anchor;
    }

    /** Lines from one to another, as they are. */
    public static Selection ofLines(int first, int last) {
        var lines = new Selection(Unit.LINES, new Place(first, 0));
        lines.extend(new Place(last, 0));
        return lines;
    }

    /** Moves the end that the mouse has. */
    public void extend(Place to) {
        moved |= !to.equals(head);
        head = to;
    }

    /** Returns whether nothing is selected: the mouse was pressed and did not move. */
    public boolean isEmpty() {
        return unit == Unit.CHARACTERS && (!moved || anchor.equals(head));
    }

    public int firstLine() {
        return Math.min(anchor.line, head.line);
    }

    public int lastLine() {
        return Math.max(anchor.line, head.line);
    }

    /** The columns of a line that are selected; null if none are. */
    public @Nullable Span on(int line, String text) {
        if (isEmpty() || line < firstLine() || line > lastLine()) {
            return null;
        }
        int width = Columns.of(text);
        if (unit == Unit.LINES) {
            return new Span(0, width);
        }
        var first = anchor.compareTo(head) <= 0 ? anchor : head;
        var last = anchor.compareTo(head) <= 0 ? head : anchor;
        int from = line > first.line ? 0 : unit == Unit.WORDS ? word(text, first.column).from : first.column;
        int to = line < last.line ? width : unit == Unit.WORDS ? word(text, last.column).to : last.column + 1;
        return new Span(Math.min(from, width), Math.clamp(to, Math.min(from, width), width));
    }

    /**
     * The selected text, without colours, spaces at the ends of lines and the margin that all lines have.
     *
     * @param lines those from the first that is selected to the last
     */
    public String text(List<String> lines) {
        var parts = new ArrayList<String>();
        var whole = new ArrayList<Boolean>();
        int margin = Integer.MAX_VALUE;
        for (int i = 0; i < lines.size(); i++) {
            var span = on(firstLine() + i, lines.get(i));
            var part = span == null
                    ? ""
                    : Lines.plain(Lines.slice(lines.get(i), span.from, span.to)).stripTrailing();
            boolean fromStart = span != null && span.from == 0;
            if (!part.isEmpty() && fromStart) {
                margin = Math.min(margin, indentation(part));
            }
            parts.add(part);
            whole.add(fromStart);
        }
        var out = new StringBuilder();
        for (int i = 0; i < parts.size(); i++) {
            var part = parts.get(i);
            int cut = whole.get(i) ? Math.min(margin, indentation(part)) : 0;
            out.append(i == 0 ? "" : "\n").append(part, cut, part.length());
        }
        return out.toString();
    }

    private static int indentation(String text) {
        int spaces = 0;
        while (spaces < text.length() && text.charAt(spaces) == ' ') {
            spaces++;
        }
        return spaces;
    }

    /** The word at a column: letters and what is in names and paths, or characters of another kind. */
    static Span word(String line, int column) {
        var text = Lines.plain(line);
        int from = 0;
        int at = 0;
        int kind = -1;
        for (int i = 0; i < text.length(); ) {
            int next = Clusters.next(text, i);
            int now = kind(text.codePointAt(i));
            if (now != kind) {
                if (at > column) {
                    break;
                }
                from = at;
                kind = now;
            }
            at += Columns.ofCluster(text, i, next);
            i = next;
        }
        return column >= at ? new Span(at, at) : new Span(from, at);
    }

    private static int kind(int point) {
        return Character.isWhitespace(point)
                ? 0
                : Character.isLetterOrDigit(point) || "_-./~@+%#".indexOf(point) >= 0 ? 1 : 2;
    }
}
