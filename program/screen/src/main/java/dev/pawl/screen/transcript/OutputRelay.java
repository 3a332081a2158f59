package dev.pawl.screen.transcript;

import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Hands pieces of output to the screen's thread, many as one when they come fast. */
public final class OutputRelay {
    private final Executor screen;
    private final Consumer<String> listener;
    private final StringBuilder waiting = new StringBuilder();

    public OutputRelay(Executor screen, Consumer<String> listener) {
        this.screen = screen;
        this.listener = listener;
    }

    public void write(String piece) {
        boolean first;
        synchronized (waiting) {
            first = waiting.isEmpty() && !piece.isEmpty();
            waiting.append(piece);
        }
        if (first) {
            screen.execute(this::handOver);
        }
    }

    private void handOver() {
        String all;
        synchronized (waiting) {
            all = waiting.toString();
            waiting.setLength(0);
        }
        listener.accept(all);
    }
}
