package dev.pawl.base;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.SecureRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Random numbers of the operating system, as {@link SecureRandom} gives them too, which takes 15 ms of a start to find
 * out which provider it comes from.
 */
public final class SystemRandom implements RandomGenerator {
    private static final String SOURCE = "/dev/urandom";
    private static final SystemRandom SHARED = new SystemRandom();

    private final byte[] buffer = new byte[64];
    private int used = buffer.length;
    private @Nullable SecureRandom other;

    private SystemRandom() {}

    /** Returns the one of this program; any thread may use it. */
    public static SystemRandom shared() {
        return SHARED;
    }

    /** Returns a new UUID of version 4. */
    public static String uuid() {
        long high = (SHARED.nextLong() & ~0xF000L) | 0x4000;
        long low = (SHARED.nextLong() >>> 2) | (1L << 63);
        return new UUID(high, low).toString();
    }

    /** Returns a UUID of version 7: the time in milliseconds, then chance. */
    public static String timedUuid(long millis, RandomGenerator random) {
        long high = (millis << 16) | 0x7000 | random.nextInt(1 << 12);
        long low = (random.nextLong() >>> 2) | (1L << 63);
        return new UUID(high, low).toString();
    }

    @Override
    public synchronized long nextLong() {
        if (used == buffer.length) {
            fill();
            used = 0;
        }
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = (value << 8) | (buffer[used] & 0xFF);
            buffer[used++] = 0;
        }
        return value;
    }

    private void fill() {
        if (other == null) {
            try (InputStream in = new FileInputStream(SOURCE)) {
                if (in.readNBytes(buffer, 0, buffer.length) == buffer.length) {
                    return;
                }
            } catch (IOException e) {
                // A system without that file has another way.
            }
            other = new SecureRandom();
        }
        other.nextBytes(buffer);
    }
}
