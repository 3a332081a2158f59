package dev.pawl.testkit.terminal;

import dev.pawl.tui.text.Pen;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Does what a terminal does with the characters it is sent, as far as Pawl uses it. */
final class Emulator {
    private final Set<String> modes = new HashSet<>(Set.of("?25", "?7"));
    private final StringBuilder reply = new StringBuilder();
    private final Pen pen = new Pen();
    private final Set<String> strangers = new TreeSet<>();
    private Grid main;
    private Grid alternate;
    private String title = "";

    /** What it answers to the query of a colour. */
    final Map<String, String> colours = new ConcurrentHashMap<>();

    boolean takesReports;
    private String rest = "";
    private int savedRow;
    private int savedColumn;

    Emulator(int columns, int rows) {
        main = new Grid(columns, rows, true);
        alternate = new Grid(columns, rows, false);
    }

    Grid grid() {
        return modes.contains("?1049") ? alternate : main;
    }

    Set<String> modes() {
        return modes;
    }

    /** What was sent that is not on the list of allowed sequences, readable. */
    Set<String> strangers() {
        return strangers;
    }

    private static String readable(String sequence) {
        var out = new StringBuilder();
        sequence.chars()
                .limit(60)
                .forEach(c -> out.append(c >= ' ' && c <= '~' ? String.valueOf((char) c) : "\\u%04x".formatted(c)));
        return out.toString();
    }

    String title() {
        return title;
    }

    String takeReply() {
        var text = reply.toString();
        reply.setLength(0);
        return text;
    }

    void resize(int columns, int rows) {
        main = main.resized(columns, rows);
        alternate = alternate.resized(columns, rows);
    }

    void write(String more) {
        var text = rest + more;
        rest = "";
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '\u001b') {
                int end = end(text, i);
                if (end < 0) {
                    rest = text.substring(i);
                    return;
                }
                sequence(text.substring(i, end));
                i = end;
            } else if (c < ' ' || c == 0x7F) {
                control(c);
                i++;
            } else {
                i = grid().put(text, i, pen);
            }
        }
    }

    private static int end(String text, int from) {
        if (from + 1 >= text.length()) {
            return -1;
        }
        char kind = text.charAt(from + 1);
        if (kind == '[') {
            for (int i = from + 2; i < text.length(); i++) {
                if (text.charAt(i) >= 0x40) {
                    return i + 1;
                }
            }
            return -1;
        }
        if (kind != ']' && kind != '_' && kind != 'P' && kind != '^' && kind != 'X') {
            return from + 2;
        }
        for (int i = from + 2; i < text.length(); i++) {
            if (text.charAt(i) == '\u0007' && kind != 'P') {
                return i + 1;
            }
            if (text.charAt(i) == '\u001b' && i + 1 < text.length()) {
                if (kind != 'P' || text.charAt(i + 1) == '\\') {
                    return i + 2;
                }
                i++;
            }
        }
        return -1;
    }

    private void control(char c) {
        if (!AllowedSequences.allows(c)) {
            strangers.add(readable(String.valueOf(c)));
        }
        var grid = grid();
        switch (c) {
            case '\n' -> grid.lineFeed();
            case '\r' -> grid.moveTo(grid.row, 0);
            case '\b' -> grid.moveTo(grid.row, grid.column - 1);
            case '\t' -> grid.moveTo(grid.row, (grid.column / 8 + 1) * 8);
            default -> {}
        }
    }

    private void sequence(String text) {
        if (!AllowedSequences.allows(text)) {
            strangers.add(readable(text));
        }
        if (text.charAt(1) == ']') {
            if (colours.containsKey(text)) {
                reply.append(text.replace("?", "rgb:" + colours.get(text)));
            } else if (text.startsWith("\u001b]7501;?") && takesReports) {
                reply.append("\u001b]7501;?1\u001b\\");
            } else if (text.startsWith("\u001b]8;")) {
                pen.take(text, 0, text.length());
            } else if (text.startsWith("\u001b]0;") || text.startsWith("\u001b]2;")) {
                title = text.substring(4, text.length() - (text.endsWith("\\") ? 2 : 1));
            }
        } else if (text.charAt(1) == '7') {
            savedRow = grid().row;
            savedColumn = grid().column;
        } else if (text.charAt(1) == '8') {
            grid().moveTo(savedRow, savedColumn);
        } else if (text.charAt(1) == '[') {
            control(text.substring(2, text.length() - 1), text.charAt(text.length() - 1), text);
        }
    }

    private void control(String arguments, char kind, String whole) {
        var grid = grid();
        boolean plain = arguments.isEmpty() || arguments.charAt(0) < '<' || arguments.charAt(0) > '?';
        if (!plain) {
            special(arguments, kind);
            return;
        }
        int first = argument(arguments, 0, 0);
        int count = Math.max(1, first);
        switch (kind) {
            case 'A' -> grid.moveTo(grid.row - count, grid.column);
            case 'B' -> grid.moveTo(grid.row + count, grid.column);
            case 'C' -> grid.moveTo(grid.row, grid.column + count);
            case 'D' -> grid.moveTo(grid.row, grid.column - count);
            case 'G' -> grid.moveTo(grid.row, count - 1);
            case 'H', 'f' -> grid.moveTo(count - 1, Math.max(1, argument(arguments, 1, 1)) - 1);
            case 'J' -> grid.eraseScreen(first);
            case 'K' -> grid.eraseLine(first);
            case 'm' -> pen.take(whole, 0, whole.length());
            case 'n' -> reply.append(first == 6 ? "\u001b[" + (grid.row + 1) + ';' + (grid.column + 1) + 'R' : "");
            case 'c' -> reply.append("\u001b[?62c");
            default -> {}
        }
    }

    private void special(String arguments, char kind) {
        switch (kind) {
            case 'h', 'l' -> {
                for (var mode : arguments.substring(1).split(";")) {
                    switchMode("?" + mode, kind == 'h');
                }
            }
            case 'u' -> {
                if (arguments.charAt(0) == '>') {
                    modes.add("kitty");
                } else if (arguments.charAt(0) == '<') {
                    modes.remove("kitty");
                }
            }
            default -> {}
        }
    }

    private void switchMode(String mode, boolean on) {
        if (on) {
            modes.add(mode);
        } else {
            modes.remove(mode);
        }
        main.wraps = modes.contains("?7");
        alternate.wraps = modes.contains("?7");
    }

    private static int argument(String arguments, int index, int otherwise) {
        var parts = arguments.split(";", -1);
        return index < parts.length && !parts[index].isEmpty() ? Integer.parseInt(parts[index]) : otherwise;
    }
}
