package dev.pawl.machine;

import java.util.concurrent.TimeUnit;

/**
 * How long a test waits for what should happen at once.
 *
 * <p>It decides nothing but when a test that hangs fails, so it is long enough for a machine that is busy with other tests.
 */
public final class Patience {
    /** In seconds; {@code -Dpatience=5} shows earlier what a test waits for in vain. */
    public static final long SECONDS = Long.getLong("patience", 120);

    /** The same in nanoseconds. */
    public static final long NANOS = TimeUnit.SECONDS.toNanos(SECONDS);

    private Patience() {}
}
