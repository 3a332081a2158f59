package dev.pawl.api;

import dev.pawl.api.value.Subscription;
import java.util.function.Consumer;

/** How hooks talk to each other. A listener that fails is reported and the others continue. */
public interface EventBus {
    Subscription on(String channel, Consumer<Object> listener);

    void emit(String channel, Object data);
}
