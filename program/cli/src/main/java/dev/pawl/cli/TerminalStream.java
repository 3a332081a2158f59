package dev.pawl.cli;

import dev.pawl.tui.text.Untrusted;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A stream in UTF-8 whose texts do nothing to a terminal: escape sequences in names, answers and messages are taken out.
 *
 * <p>In a pipe or a file they stay as they are. Bytes ({@link #write(byte[], int, int)}) are never changed.
 */
class TerminalStream extends PrintStream {
    private final String which;

    /** {@code which} names the stream as {@link Terminal} does; whether it is a terminal is asked when a text is printed. */
    TerminalStream(OutputStream out, boolean flushing, String which) {
        super(out, flushing, StandardCharsets.UTF_8);
        this.which = which;
    }

    /** All other methods that print or append texts end here. */
    @Override
    public void print(@Nullable String text) {
        super.print(text != null && Terminal.is(which) ? Untrusted.text(text) : text);
    }
}
