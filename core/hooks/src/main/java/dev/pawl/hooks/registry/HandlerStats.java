package dev.pawl.hooks.registry;

/** The calls of one handler and how long they took, counted in powers of two. Guarded by the log that counts. */
public final class HandlerStats {
    private final long[] buckets = new long[48];
    private long failures;
    private long shortest = Long.MAX_VALUE;
    private long longest;

    public void add(long nanos, boolean failed) {
        long took = Math.max(0, nanos);
        buckets[Math.min(47, 64 - Long.numberOfLeadingZeros(took))]++;
        shortest = Math.min(shortest, took);
        longest = Math.max(longest, took);
        if (failed) {
            failures++;
        }
    }

    public Listening listening(String hook, String point) {
        long calls = 0;
        for (long bucket : buckets) {
            calls += bucket;
        }
        return new Listening(hook, point, calls, failures, percentile(calls, 0.5), percentile(calls, 0.99));
    }

    /** The upper end of the bucket, but nothing that no call took: of one call it is that call. */
    private long percentile(long calls, double share) {
        long wanted = (long) Math.ceil(calls * share);
        long seen = 0;
        for (int i = 0; i < buckets.length; i++) {
            seen += buckets[i];
            if (seen >= wanted && seen > 0) {
                return Math.clamp(1L << i, shortest, longest);
            }
        }
        return 0;
    }
}
