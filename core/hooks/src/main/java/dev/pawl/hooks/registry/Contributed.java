package dev.pawl.hooks.registry;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The contributions of one hook of one kind, by name and in the order of registration. Readers get copies. */
public final class Contributed<T> implements Iterable<T> {
    private final Runnable changed;
    private final Map<String, T> all = new LinkedHashMap<>();

    /** @param changed notifies those who keep tables of the contributions of all hooks */
    Contributed(Runnable changed) {
        this.changed = changed;
    }

    /** Registers a contribution; an earlier one of the same name is replaced, in its place. */
    public void put(String name, T one) {
        synchronized (this) {
            all.put(name, one);
        }
        changed.run();
    }

    /** Registers a contribution together with an earlier one of the same name. */
    public void merge(String name, T one, BinaryOperator<T> together) {
        synchronized (this) {
            all.merge(name, one, together);
        }
        changed.run();
    }

    /** Registers a contribution without a name, behind all others. */
    public synchronized void add(T one) {
        put("#" + all.size(), one);
    }

    public void remove(String name) {
        synchronized (this) {
            all.remove(name);
        }
        changed.run();
    }

    synchronized void clear() {
        all.clear();
    }

    public synchronized @Nullable T get(String name) {
        return all.get(name);
    }

    public synchronized boolean isEmpty() {
        return all.isEmpty();
    }

    public synchronized Map<String, T> byName() {
        return new LinkedHashMap<>(all);
    }

    public synchronized List<T> all() {
        return List.copyOf(all.values());
    }

    public Set<String> names() {
        return byName().keySet();
    }

    public Stream<T> stream() {
        return all().stream();
    }

    @Override
    public Iterator<T> iterator() {
        return all().iterator();
    }
}
