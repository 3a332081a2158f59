package dev.pawl.fleet.store;

import dev.pawl.api.json.JsonObject;
import dev.pawl.start.attach.Refused;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sessions that are kept as long as the program lives. */
public final class MemoryStore implements Store {
    private final InstantSource clock;
    private final Map<String, JsonObject> documents = new HashMap<>();
    private final Map<String, List<String>> logs = new HashMap<>();
    private final Map<String, List<String>> steps = new HashMap<>();
    private long changes;

    public MemoryStore(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public synchronized JsonObject apply(String session, JsonObject operation) throws Refused {
        var before = documents.get(session);
        var made = Transition.of(before, operation, clock.millis());
        var after = made.document();
        if (after == null) {
            documents.remove(session);
            logs.remove(session);
            steps.remove(session);
            return JsonObject.empty();
        }
        documents.put(session, after);
        logs.computeIfAbsent(session, _ -> new ArrayList<>()).addAll(made.added());
        var kept = made.steps();
        if (kept != null) {
            var all = steps.computeIfAbsent(session, _ -> new ArrayList<>());
            all.subList(kept.at(), all.size()).clear();
            all.addAll(kept.lines());
        }
        changes++;
        notifyAll();
        return after;
    }

    @Override
    public synchronized @Nullable JsonObject document(String session) {
        return documents.get(session);
    }

    @Override
    public synchronized List<JsonObject> documents() {
        return List.copyOf(documents.values());
    }

    @Override
    public synchronized List<String> lines(String session, int from) {
        var log = logs.getOrDefault(session, List.of());
        return List.copyOf(log.subList(Math.min(from, log.size()), log.size()));
    }

    @Override
    public synchronized List<String> steps(String session) {
        return List.copyOf(steps.getOrDefault(session, List.of()));
    }

    @Override
    public synchronized List<String> claimable(Set<String> places, int most) {
        return documents.values().stream()
                .filter(session ->
                        places.contains(session.string("place")) && Transition.isClaimable(session, clock.millis()))
                .sorted(Comparator.comparingLong(session -> session.number("changed", 0)))
                .limit(most)
                .map(session -> session.string("id", ""))
                .toList();
    }

    @Override
    public synchronized void awaitChange(Duration atMost) throws InterruptedException {
        long before = changes;
        long until = System.nanoTime() + atMost.toNanos();
        for (long left = atMost.toMillis(); changes == before && left > 0; ) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
        }
    }

    @Override
    public void close() {}
}
