package dev.pawl.tui.text;

/** The mark a component leaves in a line where the terminal's cursor is to stand. */
public final class Cursor {
    public static final String MARK = "\u001b_pi:c\u0007";

    private Cursor() {}
}
