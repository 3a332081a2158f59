package dev.pawl.tui.mouse;

/**
 * How the mouse behaves on a screen of our own.
 *
 * @param wheelLines lines that one turn of the wheel moves; 0 goes by how fast it is turned
 * @param steadyWheel whether the terminal itself speeds the wheel up, so that one event is one line
 */
public record MouseOptions(Scrollbar scrollbar, boolean copyOnSelect, int wheelLines, boolean steadyWheel) {
    public static final MouseOptions USUAL = new MouseOptions(Scrollbar.AUTO, true, 0, false);

    private static final int SLOW = 3;
    private static final int FAST = 6;
    private static final int FARTHER = 5;
    private static final long SPIN = 40_000_000;

    /** When a scrollbar is shown. */
    public enum Scrollbar {
        /** While the end is out of sight. */
        AUTO,
        /** Whenever there is more than fits. */
        ALWAYS,
        HIDDEN
    }

    /** How many lines a turn of the wheel moves, so long after the one before it. */
    public int lines(MouseEvent turn, long sinceLast) {
        int lines = wheelLines > 0 ? wheelLines : steadyWheel ? 1 : sinceLast < SPIN ? FAST : SLOW;
        return turn.alt() ? FARTHER * lines : lines;
    }
}
