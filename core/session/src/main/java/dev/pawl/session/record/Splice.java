package dev.pawl.session.record;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;

/** Copies a file and puts other bytes in some places; all others stay what they are. */
final class Splice {
    private final FileChannel from;
    private final FileChannel to;
    private long copied;

    Splice(FileChannel from, FileChannel to) {
        this.from = from;
        this.to = to;
    }

    /** Puts a text in place of some bytes. Places come in the order of the file. */
    void replace(long start, long end, String text) throws IOException {
        copyTo(start);
        var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            to.write(bytes);
        }
        copied = end;
    }

    /** Copies what is left up to the end of the file. */
    void copyTo(long end) throws IOException {
        while (copied < end) {
            long n = from.transferTo(copied, end - copied, to);
            if (n <= 0) {
                throw new EOFException("the file became shorter while it was copied");
            }
            copied += n;
        }
    }
}
