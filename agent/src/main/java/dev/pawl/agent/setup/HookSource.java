package dev.pawl.agent.setup;

import dev.pawl.hooks.install.LoadResult;

/** Loads a fresh generation of hooks for a session. */
@FunctionalInterface
public interface HookSource {
    /** @param afresh whether also code is run anew that outlives a session, as hooks in other languages have it */
    LoadResult load(boolean afresh) throws InterruptedException;
}
