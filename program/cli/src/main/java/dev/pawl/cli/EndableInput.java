package dev.pawl.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
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
    private final FileChannel channel = new FileInputStream(FileDescriptor.in).getChannel();

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        try {
            return length == 0 ? 0 : channel.read(ByteBuffer.wrap(bytes, from, length));
        } catch (AsynchronousCloseException e) {
            return -1;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
