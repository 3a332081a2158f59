package dev.pawl.serve.driven;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Another stream, which can be read ahead on a thread of its own: so its end is noticed while no caller reads.
 *
 * <p>What is read ahead is bounded: beyond that the sender has to wait.
 */
public final class PumpedInput extends InputStream {
    private static final int MOST = 64 << 20;
    private static final byte[] NOTHING = {};

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private final InputStream in;
    private final Runnable atEnd;
    private byte[] current = NOTHING;
    private int at;
    private int ahead;
    private boolean direct;
    private boolean pumped;
    private boolean ended;

    /** @param atEnd called once when the end was read */
    public PumpedInput(InputStream in, Runnable atEnd) {
        this.in = in;
        this.atEnd = atEnd;
    }

    /** Reads ahead from now on, unless a caller is reading just now, who will notice the end. */
    public void readAhead() {
        lock.lock();
        try {
            if (direct || pumped || ended) {
                return;
            }
            pumped = true;
        } finally {
            lock.unlock();
        }
        Thread.ofPlatform().daemon().name("driven input").start(() -> {
            try {
                pump();
            } catch (IOException e) {
                // The writer is gone; that is the normal end.
            }
            end();
        });
    }

    private void pump() throws IOException {
        var buffer = new byte[1 << 16];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            lock.lock();
            try {
                while (ahead > MOST) {
                    changed.awaitUninterruptibly();
                }
                waiting.add(Arrays.copyOf(buffer, n));
                ahead += n;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    private void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        atEnd.run();
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        if (!begin()) {
            return ahead(bytes, from, length);
        }
        int n = -1;
        try {
            n = in.read(bytes, from, length);
        } finally {
            done();
            if (n < 0) {
                end();
            }
        }
        return n;
    }

    /** Returns whether it is read directly. */
    private boolean begin() {
        lock.lock();
        try {
            direct = !pumped && !ended;
            return direct;
        } finally {
            lock.unlock();
        }
    }

    private void done() {
        lock.lock();
        try {
            direct = false;
        } finally {
            lock.unlock();
        }
    }

    private int ahead(byte[] bytes, int from, int length) {
        lock.lock();
        try {
            while (at == current.length) {
                if (!waiting.isEmpty()) {
                    current = waiting.remove();
                    at = 0;
                } else if (ended) {
                    return -1;
                } else {
                    changed.awaitUninterruptibly();
                }
            }
            int n = Math.min(length, current.length - at);
            System.arraycopy(current, at, bytes, from, n);
            at += n;
            ahead -= n;
            changed.signalAll();
            return n;
        } finally {
            lock.unlock();
        }
    }
}
