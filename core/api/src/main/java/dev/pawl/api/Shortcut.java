package dev.pawl.api;

import dev.pawl.api.context.HookContext;

/** A key that runs something of a hook's. */
public record Shortcut(String key, String description, Action action) {
    @FunctionalInterface
    public interface Action {
        void run(HookContext ctx) throws Exception;
    }
}
