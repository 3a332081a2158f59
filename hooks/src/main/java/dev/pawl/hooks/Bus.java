package dev.pawl.hooks;

import dev.pawl.api.EventBus;
import dev.pawl.api.Subscription;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The channels on which hooks talk to each other. */
public final class Bus {
    /** A listener and the hook it belongs to. */
    private record Listener(InstalledHook hook, Consumer<Object> consumer) {}

    private final Map<String, List<Listener>> channels = new ConcurrentHashMap<>();

    /** The bus as one hook has it: its listeners go with it. */
    EventBus of(InstalledHook hook) {
        return new EventBus() {
            @Override
            public Subscription on(String channel, Consumer<Object> consumer) {
                hook.ready();
                var listener = new Listener(hook, consumer);
                var listeners = channels.computeIfAbsent(channel, _ -> new CopyOnWriteArrayList<>());
                listeners.add(listener);
                Subscription subscription = () -> listeners.removeIf(other -> other == listener);
                hook.own(subscription);
                return subscription;
            }

            @Override
            public void emit(String channel, Object data) {
                hook.ready();
                for (var listener : channels.getOrDefault(channel, List.of())) {
                    try {
                        listener.consumer().accept(data);
                    } catch (Throwable e) { // Another hook's mistake is not this one's.
                        listener.hook().report("bus " + channel, e);
                    }
                }
            }
        };
    }

    /** How many listen on a channel. */
    public int listeners(String channel) {
        return channels.getOrDefault(channel, List.of()).size();
    }
}
