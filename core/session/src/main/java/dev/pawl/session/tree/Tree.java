package dev.pawl.session.tree;

import dev.pawl.api.session.Entry;
import dev.pawl.api.session.TreeNode;
import dev.pawl.session.store.EntryLog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All entries of a session as nodes, each with its children in the order of time. */
public final class Tree {
    private static final Comparator<TreeNode> BY_TIME =
            Comparator.comparing(node -> node.entry().timestamp());

    private Tree() {}

    /** Returns the roots in the order of the file: entries without a parent, and those whose parent is lost. */
    public static List<TreeNode> of(EntryLog log) {
        var labels = Labels.in(log);
        var waiting = new HashMap<Integer, List<TreeNode>>();
        // Backwards, so that the children of an entry are complete when it is reached.
        for (int i = log.size() - 1; i >= 0; i--) {
            var children = waiting.remove(i);
            waiting.computeIfAbsent(log.parent(i), _ -> new ArrayList<>())
                    .add(node(log.entry(i), children == null ? List.of() : children, labels.get(i)));
        }
        var roots = waiting.get(EntryLog.NONE);
        return roots == null ? List.of() : List.copyOf(roots.reversed());
    }

    private static TreeNode node(Entry entry, List<TreeNode> lastFirst, Entry.@Nullable LabelChange label) {
        var children = lastFirst.reversed().stream().sorted(BY_TIME).toList();
        return label == null
                ? new TreeNode(entry, children, null, null)
                : new TreeNode(entry, children, label.label(), label.timestamp());
    }
}
