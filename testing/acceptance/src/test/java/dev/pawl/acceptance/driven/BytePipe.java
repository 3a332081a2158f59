package dev.pawl.acceptance.driven;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A pipe between threads that behaves like one of the system: a full one blocks its writer, an empty one its reader, any
 * thread may write, and no interruption ends a read or a write.
 */
final class BytePipe {
    private final byte[] ring = new byte[1 << 16];
    private int first;
    private int held;
    private boolean isWriterGone;
    private boolean isReaderGone;
    private boolean hasReadTheEnd;

    /** The end that is written to. */
    final OutputStream sink = new Sink();

    /** The end that is read from. */
    final InputStream source = new Source();

    private synchronized void put(byte[] bytes, int from, int length) throws IOException {
        boolean interrupted = false;
        try {
            for (int next = from; next < from + length; ) {
                while (held == ring.length && !isReaderGone) {
                    interrupted |= isInterruptedWaiting();
                }
                if (isReaderGone || isWriterGone) {
                    throw new IOException(isWriterGone ? "Stream closed" : "Broken pipe");
                }
                int at = (first + held) % ring.length;
                int piece = Math.min(from + length - next, Math.min(ring.length - held, ring.length - at));
                System.arraycopy(bytes, next, ring, at, piece);
                held += piece;
                next += piece;
                notifyAll();
            }
        } finally {
            restore(interrupted);
        }
    }

    private synchronized int take(byte[] target, int from, int length) throws IOException {
        boolean interrupted = false;
        try {
            while (held == 0 && !isWriterGone && !isReaderGone) {
                interrupted |= isInterruptedWaiting();
            }
            if (isReaderGone) {
                throw new IOException("Stream closed");
            }
            if (held == 0) {
                hasReadTheEnd = true;
                return -1;
            }
            int piece = Math.min(length, Math.min(held, ring.length - first));
            System.arraycopy(ring, first, target, from, piece);
            first = (first + piece) % ring.length;
            held -= piece;
            notifyAll();
            return piece;
        } finally {
            restore(interrupted);
        }
    }

    private boolean isInterruptedWaiting() {
        try {
            wait();
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void closeSink() {
        isWriterGone = true;
        notifyAll();
    }

    private synchronized void closeSource() {
        isReaderGone = true;
        notifyAll();
    }

    /** Returns whether the reader has read all that was written before the sink was closed, and asked for more. */
    synchronized boolean hasReadTheEnd() {
        return hasReadTheEnd;
    }

    private synchronized int held() {
        return held;
    }

    private final class Sink extends OutputStream {
        @Override
        public void write(int one) throws IOException {
            put(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            put(bytes, from, length);
        }

        @Override
        public void close() {
            closeSink();
        }
    }

    private final class Source extends InputStream {
        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return take(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            return length == 0 ? 0 : take(target, from, length);
        }

        @Override
        public int available() {
            return held();
        }

        @Override
        public void close() {
            closeSource();
        }
    }
}
