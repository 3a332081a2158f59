package dev.pawl.bridge.protocol;

import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.HookContext;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Calls the functions of one extension. */
public interface ExtensionCalls {
    /** The extension's file. */
    String path();

    /** Returns whether a function can be called without waiting for a process that is being started again. */
    boolean has(long function);

    /** Calls a function of the extension and waits for what it returns. */
    @Nullable
    Object call(long function, @Nullable HookContext ctx, @Nullable Object... args) throws InterruptedException;

    /** Calls a function; {@code pieces} receives what it sends before it returns. */
    @Nullable
    Object call(long function, Scope scope, Consumer<@Nullable Object> pieces, List<? extends @Nullable Object> args)
            throws InterruptedException;

    /** Calls the handler of a command. */
    @Nullable
    Object command(long function, CommandContext ctx) throws InterruptedException;

    /** Calls a function that the screen waits for: it also runs while the extension waits for an answer. */
    @Nullable
    Object draw(long function, List<? extends @Nullable Object> args) throws InterruptedException;

    /** Reports a failure of the extension where no caller waits for it. */
    void reportFailure(String what, Throwable failure);
}
