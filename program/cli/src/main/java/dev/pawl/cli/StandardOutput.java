package dev.pawl.cli;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The stream of answers, in UTF-8, which remembers why something could not be written. */
public final class StandardOutput extends TerminalStream {
    /** So much is written to a pipe at once or not at all; of more, a part may have been written when writing fails. */
    private static final int PIECE = 4_096;

    private final Target target;

    private StandardOutput(Target target) {
        super(new BufferedOutputStream(target), false, Terminal::hasOutput);
        this.target = target;
    }

    public static StandardOutput to(OutputStream out) {
        return new StandardOutput(new Target(out, () -> false));
    }

    /** To a descriptor of the process, which others may share. */
    static StandardOutput to(OutputStream out, Descriptor descriptor) {
        return new StandardOutput(new Target(out, descriptor::makeBlocking));
    }

    /** Why something was not written; null if all was, or if the reader has gone and wants nothing more. */
    public static @Nullable String problem(PrintStream out) {
        return out instanceof StandardOutput own && own.checkError() ? own.target.problem() : null;
    }

    /** Where the bytes go. */
    private static final class Target extends FilterOutputStream {
        private final BooleanSupplier waitsNow;
        private volatile @Nullable IOException failure;

        /** @param waitsNow whether a write failed because it was not to wait, and will wait from now on */
        Target(OutputStream out, BooleanSupplier waitsNow) {
            super(out);
            this.waitsNow = waitsNow;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            for (int at = from; at < from + length; at += PIECE) {
                writePiece(bytes, at, Math.min(PIECE, from + length - at));
            }
        }

        private void writePiece(byte[] bytes, int from, int length) throws IOException {
            while (true) {
                try {
                    out.write(bytes, from, length);
                    return;
                } catch (IOException e) {
                    if (!waitsNow.getAsBoolean()) {
                        failure = e;
                        throw e;
                    }
                }
            }
        }

        @Nullable
        String problem() {
            var first = failure;
            if (first == null) {
                return null;
            }
            var why = String.valueOf(first.getMessage());
            return switch (why.toLowerCase(Locale.ROOT)) {
                case "broken pipe" -> null;
                case "bad file descriptor" -> "standard output is closed";
                default -> "standard output cannot be written to (" + why + ")";
            };
        }
    }
}
