package dev.pawl.tools.shell;

import dev.pawl.base.secret.SecretFilter;
import java.util.function.Consumer;

/** Passes on the output of a command without the values of secrets, also of one that comes in two pieces. */
final class FilteredOutput implements Consumer<byte[]>, AutoCloseable {
    private final SecretFilter.Pieces pieces;
    private final Consumer<byte[]> output;

    FilteredOutput(SecretFilter filter, Consumer<byte[]> output) {
        this.pieces = filter.pieces();
        this.output = output;
    }

    @Override
    public synchronized void accept(byte[] piece) {
        pass(pieces.add(piece));
    }

    /** Passes on what may have been the beginning of a value. */
    @Override
    public synchronized void close() {
        pass(pieces.end());
    }

    private void pass(byte[] shown) {
        if (shown.length > 0) {
            output.accept(shown);
        }
    }
}
