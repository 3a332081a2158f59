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
    public final @Nullable Decision<E, ?> stop;

    /** The handlers that the event is on its way through. */
    public final Sequence sequence;

    public Step(Thread watcher, Sequence sequence, long started, int index, E event, @Nullable Decision<E, ?> stop) {
        super(watcher, started);
        this.sequence = sequence;
        this.index = index;
        this.event = event;
        this.stop = stop;
    }

    @Override
    long now() {
        return sequence.now();
    }
}
