package dev.pawl.session.tree;

import dev.pawl.session.store.EntryLog;

/**
 * The ways through the tree of a session, as indices in its log.
 *
 * <p>A parent always comes before its children, so the indices of a way from the root ascend.
 */
public final class Branch {
    private Branch() {}

    /** Returns the entries from the root to a leaf; none for {@link EntryLog#NONE}. */
    public static int[] path(EntryLog log, int leaf) {
        return below(log, EntryLog.NONE, leaf);
    }

    /** Returns the entries from the child of an ancestor to a leaf; the whole path if it does not lead past that ancestor. */
    public static int[] below(EntryLog log, int ancestor, int leaf) {
        int length = 0;
        for (int at = leaf; at != ancestor && at != EntryLog.NONE; at = log.parent(at)) {
            length++;
        }
        var path = new int[length];
        for (int at = leaf; length > 0; at = log.parent(at)) {
            path[--length] = at;
        }
        return path;
    }

    /** Returns the deepest entry on the paths of both, which may be one of them; {@link EntryLog#NONE} if they share none. */
    public static int commonAncestor(EntryLog log, int one, int other) {
        while (one != other) {
            if (one > other) {
                one = log.parent(one);
            } else {
                other = log.parent(other);
            }
        }
        return one;
    }

    /** Returns whether an entry is on the path to a leaf. */
    static boolean contains(EntryLog log, int leaf, int index) {
        return index != EntryLog.NONE && commonAncestor(log, leaf, index) == index;
    }
}
