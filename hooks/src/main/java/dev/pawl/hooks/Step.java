package dev.pawl.hooks;

import dev.pawl.api.Decision;
import org.jspecify.annotations.Nullable;

/**
 * Where an event is on its way, and in which form.
 *
 * <p>It is its own clock, for there is one for every handler call, and calls are many.
 */
final class Step<E> extends HandlerClock {
    final int index;
    final E event;
    final @Nullable Decision<E, ?> stop;

    Step(Thread watcher, long started, int index, E event, @Nullable Decision<E, ?> stop) {
        super(watcher, started);
        this.index = index;
        this.event = event;
        this.stop = stop;
    }
}
