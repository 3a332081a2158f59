package dev.pawl.hooks.registry;

import dev.pawl.api.HookPoint;
import java.util.function.Predicate;

/**
 * A handler at a point.
 *
 * @param name the name it was registered under, which may be an older one
 * @param hears which events it is called for; an older name means only some
 * @param withholds whether nothing may pass that the handler failed at
 */
public record Registration<E, H>(
        InstalledHook hook,
        HookPoint<E, H> point,
        String name,
        Predicate<E> hears,
        H handler,
        boolean withholds,
        HandlerStats stats) {}
