package dev.pawl.shellhooks.ahp;

import java.time.Duration;

/** The moment by which a backend must have answered: connecting, sending, working and reading together. */
record Deadline(long at, Duration limit) {
    static Deadline in(Duration limit) {
        return new Deadline(System.nanoTime() + limit.toNanos(), limit);
    }

    /** Returns the time that is left, at least none. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, at - System.nanoTime()));
    }

    BackendFailure missed() {
        return new BackendFailure("did not answer within " + limit.toMillis() + " ms");
    }
}
