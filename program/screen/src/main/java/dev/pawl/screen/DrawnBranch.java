package dev.pawl.screen;

import dev.pawl.session.Session;
import org.jspecify.annotations.Nullable;

/** The branch of the session that is on the screen. */
final class DrawnBranch {
    private volatile @Nullable String leaf;

    /** The session was drawn as it is now. */
    void follows(Session session) {
        leaf = session.leafId();
    }

    /** Returns whether the session continues from an entry that the drawn branch does not lead to. */
    boolean isLeft(Session session) {
        var drawn = leaf;
        var now = session.leafId();
        leaf = now;
        for (var id = now; id != null; ) {
            if (id.equals(drawn)) {
                return false;
            }
            var entry = session.entry(id);
            id = entry == null ? null : entry.parentId();
        }
        return drawn != null;
    }
}
