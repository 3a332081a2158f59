package dev.pawl.session.tree;

import dev.pawl.session.store.EntryLog;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The parents and children in a session, without the entries, which are read only where siblings must be sorted. */
public final class TreeOrder {
    private final int[] firstChild;
    private final int[] next;
    private int firstRoot = EntryLog.NONE;

    private TreeOrder(int size) {
        this.firstChild = new int[size];
        this.next = new int[size];
        Arrays.fill(firstChild, EntryLog.NONE);
    }

    public static TreeOrder of(EntryLog log) {
        var order = new TreeOrder(log.size());
        // Backwards, so that the first one put in last stands first.
        for (int at = log.size() - 1; at >= 0; at--) {
            int parent = log.parent(at);
            if (parent == EntryLog.NONE) {
                order.next[at] = order.firstRoot;
                order.firstRoot = at;
            } else {
                order.next[at] = order.firstChild[parent];
                order.firstChild[parent] = at;
            }
        }
        for (int parent = 0; parent < log.size(); parent++) {
            int first = order.firstChild[parent];
            if (first != EntryLog.NONE && order.next[first] != EntryLog.NONE) {
                order.sort(parent, log);
            }
        }
        return order;
    }

    /** Returns the first entry without a parent, in the order of the file; {@link EntryLog#NONE} if there is no entry. */
    public int firstRoot() {
        return firstRoot;
    }

    /** Returns the oldest child of an entry, or {@link EntryLog#NONE}. */
    public int firstChild(int at) {
        return firstChild[at];
    }

    /** Returns the next child of the same parent, or the next root; {@link EntryLog#NONE} behind the last. */
    public int next(int at) {
        return next[at];
    }

    /** Puts the children of one entry in the order of time. */
    private void sort(int parent, EntryLog log) {
        var children = IntStream.iterate(firstChild[parent], at -> at != EntryLog.NONE, at -> next[at])
                .boxed()
                .sorted(Comparator.comparing(at -> log.entry(at).timestamp()))
                .toList();
        firstChild[parent] = children.getFirst();
        for (int i = 0; i < children.size(); i++) {
            next[children.get(i)] = i + 1 < children.size() ? children.get(i + 1) : EntryLog.NONE;
        }
    }
}
