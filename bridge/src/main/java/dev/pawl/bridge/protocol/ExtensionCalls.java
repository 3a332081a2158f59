package dev.pawl.bridge.protocol;

import dev.pawl.api.context.HookContext;
import dev.pawl.api.json.JsonObject;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Calls the functions of one extension. */
public interface ExtensionCalls {
    /** The extension's file. */
    String path();

    /** Whether a function can be called without waiting for a process that is being started again. */
    boolean has(long function);

    /** Calls a function of the extension and waits for what it returns. */
    @Nullable
    Object call(long function, @Nullable HookContext ctx, @Nullable Object... args) throws InterruptedException;

    /** Calls a function; {@code pieces} receives what it sends before it returns. */
    @Nullable
    Object call(
            long function, Scope scope, BiConsumer<String, JsonObject> pieces, List<? extends @Nullable Object> args)
            throws InterruptedException;

    /** The same, with more fields in the message. */
    @Nullable
    Object call(
            long function,
            Scope scope,
            BiConsumer<String, JsonObject> pieces,
            List<? extends @Nullable Object> args,
            Function<Fields, Fields> more)
            throws InterruptedException;

    /** Reports a failure of the extension where nobody waits for it. */
    void reportFailure(String what, Throwable failure);
}
