package dev.pawl.fleet.store;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.durable.Limits;
import dev.pawl.fleet.durable.SessionId;
import dev.pawl.start.attach.Refused;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The limits that all workers share, in the store of their sessions. */
public final class StoredLimits implements Limits {
    /** So old an answer may be: hundreds of sessions ask before each request. */
    private static final Duration AGE = Duration.ofMillis(500);

    private final Store store;
    private final String place;
    private final Duration lease;
    private final Map<String, Reserve> reserved = new HashMap<>();
    private final Queue<JsonObject> unsettled = new ArrayDeque<>();
    private @Nullable Thread renewing;
    private @Nullable JsonObject known;
    private long knownUntil;
    /** How far the clock of the engine is ahead of this machine's; null before it was asked. */
    private @Nullable Duration ahead;

    /** @param lease after so long without a sign of life what this program has set aside counts no more */
    public StoredLimits(Store store, String place, Duration lease) {
        this.store = store;
        this.place = place;
        this.lease = lease;
    }

    @Override
    public synchronized Instant now() throws IOException {
        if (ahead == null) {
            apply(Operation.renew(List.of(), lease.toMillis()));
        }
        return Instant.now().plus(ahead == null ? Duration.ZERO : ahead);
    }

    @Override
    public Instant pausedUntil(String provider) throws IOException {
        return Instant.ofEpochMilli(SharedLimits.pausedUntil(recent(), provider));
    }

    @Override
    public double spent() throws IOException {
        return SharedLimits.spent(read());
    }

    @Override
    public void pause(String provider, Duration time) throws IOException {
        apply(Operation.pause(provider, time.toMillis()));
    }

    @Override
    public Instant next(String provider, Duration apart, Duration atMost) throws IOException {
        return Instant.ofEpochMilli(apply(Operation.next(provider, apart.toMillis(), atMost.toMillis()))
                .number("next", 0));
    }

    @Override
    public synchronized Reserved reserve(Reserve request, double limit) throws IOException {
        settleAll();
        var answer = SharedLimits.reserved(apply(Operation.reserve(request, limit, lease.toMillis())));
        if (answer == Reserved.TAKEN) {
            reserved.put(request.id(), request);
            startRenewing();
        }
        return answer;
    }

    @Override
    public synchronized void settle(String request, double dollars) {
        reserved.remove(request);
        unsettled.add(Operation.settle(request, dollars));
        try {
            settleAll();
        } catch (IOException _) {
            startRenewing(); // It is tried again with each sign of life, and before anything else is set aside.
        }
    }

    private synchronized void settleAll() throws IOException {
        for (var next = unsettled.peek(); next != null; next = unsettled.peek()) {
            apply(next);
            unsettled.remove();
        }
    }

    /** A lease that runs out is no change of the store, so the wait has an end of its own. */
    @Override
    public void awaitLess() throws InterruptedException {
        store.awaitChange(AGE);
    }

    private synchronized void startRenewing() {
        if (renewing == null) {
            renewing = Thread.ofPlatform().daemon().name("fleet reservations").start(this::renewAll);
        }
    }

    /** Gives signs of life until nothing is set aside any more. */
    private void renewAll() {
        try {
            do {
                Thread.sleep(lease.dividedBy(3));
            } while (renew());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean renew() {
        if (reserved.isEmpty() && unsettled.isEmpty()) {
            renewing = null;
            return false;
        }
        try {
            settleAll();
            apply(Operation.renew(reserved.values(), lease.toMillis()));
        } catch (IOException _) {
            // The store does not answer; it is told the next time.
        }
        return true;
    }

    private synchronized JsonObject recent() throws IOException {
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
        ahead = Duration.between(Instant.now(), Instant.ofEpochMilli(SharedLimits.now(after)));
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
