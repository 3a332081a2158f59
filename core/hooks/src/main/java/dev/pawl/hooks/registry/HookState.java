package dev.pawl.hooks.registry;

import dev.pawl.api.context.HookContext;

/** The life of a hook: from its loading to the day its contexts are no longer good. */
sealed interface HookState {
    /** It may register, and act on nothing yet. */
    record Loading() implements HookState {}

    /** It belongs to a session. */
    record Bound(HookContext session) implements HookState {}

    /** Its loading failed and all it had registered was taken back. */
    record Discarded() implements HookState {}

    /** Its session was replaced, or the hook reloaded. */
    record Stale(String why) implements HookState {}
}
