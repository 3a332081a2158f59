package dev.pawl.hooks.registry;

import org.jspecify.annotations.Nullable;

/** A hook that runs in another process than this one. */
public interface ProcessHook {
    /** How many times as long as installing it, getting ready may take. */
    int PREPARING = 10;

    /** Returns the process; null if there is none at the moment. */
    @Nullable
    ProcessHandle process();

    /** Reads its files and translates them, before it is installed. That may take longer than installing it. */
    default void prepare() throws InterruptedException {}

    /** Waits, with a limit, until its handlers have received the events that no caller waited for. */
    default void catchUp() throws InterruptedException {}
}
