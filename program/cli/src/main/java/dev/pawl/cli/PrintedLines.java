package dev.pawl.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Takes what hooks and libraries print while a screen is there, line by line, for it would get between its lines.
 *
 * <p>Closing it gives the streams back.
 */
public final class PrintedLines extends OutputStream {
    private static final int LONGEST = 10_000;

    private final Consumer<String> listener;
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final byte[] line = new byte[LONGEST];
    private int length;

    private PrintedLines(Consumer<String> listener) {
        this.listener = listener;
    }

    public static PrintedLines to(Consumer<String> listener) {
        var lines = new PrintedLines(listener);
        var stream = new PrintStream(lines, true, StandardCharsets.UTF_8);
        System.setOut(stream);
        System.setErr(stream);
        return lines;
    }

    @Override
    public void write(int b) {
        String whole;
        synchronized (this) {
            if (b != '\n' && length < LONGEST) {
                line[length++] = (byte) b;
                return;
            }
            whole = new String(line, 0, length, StandardCharsets.UTF_8);
            length = 0;
        }
        if (!whole.isBlank()) {
            listener.accept(whole);
        }
    }

    @Override
    public void close() {
        System.setOut(out);
        System.setErr(err);
    }
}
