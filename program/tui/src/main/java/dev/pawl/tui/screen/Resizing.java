package dev.pawl.tui.screen;

import org.jspecify.annotations.Nullable;

/**
 * The time between a change of the window's size and the drawing that fits it. While the user drags the edge, drawing
 * waits for a pause; among the shell's lines it waits for the terminal's report of where Pawl's lines are now.
 */
final class Resizing {
    private static final long REST = 30_000_000;

    /** How long a terminal has to report where the cursor is, as long as it has never reported it. */
    private static final long FIRST_ANSWER = 150_000_000;

    /** How long a terminal has that reported it before: what is drawn without the answer may be in the wrong place. */
    private static final long ANSWER = 2_000_000_000;

    private final EventLoop loop;
    private final Keyboard keyboard;
    private final Frame frame;
    private final Tui.Mode mode;
    private final Runnable draw;
    private EventLoop.@Nullable Timed pending;
    private boolean answered;

    Resizing(EventLoop loop, Keyboard keyboard, Frame frame, Tui.Mode mode, Runnable draw) {
        this.loop = loop;
        this.keyboard = keyboard;
        this.frame = frame;
        this.mode = mode;
        this.draw = draw;
    }

    /** Returns whether drawing has to wait, because the size changes or has changed before the terminal reported it. */
    boolean holdsBack() {
        if (pending == null && frame.isMoved()) {
            begin();
        }
        return pending != null;
    }

    /** The terminal has moved things about. */
    void begin() {
        frame.startOver(Frame.Redraw.IN_PLACE);
        later(REST, mode == Tui.Mode.REGULAR ? this::locate : this::settle);
    }

    private void locate() {
        later(answered ? ANSWER : FIRST_ANSWER, this::settle);
        var size = frame.terminalSize();
        keyboard.askCursor(line -> {
            answered = true;
            if (pending == null) {
                return;
            }
            if (frame.terminalSize().equals(size)) {
                frame.cursorIsAt(line);
                settle();
            } else {
                begin();
            }
        });
    }

    private void later(long nanos, Runnable then) {
        if (pending != null) {
            loop.cancel(pending);
        }
        pending = loop.at(System.nanoTime() + nanos, then);
    }

    /** Draws with what is known. */
    void settle() {
        if (pending != null) {
            loop.cancel(pending);
            pending = null;
        }
        draw.run();
    }
}
