package dev.pawl.observe.telemetry;

import java.time.Instant;

/** Nanoseconds since 1970, as OTLP counts time. */
final class Clock {
    private Clock() {}

    static long now() {
        return of(Instant.now());
    }

    static long of(Instant time) {
        return time.getEpochSecond() * 1_000_000_000L + time.getNano();
    }
}
