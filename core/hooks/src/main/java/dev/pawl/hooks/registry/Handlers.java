package dev.pawl.hooks.registry;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The handlers of one hook in the order of registration; each comes and goes without a look at the others. */
public final class Handlers {
    private final Map<String, TreeMap<Long, Registration<?, ?>>> byPoint = new HashMap<>();
    private final TreeMap<Long, Registration<?, ?>> all = new TreeMap<>();
    private long next;

    /** Its number, by which it is removed: the same handler registered twice is two registrations. */
    synchronized long add(Registration<?, ?> registration) {
        long number = next++;
        all.put(number, registration);
        byPoint.computeIfAbsent(registration.point().name(), _ -> new TreeMap<>())
                .put(number, registration);
        return number;
    }

    synchronized boolean remove(String point, long number) {
        var own = byPoint.get(point);
        if (own != null) {
            own.remove(number);
        }
        return all.remove(number) != null;
    }

    public synchronized List<Registration<?, ?>> all() {
        return List.copyOf(all.values());
    }

    public synchronized List<Registration<?, ?>> of(String point) {
        var own = byPoint.get(point);
        return own == null ? List.of() : List.copyOf(own.values());
    }

    synchronized void clear() {
        byPoint.clear();
        all.clear();
    }
}
