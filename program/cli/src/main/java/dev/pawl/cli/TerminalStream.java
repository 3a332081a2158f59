package dev.pawl.cli;

import dev.pawl.tui.text.Untrusted;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A stream in UTF-8 whose texts do nothing to a terminal: escape sequences in names, answers and messages are taken out.
 *
 * <p>In a pipe or a file they stay as they are. Bytes ({@link #write(byte[], int, int)}) are never changed.
 */
class TerminalStream extends PrintStream {
    private final BooleanSupplier terminal;

    /** @param terminal whether it leads to a terminal, asked when a text is printed */
    TerminalStream(OutputStream out, boolean flushing, BooleanSupplier terminal) {
        super(out, flushing, StandardCharsets.UTF_8);
        this.terminal = terminal;
    }

    /** All other methods that print or append texts end here. */
    @Override
    public void print(@Nullable String text) {
        super.print(text != null && terminal.getAsBoolean() ? Untrusted.text(text) : text);
    }

    @Override
    public void print(char[] text) {
        print(String.valueOf(text));
    }

    @Override
    public void print(char text) {
        print(String.valueOf(text));
    }

    @Override
    public void print(@Nullable Object value) {
        print(String.valueOf(value));
    }
}
