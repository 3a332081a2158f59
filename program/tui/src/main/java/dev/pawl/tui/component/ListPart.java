package dev.pawl.tui.component;

/** The items of a list that are drawn: those around the selected one. */
public record ListPart(int first, int end) {
    /**
     * As many items as fit, with the selected one in the middle where that is possible.
     *
     * @param most how many items are shown at most
     * @param rows how many lines there are for the items and, if some are left out, for a line that counts them
     */
    public static ListPart around(int selected, int size, int most, int rows) {
        int room = size <= Math.min(most, rows) ? size : Math.min(most, Math.max(1, rows - 1));
        int first = Math.clamp(selected - room / 2, 0, Math.max(0, size - room));
        return new ListPart(first, Math.min(size, first + room));
    }

    public int count() {
        return end - first;
    }
}
