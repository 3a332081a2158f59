package dev.pawl.tools.shell;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
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

    /** The exit code of the command; null as long as the mark has not come. */
    @Nullable
    Integer code() {
        return code;
    }

    /** Passes on all but the mark, and a beginning of it, which is held until the next bytes show what it is. */
    @Override
    public void accept(byte[] chunk) {
        if (code != null) {
            output.accept(chunk);
            return;
        }
        var bytes = joined(held, chunk, 0, chunk.length);
        held = new byte[0];
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] == SEPARATOR && isStart(bytes, at)) {
                if (takeMark(bytes, at)) {
                    return;
                }
            }
        }
        pass(bytes, 0, bytes.length);
    }

    /** Whether a mark, or as much of one as there is, stands here; if so, all bytes are passed on or held. */
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
            held = joined(new byte[0], bytes, at, bytes.length - at);
            return true;
        }
        code = Integer.valueOf(new String(bytes, digits, end - digits, StandardCharsets.US_ASCII));
        pass(bytes, end + 1, bytes.length - end - 1);
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

    private void pass(byte[] bytes, int from, int length) {
        if (length > 0) {
            output.accept(joined(new byte[0], bytes, from, length));
        }
    }

    private static byte[] joined(byte[] first, byte[] second, int from, int length) {
        var all = new ByteArrayOutputStream(first.length + length);
        all.writeBytes(first);
        all.write(second, from, length);
        return all.toByteArray();
    }

    /** No mark will come any more: what was held is output. */
    void end() {
        if (code == null && held.length > 0) {
            output.accept(held);
            held = new byte[0];
        }
    }
}
