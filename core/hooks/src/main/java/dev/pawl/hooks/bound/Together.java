package dev.pawl.hooks.bound;

import dev.pawl.api.context.HookContext;

/** A context in which messages that a hook sends without a pause can be taken as one. */
public interface Together {
    /** Sends several messages; a run that one of them starts begins when all are sent. */
    void together(Runnable sends);

    /** Sends several messages with this context, together if it can. */
    static void send(HookContext ctx, Runnable sends) {
        if (ctx instanceof Together able) {
            able.together(sends);
        } else {
            sends.run();
        }
    }
}
