package dev.pawl.hooks.registry;

import dev.pawl.api.HookPoint;
import dev.pawl.api.NamedHandler;
import dev.pawl.hooks.remote.RemoteHandlers;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A handler at a point.
 *
 * @param name the name it was registered under, which may be an older one
 * @param named the handler as it was registered by name; null where it was registered at the point itself
 * @param accepts the events it is called for; an older name means only some
 * @param withholds whether nothing may pass that the handler failed at
 */
public record Registration<E, H>(
        InstalledHook hook,
        HookPoint<E, H> point,
        String name,
        @Nullable NamedHandler named,
        Predicate<E> accepts,
        H handler,
        boolean withholds,
        HandlerStats stats) {
    /** Returns the handler if it is in another process; null if it is in this one. */
    public RemoteHandlers.@Nullable Handler remote() {
        return named instanceof RemoteHandlers.Handler remote ? remote : null;
    }
}
