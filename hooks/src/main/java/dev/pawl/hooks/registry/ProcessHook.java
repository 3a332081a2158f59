package dev.pawl.hooks.registry;

import org.jspecify.annotations.Nullable;

/** A hook that runs in another process than this one. */
public interface ProcessHook {
    /** The process; null if there is none at the moment. */
    @Nullable
    ProcessHandle process();
}
