package dev.pawl.api;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.value.Decision;
import org.jspecify.annotations.Nullable;

/**
 * A handler that was registered under a name, old or new. Null means no opinion; at a chain it returns an event, at a
 * gate an event or a {@link Decision}.
 */
@FunctionalInterface
public interface NamedHandler {
    @Nullable
    Object handle(Object event, HookContext ctx) throws Exception;
}
