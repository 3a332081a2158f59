package dev.pawl.screen;

import dev.pawl.testkit.terminal.VirtualTerminal;
import dev.pawl.testkit.terminal.VirtualTerminal.Cell;
import java.util.List;

/** A picture of a terminal, made from its cells. */
final class Screenshot {
    private static final double CELL = 8.4;
    private static final int LINE = 18;
    private static final int EDGE = 12;
    private static final Look DARK = new Look(
            "#1e1e24",
            "#d4d4d4",
            List.of(
                    "#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5", "#666666",
                    "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff"));
    private static final Look LIGHT = new Look(
            "#fbfbf8",
            "#333333",
            List.of(
                    "#000000", "#cd3131", "#107c10", "#949800", "#0451a5", "#bc05bc", "#0598bc", "#555555", "#666666",
                    "#cd3131", "#14ce14", "#b5ba00", "#0451a5", "#bc05bc", "#0598bc", "#a5a5a5"));

    private final StringBuilder svg = new StringBuilder();
    private final Look look;

    private Screenshot(Look look) {
        this.look = look;
    }

    /** The colours of a terminal: where programs set none, and the first sixteen. */
    private record Look(String paper, String ink, List<String> sixteen) {}

    /** A picture among others: what a terminal shows now. */
    record Tile(List<List<Cell>> cells, List<Integer> cursor, boolean light, String title) {
        static Tile of(VirtualTerminal terminal, boolean light, String title) {
            return new Tile(terminal.cells(), terminal.cursor(), light, title);
        }
    }

    static String svg(VirtualTerminal terminal) {
        return new Screenshot(DARK).draw(terminal.cells(), terminal.cursor(), "");
    }

