package dev.pawl.hooks.registry;

import dev.pawl.api.HookPoint;
import dev.pawl.api.NamedHandler;
import java.util.ArrayList;
import java.util.List;
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
    /**
     * The handlers that receive an event after the one at an index, up to the first that was not registered by name or
     * must not be called.
     */
    public static <E> List<NamedHandler> namedAfter(Registration<E, ?>[] all, int index, E event) {
        var after = new ArrayList<NamedHandler>();
        for (int i = index + 1; i < all.length; i++) {
            var named = all[i].named();
            if (all[i].accepts().test(event)) {
                if (named == null || all[i].hook().refusal(all[i].point() instanceof HookPoint.Gate) != null) {
                    break;
                }
                after.add(named);
            }
        }
        return after;
    }
}
