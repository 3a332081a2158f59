package dev.pawl.hooks.dispatch;

import dev.pawl.api.HookPoint;
import dev.pawl.api.value.Subscription;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.hooks.registry.Registration;
import dev.pawl.hooks.registry.Registry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The handlers of hooks by point, in the order of hooks, then of registration.
 *
 * <p>Those of a point are put together when the point is fired first, and again after one of them came or went.
 */
final class HandlerTable {
    private static final Registration<?, ?>[] NONE = {};

    private final List<InstalledHook> hooks;
    private final Map<String, Registration<?, ?>[]> table = new ConcurrentHashMap<>();
    private final List<Subscription> watches;

    /** @param contributed receives the kind of what a hook registers or takes back, other than handlers */
    HandlerTable(List<InstalledHook> hooks, Consumer<Registry.Kind> contributed) {
        this.hooks = hooks;
        var watcher = new InstalledHook.Watcher() {
            @Override
            public void handlersChanged(String point) {
                table.remove(point);
            }

            @Override
            public void contributionsChanged(Registry.Kind kind) {
                contributed.accept(kind);
            }
        };
        this.watches = hooks.stream().map(hook -> hook.onRegistration(watcher)).toList();
    }

    /** Returns the handlers of a point. */
    @SuppressWarnings("unchecked") // The table is filled with a point's own registrations under its name.
    <E> Registration<E, ?>[] of(HookPoint<E, ?> point) {
        var known = table.get(point.name());
        // Computed in the table, so that a registration meanwhile comes before it or removes it.
        return (Registration<E, ?>[]) (known == null ? table.computeIfAbsent(point.name(), this::gathered) : known);
    }

    /** Returns the handlers of a point that run in this process. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // There are no arrays of generic types.
    <E> Registration<E, ?>[] localOf(HookPoint<E, ?> point) {
        return Arrays.stream(of(point))
                .filter(handler -> handler.remote() == null)
                .toArray(Registration[]::new);
    }

    /** Returns handlers of one point by hook, in the order of hooks. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static <E> List<Registration<E, ?>[]> byHook(Registration<E, ?>[] handlers) {
        var byHook = new LinkedHashMap<InstalledHook, List<Registration<E, ?>>>();
        for (var handler : handlers) {
            byHook.computeIfAbsent(handler.hook(), _ -> new ArrayList<>()).add(handler);
        }
        var all = new ArrayList<Registration<E, ?>[]>();
        byHook.values().forEach(own -> all.add(own.toArray(new Registration[0])));
        return all;
    }

    /** Returns the handlers of all points. */
    List<Registration<?, ?>> all() {
        var all = new ArrayList<Registration<?, ?>>();
        hooks.forEach(hook -> all.addAll(hook.handlers().all()));
        return all;
    }

    /** Follows the hooks no longer. */
    void close() {
        watches.forEach(Subscription::close);
    }

    private Registration<?, ?>[] gathered(String point) {
        var all = new ArrayList<Registration<?, ?>>();
        hooks.forEach(hook -> all.addAll(hook.handlers().of(point)));
        return all.isEmpty() ? NONE : all.toArray(NONE);
    }
}