    /** Pictures of terminals of the same size, in rows of so many. */
    static String table(List<Tile> tiles, int columns) {
        var size = tiles.getFirst().cells();
        double width = width(size.getFirst().size());
        int height = height(size.size());
        int rows = (tiles.size() + columns - 1) / columns;
        var all = new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 "
                + number(columns * (width + EDGE)) + " " + rows * (height + 2 * LINE) + "\">\n");
        for (int i = 0; i < tiles.size(); i++) {
            var tile = tiles.get(i);
            double x = i % columns * (width + EDGE);
            int y = i / columns * (height + 2 * LINE);
            all.append("<text x=\"" + number(x + EDGE) + "\" y=\"" + (y + LINE) + "\" fill=\"#808080\""
                    + " font-family=\"sans-serif\" font-size=\"14\">" + tile.title() + "</text>\n");
            var place = " x=\"" + number(x) + "\" y=\"" + (y + LINE + EDGE / 2) + "\" width=\"" + number(width)
                    + "\" height=\"" + height + "\"";
            all.append(new Screenshot(tile.light() ? LIGHT : DARK).draw(tile.cells(), tile.cursor(), place));
        }
        return all.append("</svg>\n").toString();
    }

    private static double width(int columns) {
        return columns * CELL + 2 * EDGE;
    }

    private static int height(int rows) {
        return rows * LINE + 2 * EDGE;
    }

    private String draw(List<List<Cell>> lines, List<Integer> cursor, String place) {
        double width = width(lines.getFirst().size());
        int height = height(lines.size());
        svg.append(
                "<svg" + place + " xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(width) + " " + height
                        + "\" font-family=\"ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono',"
                        + " monospace\" font-size=\"14\" shape-rendering=\"crispEdges\">\n"
                        + "<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\""
                        + look.paper() + "\"/>\n");
        for (int row = 0; row < lines.size(); row++) {
            var cells = lines.get(row);
            int from = 0;
            for (int to = 1; to <= cells.size(); to++) {
                if (to == cells.size()
                        || !cells.get(to).style().equals(cells.get(from).style())) {
                    run(cells, row, from, to);
                    from = to;
                }
            }
        }
        if (!cursor.isEmpty()) {
            rectangle(cursor.get(1), cursor.get(0), 1, look.ink());
        }
        return svg.append("</svg>\n").toString();
    }

    /** Cells next to each other that look the same. */
    private void run(List<Cell> cells, int row, int from, int to) {
        var style = Style.of(cells.get(from).style(), look);
        if (!style.paper.equals(look.paper())) {
            rectangle(from, row, to - from, style.paper);
        }
        // Not every viewer keeps spaces: those at both ends are left out, the others do not break.
        int first = from;
        int end = to;
        while (first < end && cells.get(first).text().isBlank()) {
            first++;
        }
        while (first < end && cells.get(end - 1).text().isBlank()) {
            end--;
        }
        if (first == end) {
            return;
        }
        var text = new StringBuilder();
        cells.subList(first, end).forEach(cell -> text.append(still(cell.text())));
        svg.append("<text x=\"" + number(EDGE + first * CELL) + "\" y=\"" + (EDGE + row * LINE + 13) + "\" fill=\""
                + style.ink + "\" textLength=\"" + number((end - first) * CELL) + "\"" + style.more + ">"
                + text.toString().replace(' ', '\u00a0').replace("&", "&amp;").replace("<", "&lt;") + "</text>\n");
    }

    /** What turns while one waits stands still in a picture. */
    private static String still(String text) {
        return !text.isEmpty() && text.codePointAt(0) > 0x2800 && text.codePointAt(0) < 0x2900 ? "⠹" : text;
    }

    private void rectangle(int column, int row, int columns, String colour) {
        svg.append("<rect x=\"" + number(EDGE + column * CELL) + "\" y=\"" + (EDGE + row * LINE) + "\" width=\""
                + number(columns * CELL) + "\" height=\"" + LINE + "\" fill=\"" + colour + "\"/>\n");
    }

    private static String number(double value) {
        return String.valueOf(Math.round(value * 10) / 10.0);
    }

    /** Colours, and what else there is to a text, from the codes that a terminal is sent. */
    private record Style(String ink, String paper, String more) {
        static Style of(String codes, Look look) {
            var ink = look.ink();
            var paper = look.paper();
            var more = new StringBuilder();
            boolean turned = false;
            int end = codes.indexOf('m');
            var words = end < 0 ? new String[0] : codes.substring(2, end).split(";", -1);
            for (int i = 0; i < words.length; i++) {
                int code = words[i].isEmpty() ? 0 : Integer.parseInt(words[i]);
                if (code == 38 || code == 48) {
                    boolean isTrue = words[i + 1].equals("2");
                    var colour = isTrue ? rgb(words, i + 2) : indexed(Integer.parseInt(words[i + 2]), look);
                    i += isTrue ? 4 : 2;
                    ink = code == 38 ? colour : ink;
                    paper = code == 48 ? colour : paper;
                } else if (code >= 30 && code <= 37) {
                    ink = look.sixteen().get(code - 30);
                } else if (code >= 90 && code <= 97) {
                    ink = look.sixteen().get(code - 82);
                } else if (code >= 40 && code <= 47) {
                    paper = look.sixteen().get(code - 40);
                } else if (code >= 100 && code <= 107) {
                    paper = look.sixteen().get(code - 92);
                }
                turned |= code == 7;
                more.append(
                        switch (code) {
                            case 1 -> " font-weight=\"bold\"";
                            case 2 -> " opacity=\"0.6\"";
                            case 3 -> " font-style=\"italic\"";
                            case 4 -> " text-decoration=\"underline\"";
                            case 9 -> " text-decoration=\"line-through\"";
                            default -> "";
                        });
            }
            return turned ? new Style(paper, ink, more.toString()) : new Style(ink, paper, more.toString());
        }

        private static String rgb(String[] words, int at) {
            var colour = new StringBuilder("#");
            for (int i = at; i < at + 3; i++) {
                colour.append(Character.forDigit(Integer.parseInt(words[i]) >> 4, 16))
                        .append(Character.forDigit(Integer.parseInt(words[i]) & 15, 16));
            }
            return colour.toString();
        }

        private static String indexed(int index, Look look) {
            if (index < 16) {
                return look.sixteen().get(index);
            }
            int cube = index - 16;
            int grey = 8 + (index - 232) * 10;
            return index < 232
                    ? rgb(new String[] {step(cube / 36), step(cube / 6 % 6), step(cube % 6)}, 0)
                    : rgb(new String[] {"" + grey, "" + grey, "" + grey}, 0);
        }

        private static String step(int of) {
            return String.valueOf(of == 0 ? 0 : 55 + of * 40);
        }
    }
}
