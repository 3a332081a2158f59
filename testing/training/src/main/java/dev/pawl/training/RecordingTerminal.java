package dev.pawl.training;

import dev.pawl.tui.terminal.Capabilities;
import dev.pawl.tui.terminal.ColorDepth;
import dev.pawl.tui.terminal.ImageProtocol;
import dev.pawl.tui.terminal.Terminal;
import dev.pawl.tui.text.Untrusted;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A terminal that keeps what is written to it instead of showing it, and is typed to by the program itself. */
final class RecordingTerminal implements Terminal {
    private static final String QUERY = "\u001b[c";
    private static final String REPLY = "\u001b[?62c";

    private final StringBuilder written = new StringBuilder();
    private @Nullable Listener listener;
    private boolean closed;

    /** Waits for a text that is written after the last typing; false if the terminal closes or the time is over. */
    synchronized boolean await(String text, int seconds) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!Untrusted.text(written.toString()).contains(text)) {
            long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            if (closed || left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    /** Types characters or the sequences of keys, and forgets what was written before. */
    void type(String keys) {
        synchronized (this) {
            written.setLength(0);
        }
        send(keys);
    }

    private void send(String keys) {
        var current = listener();
        if (current != null) {
            current.input(keys.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Reports that the window was closed. */
    void hangUp() {
        var current = listener();
        if (current != null) {
            current.ended();
        }
    }

    private synchronized @Nullable Listener listener() {
        return listener;
    }

    @Override
    public int columns() {
        return 100;
    }

    @Override
    public int rows() {
        return 30;
    }

    @Override
    public Capabilities capabilities() {
        return new Capabilities(ColorDepth.TRUE_COLOR, true, ImageProtocol.NONE);
    }

    @Override
    public void open(String enter, String leave, Listener newListener) {
        synchronized (this) {
            listener = newListener;
        }
        write(enter);
    }

    @Override
    public void write(String text) {
        synchronized (this) {
            written.append(text);
            notifyAll();
        }
        if (text.contains(QUERY)) {
            send(REPLY);
        }
    }

    @Override
    public void release() {}

    @Override
    public void reclaim() {}

    @Override
    public void stopProcess() {}

    @Override
    public synchronized void close() {
        listener = null;
        closed = true;
        notifyAll();
    }
}
