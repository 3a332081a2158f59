package dev.pawl.bench;

import dev.pawl.tui.terminal.Capabilities;
import dev.pawl.tui.terminal.Terminal;

/** A terminal of 120 by 40 that takes everything and shows nothing. */
@SuppressWarnings("NullAway.Init") // A screen opens it before anything is typed.
final class DeafTerminal implements Terminal {
    private Listener listener;
    private volatile long written;

    /** Types something. */
    void input(byte[] bytes) {
        listener.input(bytes);
    }

    /** The length of what was written last. */
    long written() {
        return written;
    }

    @Override
    public int columns() {
        return 120;
    }

    @Override
    public int rows() {
        return 40;
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.PLAIN;
    }

    @Override
    public void open(String enter, String leave, Listener given) {
        listener = given;
    }

    @Override
    public void write(String text) {
        written = text.length();
    }

    @Override
    public void release() {}

    @Override
    public void reclaim() {}

    @Override
    public void stopProcess() {}

    @Override
    public void close() {}
}
