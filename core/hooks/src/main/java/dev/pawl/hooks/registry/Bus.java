package dev.pawl.hooks.registry;

import dev.pawl.api.EventBus;
import dev.pawl.api.value.Subscription;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The channels on which hooks talk to each other. */
public final class Bus {
    /** A listener and the hook it belongs to. */
    private record Listener(InstalledHook hook, Consumer<Object> consumer) {}

    private static final NavigableMap<Long, Listener> NONE = Collections.emptyNavigableMap();

    private final AtomicLong numbers = new AtomicLong();
    private final Map<String, NavigableMap<Long, Listener>> channels = new ConcurrentHashMap<>();

    /** Returns the bus as one hook has it: its listeners go with it. */
    public EventBus of(InstalledHook hook) {
        return new EventBus() {
            @Override
            public Subscription on(String channel, Consumer<Object> consumer) {
                hook.ready();
                var listener = new Listener(hook, consumer);
                var listeners = channels.computeIfAbsent(channel, _ -> new ConcurrentSkipListMap<>());
                long number = numbers.incrementAndGet();
                listeners.put(number, listener);
                var subscription = new Subscription() {
                    @Override
                    public void close() {
                        listeners.remove(number);
                        hook.removeCloseable(this);
                    }
                };
                hook.addCloseable(subscription);
                return subscription;
            }

            @Override
            public void emit(String channel, Object data) {
                hook.ready();
                for (var listener : channels.getOrDefault(channel, NONE).values()) {
                    try {
                        listener.consumer().accept(data);
                    } catch (Throwable e) { // Another hook's mistake is not this one's.
                        listener.hook().report("bus " + channel, e);
                    }
                }
            }
        };
    }

    /** Returns how many listen on a channel. */
    public int listeners(String channel) {
        return channels.getOrDefault(channel, NONE).size();
    }
}
