package dev.pawl.hooks;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The latest traces. Those in which nothing happened are kept apart, so that a thousand silent events do not push out
 * the one that blocked a command.
 */
public final class TraceLog {
    private static final int KEPT = 256;

    private final ArrayDeque<Trace> silent = new ArrayDeque<>(KEPT);
    private final ArrayDeque<Trace> telling = new ArrayDeque<>(KEPT);

    synchronized void add(Trace trace) {
        var kept = trace.hasEffect() ? telling : silent;
        if (kept.size() == KEPT) {
            kept.removeFirst();
        }
        kept.addLast(trace);
    }

    /** The latest dispatches, oldest first. */
    public synchronized List<Trace> latest() {
        var all = new ArrayList<>(silent);
        all.addAll(telling);
        all.sort((a, b) -> Long.compare(a.number(), b.number()));
        return List.copyOf(all);
    }

    /** The latest dispatches in which a hook changed, stopped or broke something, oldest first. */
    public synchronized List<Trace> effects() {
        return List.copyOf(telling);
    }
}
