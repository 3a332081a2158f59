package dev.pawl.tui.text;

import java.util.ArrayList;
import java.util.List;

/** Cuts, wraps and fills styled text by columns; every piece carries its own styles and leaves none behind. */
public final class Lines {
    private static final String TAB = "   ";

    private Lines() {}

    /** Breaks a text into lines of at most so many columns, between words where it can. */
    public static List<String> wrap(String text, int width) {
        return Wrapping.wrap(expand(text), Math.max(1, width));
    }

    /** Cuts a line that is too wide, so that it ends in the given mark. */
    public static String truncate(String line, int width, String mark) {
        if (width <= 0) {
            return "";
        }
        if (Columns.of(line) <= width) {
            return line;
        }
        int markWidth = Columns.of(mark);
        return markWidth >= width ? slice(mark, 0, width) : slice(line, 0, width - markWidth) + mark;
    }

    public static String truncate(String line, int width) {
        return truncate(line, width, "…");
    }

    /** Fills a line with spaces on its right. */
    public static String pad(String line, int width) {
        int missing = width - Columns.of(line);
        return missing <= 0 ? line : line + " ".repeat(missing);
    }

    /** Exactly so many columns: cut or filled. */
    public static String fit(String line, int width) {
        return pad(truncate(line, width), width);
    }

    /** The columns from one to another; a wide character that is cut in two becomes a space. */
    public static String slice(String line, int from, int to) {
        return Slicing.slice(line, from, to);
    }

    /** The line with the character at a column in exchanged colours, as a cursor is drawn. */
    public static String inverse(String line, int column) {
        int end = column + Math.max(1, Slicing.widthAt(line, column));
        return pad(slice(line, 0, column), column)
                + "\u001b[7m" + pad(slice(line, column, end), end - column) + "\u001b[27m"
                + slice(line, end, Integer.MAX_VALUE);
    }

    /** The line with the characters from one column to another in exchanged colours and no other style. */
    public static String inverse(String line, int from, int to) {
        return pad(slice(line, 0, from), from)
                + "\u001b[7m" + pad(plain(slice(line, from, to)), to - from) + "\u001b[27m"
                + slice(line, to, Integer.MAX_VALUE);
    }

    /** The characters of a line without styles and links. */
    public static String plain(String line) {
        if (line.indexOf('\u001b') < 0) {
            return line;
        }
        var out = new StringBuilder(line.length());
        for (int i = 0; i < line.length(); ) {
            if (Escapes.starts(line, i)) {
                i = Escapes.end(line, i);
            } else {
                out.append(line.charAt(i++));
            }
        }
        return out.toString();
    }

    /** Tabs as spaces. */
    public static String expand(String text) {
        return text.indexOf('\t') < 0 ? text : text.replace("\t", TAB);
    }

    /** The lines of a text, without their ends. */
    public static List<String> split(String text) {
        var lines = new ArrayList<String>();
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            lines.add(text.substring(from, end > from && text.charAt(end - 1) == '\r' ? end - 1 : end));
            from = end + 1;
        }
        lines.add(text.substring(from));
        return lines;
    }

    /** Takes the columns between two bounds out of a line. */
    private static final class Slicing {
        private final String line;
        private final int from;
        private final int to;
        private final Pen pen = new Pen();
        private final StringBuilder out = new StringBuilder();
        private boolean inside;

        private Slicing(String line, int from, int to) {
            this.line = line;
            this.from = from;
            this.to = to;
        }

        static String slice(String line, int from, int to) {
            return to <= from ? "" : new Slicing(line, Math.max(0, from), to).run();
        }

        /** How wide the character is that begins at a column; 0 if none does. */
        static int widthAt(String line, int at) {
            int column = 0;
            for (int i = 0; i < line.length() && column <= at; ) {
                if (Escapes.starts(line, i)) {
                    i = Escapes.end(line, i);
                    continue;
                }
                int end = Clusters.next(line, i);
                int width = Columns.ofCluster(line, i, end);
                if (column == at && width > 0) {
                    return width;
                }
                column += width;
                i = end;
            }
            return 0;
        }

        private String run() {
            int column = 0;
            int i = 0;
            while (i < line.length() && column < to) {
                if (Escapes.starts(line, i)) {
                    int end = Escapes.end(line, i);
                    pen.take(line, i, end);
                    if (inside && Escapes.isPawlMark(line, i, end)) {
                        out.append(line, i, end);
                    }
                    i = end;
                    continue;
                }
                int end = Clusters.next(line, i);
                int width = Columns.ofCluster(line, i, end);
                if (column >= from && column + width <= to) {
                    enter();
                    out.append(line, i, end);
                } else if (column + width > from) {
                    enter();
                    out.append(" ".repeat(Math.min(to, column + width) - Math.max(from, column)));
                }
                column += width;
                i = end;
            }
            return out.append(inside ? pen.off() : "").toString();
        }

        private void enter() {
            if (!inside) {
                inside = true;
                out.append(pen.on());
            }
        }
    }
}
