package dev.pawl.cli;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The stream of answers, in UTF-8, which remembers why something could not be written. */
public final class StandardOutput extends TerminalStream {
    private final Target target;

    private StandardOutput(Target target) {
        super(new BufferedOutputStream(target), false, Terminal::hasOutput);
        this.target = target;
    }

    public static StandardOutput to(OutputStream out) {
        return new StandardOutput(new Target(out));
    }

    /** Why something was not written; null if all was, or if the reader has gone and wants nothing more. */
    public static @Nullable String problem(PrintStream out) {
        return out instanceof StandardOutput own && own.checkError() ? own.target.problem() : null;
    }

    /** Where the bytes go. */
    private static final class Target extends FilterOutputStream {
        private volatile @Nullable IOException failure;

        Target(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                out.write(bytes, from, length);
            } catch (IOException e) {
                failure = e;
                throw e;
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
