package dev.pawl.cli;

import dev.pawl.tui.text.Untrusted;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** One line that shows what takes so long, and is gone afterwards. Nothing where there is no terminal. */
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
            erase();
            err.print(Untrusted.line(what) + "…");
            err.flush();
            shown = true;
        }
    }

    public void clear() {
        if (shown) {
            erase();
            err.flush();
            shown = false;
        }
    }

    /** As bytes, for a text on a terminal loses such sequences. */
    private void erase() {
        err.writeBytes("\r\u001b[K".getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() {
        clear();
    }
}
