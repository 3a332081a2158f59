package dev.pawl.agent.setup;

import dev.pawl.api.event.SessionStart;
import dev.pawl.loader.install.LoadResult;

/** Loads a fresh generation of hooks for a session. */
@FunctionalInterface
public interface HookSource {
    /**
     * Loads the hooks.
     *
     * @param reason why the session starts: a program does not start up without hooks that should be there, and when they are
     *     reloaded, code that outlives a session, as that of hooks in other languages, is run again too
     */
    LoadResult load(SessionStart.Reason reason) throws InterruptedException;
}
