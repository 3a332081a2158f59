package dev.pawl.agent.session;

import dev.pawl.api.context.CommandContext;
import java.nio.file.Path;

/** Puts another session, another place or newly loaded hooks in the place of what is there; false if a hook refused. */
interface Replacing {
    boolean newSession(CommandContext.NewSession options) throws InterruptedException;

    boolean switchSession(Path file, CommandContext.Callback withSession) throws InterruptedException;

    boolean fork(String entryId, CommandContext.ForkPosition position, CommandContext.Callback withSession)
            throws InterruptedException;

    boolean navigateTree(String targetId, CommandContext.Navigation options) throws InterruptedException;

    void reload() throws InterruptedException;

    /** Ends the program, once it is idle. */
    void shutdown();
}
