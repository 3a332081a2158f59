package dev.pawl.tui.text;

/** Takes the columns between two bounds out of a line. */
final class Slicing {
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
