package dev.pawl.api.event;

import dev.pawl.api.session.BranchRecap;
import dev.pawl.api.session.TreeMove;
import dev.pawl.api.value.Decision;
import org.jspecify.annotations.Nullable;

/**
 * The user is about to go to another place in the tree.
 *
 * @param summary the recap of the branch being left that a hook wrote; used only if one is wanted
 */
public record SessionBeforeTree(
        TreeMove preparation, @Nullable BranchRecap summary) {
    public Decision<SessionBeforeTree, Cancel> proceed() {
        return Decision.pass(this);
    }

    public Decision<SessionBeforeTree, Cancel> cancel() {
        return Decision.stop(new Cancel());
    }

    public SessionBeforeTree withSummary(BranchRecap summary) {
        return new SessionBeforeTree(preparation, summary);
    }

    public SessionBeforeTree withPreparation(TreeMove preparation) {
        return new SessionBeforeTree(preparation, summary);
    }
}
