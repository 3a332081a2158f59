package dev.pawl.agent.setup;

import dev.pawl.hooks.install.LoadResult;

/** Loads a fresh generation of hooks for a session. */
@FunctionalInterface
public interface HookSource {
    LoadResult load() throws InterruptedException;
}
