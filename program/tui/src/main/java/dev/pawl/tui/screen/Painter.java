package dev.pawl.tui.screen;

import dev.pawl.tui.text.Columns;
import java.util.ArrayList;
import java.util.List;

/**
 * Knows what is on the screen and writes only what differs.
 *
 * <p>All movement is relative to the first line it drew: where on the screen that is, only the terminal knows, because
 * the shell had it before. Lines that no longer fit scroll away at the top into the terminal's own memory.
 */
final class Painter {
    private final Images images;
    private final StringBuilder out = new StringBuilder();
    private final List<String> shown = new ArrayList<>();
    private int row;

    Painter(Images images) {
        this.images = images;
    }

    /** How many lines stand on the screen. */
    int size() {
        return shown.size();
    }

    /** Clears a screen that belongs to Pawl alone, and starts over at its top. */
    void clear() {
        out.append("\u001b[2J\u001b[H");
        forget();
    }

    /** Clears the screen and the terminal's memory, and starts over at the top; tmux moves what it clears into its memory. */
    void erase() {
        out.append("\u001b[H\u001b[2J\u001b[3J");
        forget();
    }

    /**
     * Takes away what stands from so many lines above the cursor on, and starts over there; nothing above is touched.
     */
    void rewind(int up) {
        out.append('\r');
        if (up > 0) {
            out.append("\u001b[").append(up).append('A');
        }
        // From the second line on: a screen that is cleared from its first line on goes into the memory of tmux.
        out.append("\u001b[K\u001b7\u001b[B\u001b[J\u001b8");
        forget();
    }

    /** The line in which the cursor stands. */
    int row() {
        return row;
    }

    /** Starts over where the cursor is. */
    void forget() {
        shown.clear();
        row = 0;
    }

    /** Writes a line in place of the one that is there. */
    void set(int at, String line, int columns) {
        if (!shown.get(at).equals(line)) {
            moveTo(at);
            write(line, columns);
            shown.set(at, line);
        }
    }

    /** Adds a line below; with no room left, the first one scrolls away. */
    void add(String line, int columns, int rows) {
        if (!shown.isEmpty()) {
            moveTo(shown.size() - 1);
            out.append("\r\n");
            row = shown.size();
        }
        write(line, columns);
        shown.add(line);
        if (shown.size() > rows) {
            shown.removeFirst();
            row--;
        }
    }

    /** Takes the lines from here on off the screen. */
    void cut(int from) {
        if (from < shown.size()) {
            moveTo(from);
            out.append("\r\u001b[J");
            shown.subList(from, shown.size()).clear();
            if (from > 0) {
                moveTo(from - 1);
            }
        }
    }

    void cursor(int at, int column) {
        moveTo(at);
        out.append('\r');
        if (column > 0) {
            out.append("\u001b[").append(column).append('C');
        }
    }

    /** Returns what is to be written, and starts over. */
    String take() {
        var text = out.toString();
        out.setLength(0);
        return text;
    }

    boolean isEmpty() {
        return out.isEmpty();
    }

    void raw(String sequence) {
        out.append(sequence);
    }

    private void write(String line, int columns) {
        out.append('\r').append(images.resolve(line, row));
        if (Columns.of(line) < columns) {
            out.append("\u001b[K");
        }
    }

    private void moveTo(int at) {
        if (at < row) {
            out.append("\u001b[").append(row - at).append('A');
        } else if (at > row) {
            out.append("\u001b[").append(at - row).append('B');
        }
        row = at;
    }
}
