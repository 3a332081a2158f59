package dev.pawl.durable.store;

import dev.pawl.api.json.JsonObject;
import dev.pawl.durable.Limits;
import dev.pawl.durable.Refused;
import dev.pawl.durable.SessionId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What all workers keep to together, in the store of their sessions. */
public final class StoredLimits implements Limits {
    /** So old an answer may be: hundreds of sessions ask before each request. */
    private static final Duration AGE = Duration.ofMillis(500);

    private final Store store;
    private final String place;
    private @Nullable JsonObject known;
    private long knownUntil;

    public StoredLimits(Store store, String place) {
        this.store = store;
        this.place = place;
    }

    @Override
    public Instant pausedUntil(String provider) throws IOException {
        return Instant.ofEpochMilli(SharedLimits.pausedUntil(now(), provider));
    }

    @Override
    public double spent(String day) throws IOException {
        return SharedLimits.spent(read(), day);
    }

    @Override
    public void pause(String provider, Instant until) throws IOException {
        apply(Operation.pause(provider, until.toEpochMilli()));
    }

    @Override
    public Instant next(String provider, Duration apart, Duration atMost) throws IOException {
        return Instant.ofEpochMilli(apply(Operation.next(provider, apart.toMillis(), atMost.toMillis()))
                .number("next", 0));
    }

    @Override
    public void spend(String day, double dollars) throws IOException {
        apply(Operation.spend(day, dollars));
    }

    private synchronized JsonObject now() throws IOException {
        var last = known;
        if (last == null || System.nanoTime() - knownUntil > 0) {
            last = read();
        }
        return last;
    }

    private synchronized JsonObject read() throws IOException {
        var read = store.document(SessionId.LIMITS);
        var now = read == null ? JsonObject.empty() : read;
        keep(now);
        return now;
    }

    private synchronized JsonObject apply(JsonObject operation) throws IOException {
        if (store.document(SessionId.LIMITS) == null) {
            create();
        }
        var after = store.apply(SessionId.LIMITS, operation);
        keep(after);
        return after;
    }

    private void create() throws IOException {
        try {
            store.apply(SessionId.LIMITS, Operation.create(SessionId.LIMITS, place, JsonObject.empty(), List.of()));
        } catch (Refused _) {
            // Another worker was first.
        }
    }

    private void keep(JsonObject document) {
        known = document;
        knownUntil = System.nanoTime() + AGE.toNanos();
    }
}
