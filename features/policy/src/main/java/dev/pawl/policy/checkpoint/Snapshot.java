package dev.pawl.policy.checkpoint;

import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tree of files at one time.
 *
 * @param tree its name in the store
 * @param nodes all files, by path below the root; a folder comes before its content
 * @param named files that are included because a call named them, though they are ignored or large; null for files that did not
 *     exist
 * @param omitted files that are left out because they are too large or cannot be read
 * @param leftOut these, and the files and folders that ignore files name; the empty path stands for everything
 */
record Snapshot(
        String tree,
        NavigableMap<String, Node> nodes,
        Map<String, @Nullable Node> named,
        Set<String> omitted,
        Set<String> leftOut) {
    /** Returns whether a path was left out, itself or with a folder above it, so that nothing is known about it. */
    boolean leavesOut(String path) {
        return !nodes.containsKey(path) && isBelowLeftOut(path);
    }

    /** Returns whether a path or a folder above it was left out; files in it may be named nevertheless. */
    boolean isBelowLeftOut(String path) {
        if (leftOut.contains("") || leftOut.contains(path)) {
            return true;
        }
        for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
            if (leftOut.contains(path.substring(0, slash))) {
                return true;
            }
        }
        return false;
    }

    Snapshot withNamed(Map<String, @Nullable Node> others) {
        return new Snapshot(tree, nodes, others, omitted, leftOut);
    }
}
