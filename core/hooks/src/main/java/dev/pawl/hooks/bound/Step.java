package dev.pawl.hooks.bound;

import dev.pawl.api.value.Decision;
import org.jspecify.annotations.Nullable;

/**
 * The place of an event on its way through the handlers, and its form there.
 *
 * <p>It is its own clock, for there is one for every handler call, and calls are many.
 */
public final class Step<E> extends HandlerClock {
    public final int index;
    public final E event;
    public final @Nullable Decision<E, ?> stop;

    public Step(Watch watch, long started, int index, E event, @Nullable Decision<E, ?> stop) {
        super(watch, started);
        this.index = index;
        this.event = event;
        this.stop = stop;
    }
}
