package dev.pawl.hooks.remote;

import dev.pawl.api.NamedHandler;
import dev.pawl.api.context.HookContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A handler in another process. */
public interface RemoteHandler extends NamedHandler {
    /** Returns the handlers of its process. */
    RemoteHandlers process();

    @Override
    default @Nullable Object handle(Object event, HookContext ctx) throws Exception {
        var round = process().call(List.of(this), event, _ -> ctx);
        try {
            return round.answer(0);
        } finally {
            round.end();
        }
    }
}
