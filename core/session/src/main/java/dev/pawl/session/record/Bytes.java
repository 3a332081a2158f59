package dev.pawl.session.record;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Reads a part of a file, whole or not at all. */
public final class Bytes {
    private Bytes() {}

    public static byte[] read(FileChannel channel, long from, int length) throws IOException {
        var bytes = new byte[length];
        var buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, from + buffer.position()) < 0) {
                throw new EOFException("the file ends at " + (from + buffer.position()) + ", inside an entry");
            }
        }
        return bytes;
    }
}
