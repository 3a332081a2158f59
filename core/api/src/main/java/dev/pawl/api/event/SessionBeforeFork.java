package dev.pawl.api.event;

import dev.pawl.api.context.CommandContext;
import dev.pawl.api.value.Decision;

/**
 * The user is about to start a session from an entry of this one.
 *
 * @param entryId the entry from which the new session starts
 * @param entryIndex the place of the entry on the branch, counting the header as 0
 * @param position whether the new session ends in front of the entry or with it
 * @param skipConversationRestore whether the conversation in memory stays as it is
 */
public record SessionBeforeFork(
        String entryId, int entryIndex, CommandContext.ForkPosition position, boolean skipConversationRestore) {
    /** Lets it happen. */
    public Decision<SessionBeforeFork, Cancel> proceed() {
        return Decision.pass(this);
    }

    /** Forks the file and leaves the conversation in memory alone: for hooks that restore the code instead. */
    public Decision<SessionBeforeFork, Cancel> proceedWithoutRestore() {
        return Decision.pass(new SessionBeforeFork(entryId, entryIndex, position, true));
    }

    /** Stays in this session. */
    public Decision<SessionBeforeFork, Cancel> cancel() {
        return Decision.stop(new Cancel());
    }
}
