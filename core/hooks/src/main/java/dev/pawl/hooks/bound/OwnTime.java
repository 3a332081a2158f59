package dev.pawl.hooks.bound;

import dev.pawl.api.context.HookContext;
import org.jspecify.annotations.Nullable;

/** A context whose handler can do something that has a time limit of its own. */
public interface OwnTime {
    /** Something that keeps its own time. */
    @FunctionalInterface
    interface Work<T extends @Nullable Object> {
        T run() throws InterruptedException;
    }

    /** Does it while the clock of the handler stands still. */
    <T extends @Nullable Object> T ownTime(Work<T> work) throws InterruptedException;

    /** The handler waits for something of its own, such as a timer: others need not wait for its answer. */
    void stepAside();

    /** Notes that the handler that has this context waits for something of its own. */
    static void aside(HookContext ctx) {
        if (ctx instanceof OwnTime clocked) {
            clocked.stepAside();
        }
    }

    /** Does it while the clock of the handler that has this context stands still, if it has one. */
    static <T extends @Nullable Object> T of(HookContext ctx, Work<T> work) throws InterruptedException {
        return ctx instanceof OwnTime clocked ? clocked.ownTime(work) : work.run();
    }
}
