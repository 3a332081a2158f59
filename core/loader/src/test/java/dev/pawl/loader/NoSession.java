package dev.pawl.loader;

import dev.pawl.api.context.ForwardingContext;
import dev.pawl.api.context.HookContext;

/** A session for tests in which nobody asks it anything. */
final class NoSession extends ForwardingContext {
    static final HookContext CONTEXT = new NoSession();

    private NoSession() {}

    @Override
    protected HookContext target() {
        throw new IllegalStateException("there is no session in this test");
    }
}
