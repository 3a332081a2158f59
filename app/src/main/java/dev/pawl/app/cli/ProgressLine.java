package dev.pawl.app.cli;

import java.io.PrintStream;

/** One line that says what takes so long, and is gone afterwards. Nothing where nobody looks. */
public final class ProgressLine implements AutoCloseable {
    private final PrintStream err;
    private final boolean terminal;
    private boolean shown;

    public ProgressLine(PrintStream err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
    }

    public void show(String what) {
        if (terminal) {
            err.print("\r\u001b[K" + what + "…");
            err.flush();
            shown = true;
        }
    }

    public void clear() {
        if (shown) {
            err.print("\r\u001b[K");
            err.flush();
            shown = false;
        }
    }

    @Override
    public void close() {
        clear();
    }
}
