package dev.pawl.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.FileChannel;

/**
 * Standard input of the process, which can be closed while a thread waits for it.
 *
 * <p>At its end the JVM waits 300 ms for threads that it finds in a call of the system, such as a read of {@code System.in}
 * that nothing can end.
 */
final class EndableInput extends InputStream {
    private final FileChannel channel;
    private final Descriptor descriptor;

    /** @param descriptor the one that the channel reads, which others may share */
    EndableInput(FileChannel channel, Descriptor descriptor) {
        this.channel = channel;
        this.descriptor = descriptor;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        try {
            if (length == 0) {
                return 0;
            }
            int count = channel.read(ByteBuffer.wrap(bytes, from, length));
            while (count == 0) {
                boolean changed = descriptor.makeBlocking();
                count = channel.read(ByteBuffer.wrap(bytes, from, length));
                if (count == 0 && !changed) {
                    throw new IOException("standard input has nothing to read, and reading it does not wait");
                }
            }
            return count;
        } catch (AsynchronousCloseException e) {
            return -1;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
