package dev.pawl.hooks.bound;

import dev.pawl.api.value.Decision;
import org.jspecify.annotations.Nullable;

/**
 * Where an event is on its way, and in which form.
 *
 * <p>It is its own clock, for there is one for every handler call, and calls are many.
 */
public final class Step<E> extends HandlerClock {
    public final int index;
    public final E event;
    final @Nullable public Decision<E, ?> stop;

    public Step(Thread watcher, long started, int index, E event, @Nullable Decision<E, ?> stop) {
        super(watcher, started);
        this.index = index;
        this.event = event;
        this.stop = stop;
    }
}
