package dev.pawl.tui.screen;

/** Receives selections and clicks. Called on the screen's thread. */
public interface MouseListener {
    /** Copies a text that was selected. */
    void copy(String text);

    /** Opens the address of a link. */
    void open(String address);

    /** The character at this place of a line was clicked, which is not a link; whether it was something to open. */
    boolean open(String line, int place);
}
