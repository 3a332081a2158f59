package dev.pawl.tools.shell;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the mark of a supervisor out of a command's output.
 *
 * <p>The supervisor writes it behind all that the command wrote, with the exit code: only what a program that the command left
 * behind writes can follow. Neither silence nor the end of a process shows that output has arrived, on a machine that is busy.
 */
final class EndMark implements Consumer<byte[]> {
    private static final byte SEPARATOR = 0x1e;
    /** Of an exit code, and the separator behind it. */
    private static final int LONGEST_CODE = 4;

    private final byte[] start;
    private final Consumer<byte[]> output;
    private byte[] held = new byte[0];
    private volatile @Nullable Integer code;

    /** @param mark the value of {@link ProcessTree#MARK} */
    EndMark(String mark, Consumer<byte[]> output) {
        this.start = ((char) SEPARATOR + mark + " ").getBytes(StandardCharsets.UTF_8);
        this.output = output;
    }

    /** Returns the exit code of the command; null as long as the mark has not come. */
    @Nullable
    Integer code() {
        return code;
    }

    /** Passes on all but the mark, and a beginning of it, which is held until the next bytes show what it is. */
    @Override
    public void accept(byte[] chunk) {
        if (code != null || (held.length == 0 && nextSeparator(chunk, 0) < 0)) {
            output.accept(chunk);
            return;
        }
        var bytes = joined(held, chunk);
        held = new byte[0];
        for (int at = nextSeparator(bytes, 0); at >= 0; at = nextSeparator(bytes, at + 1)) {
            if (isStart(bytes, at) && takeMark(bytes, at)) {
                return;
            }
        }
        output.accept(bytes);
    }

    /** Returns whether a mark, or as much of one as there is, is here; if so, all bytes are passed on or held. */
    private boolean takeMark(byte[] bytes, int at) {
        int digits = at + start.length;
        int end = digits;
        while (end < bytes.length && bytes[end] >= '0' && bytes[end] <= '9') {
            end++;
        }
        if (end < bytes.length && (bytes[end] != SEPARATOR || end == digits || end - digits >= LONGEST_CODE)) {
            return false;
        }
        pass(bytes, 0, at);
        if (end >= bytes.length) {
            held = Arrays.copyOfRange(bytes, at, bytes.length);
            return true;
        }
        code = Integer.valueOf(new String(bytes, digits, end - digits, StandardCharsets.US_ASCII));
        pass(bytes, end + 1, bytes.length);
        return true;
    }

    private boolean isStart(byte[] bytes, int at) {
        for (int i = 0; i < start.length && at + i < bytes.length; i++) {
            if (bytes[at + i] != start[i]) {
                return false;
            }
        }
        return true;
    }

    private static int nextSeparator(byte[] bytes, int from) {
        for (int at = from; at < bytes.length; at++) {
            if (bytes[at] == SEPARATOR) {
                return at;
            }
        }
        return -1;
    }

    private void pass(byte[] bytes, int from, int to) {
        if (from < to) {
            output.accept(Arrays.copyOfRange(bytes, from, to));
        }
    }

    private static byte[] joined(byte[] first, byte[] second) {
        var all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    /** No mark will come any more: what was held is output. */
    void end() {
        if (code == null && held.length > 0) {
            output.accept(held);
            held = new byte[0];
        }
    }
}
