package dev.pawl.agent.session;

import dev.pawl.agent.setup.Forked;
import dev.pawl.api.context.CommandContext;
import java.nio.file.Path;

/** Replaces the session of an agent by another one, or its hooks by newly loaded ones; false if a hook refused. */
public interface SessionChanges {
    boolean newSession(CommandContext.NewSession options, Asker asker) throws InterruptedException;

    boolean switchSession(Path file, CommandContext.Callback withSession, Asker asker) throws InterruptedException;

    /** Starts a session from an entry of this one: in front of it, or with it. */
    Forked fork(String entryId, CommandContext.ForkPosition position, CommandContext.Callback withSession, Asker asker)
            throws InterruptedException;

    void reload(Asker asker) throws InterruptedException;

    /** The party that requests a change. It is checked when its turn comes: the change before it may have replaced the asker's session. */
    @FunctionalInterface
    interface Asker {
        /** The user, who means whatever session there is. */
        Asker USER = () -> {};

        /** Throws an exception if the asker's session is no longer the agent's. */
        void check();
    }
}
