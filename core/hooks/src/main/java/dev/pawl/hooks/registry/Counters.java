package dev.pawl.hooks.registry;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The numbers that hooks count in while the program runs.
 *
 * <p>A hook is found again by its path, so its next version continues the same counters. They are classes of the JDK,
 * so they hold no class of a hook that was unloaded.
 */
public final class Counters {
    private record Name(String hook, String counter) {}

    private final Map<Name, AtomicLong> counters = new ConcurrentHashMap<>();

    public AtomicLong of(InstalledHook hook, String name) {
        return counters.computeIfAbsent(
                new Name(hook.path(), Objects.requireNonNull(name, "name")), _ -> new AtomicLong());
    }
}
