package dev.pawl.hooks;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts the calls of one handler and how long they took, in powers of two, without ever allocating. */
public final class HandlerStats {
    private final AtomicLongArray buckets = new AtomicLongArray(48);
    private final AtomicLong failures = new AtomicLong();

    void add(long nanos, boolean failed) {
        buckets.incrementAndGet(Math.min(47, 64 - Long.numberOfLeadingZeros(Math.max(0, nanos))));
        if (failed) {
            failures.incrementAndGet();
        }
    }

    public long calls() {
        long calls = 0;
        for (int i = 0; i < buckets.length(); i++) {
            calls += buckets.get(i);
        }
        return calls;
    }

    public long failures() {
        return failures.get();
    }

    /** A duration in nanoseconds, rounded up to a power of two, that this share of all calls did not exceed. */
    public long percentile(double share) {
        long wanted = (long) Math.ceil(calls() * share);
        long seen = 0;
        for (int i = 0; i < buckets.length(); i++) {
            seen += buckets.get(i);
            if (seen >= wanted && seen > 0) {
                return 1L << i;
            }
        }
        return 0;
    }
}
