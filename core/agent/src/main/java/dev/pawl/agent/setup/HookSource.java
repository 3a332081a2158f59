package dev.pawl.agent.setup;

import dev.pawl.loader.install.LoadResult;

/** Loads a fresh generation of hooks for a session. */
@FunctionalInterface
public interface HookSource {
    /**
     * Loads the hooks.
     *
     * @param afresh whether code that outlives a session, as that of hooks in other languages, is run again too
     */
    LoadResult load(boolean afresh) throws InterruptedException;
}
