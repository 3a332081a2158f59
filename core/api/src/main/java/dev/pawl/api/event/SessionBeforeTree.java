package dev.pawl.api.event;

import dev.pawl.api.session.BranchRecap;
import dev.pawl.api.session.TreeMove;
import dev.pawl.api.value.Decision;
import org.jspecify.annotations.Nullable;

/**
 * The user is about to go to another place in the tree.
 *
 * @param preparation where the user goes, and what is left
 * @param summary the recap of the branch being left that a hook wrote; used only if one is wanted
 */
public record SessionBeforeTree(
        TreeMove preparation, @Nullable BranchRecap summary) {
    /** Lets it happen. */
    public Decision<SessionBeforeTree, Cancel> proceed() {
        return Decision.pass(this);
    }

    /** Stays at the place of now. */
    public Decision<SessionBeforeTree, Cancel> cancel() {
        return Decision.stop(new Cancel());
    }

    /** With a summary of the branch that is left; no model is asked. */
    public SessionBeforeTree withSummary(BranchRecap summary) {
        return new SessionBeforeTree(preparation, summary);
    }

    /** With another label or other instructions for the summary. */
    public SessionBeforeTree withPreparation(TreeMove preparation) {
        return new SessionBeforeTree(preparation, summary);
    }
}
