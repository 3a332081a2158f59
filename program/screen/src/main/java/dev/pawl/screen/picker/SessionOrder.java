package dev.pawl.screen.picker;

import dev.pawl.session.list.SessionSummary;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** In which order sessions are offered. */
public enum SessionOrder {
    /** Those that were made from another stand below it. */
    THREADS("Newest first, forks below what they were made from"),
    RECENT("Newest first"),
    /** While nothing is searched for, the newest are the closest. */
    RELEVANCE("Closest to what you type first");

    private final String words;

    SessionOrder(String words) {
        this.words = words;
    }

    /** A session, and how far in it stands. */
    public record Placed(SessionSummary session, int depth) {}

    String words() {
        return words;
    }

    SessionOrder next() {
        return switch (this) {
            case THREADS -> RECENT;
            case RECENT -> RELEVANCE;
            case RELEVANCE -> THREADS;
        };
    }

    /** Returns what a search found, which comes with the closest first. */
    public List<SessionSummary> found(List<SessionSummary> all, List<SessionSummary> found) {
        if (this == RELEVANCE) {
            return found;
        }
        var paths = paths(found);
        return all.stream().filter(one -> paths.contains(one.path())).toList();
    }

    private static Set<Path> paths(List<SessionSummary> sessions) {
        return sessions.stream().map(SessionSummary::path).collect(Collectors.toSet());
    }

    /** The sessions, which come with the newest first, in this order. */
    public List<Placed> place(List<SessionSummary> newestFirst) {
        if (this != THREADS) {
            return newestFirst.stream().map(one -> new Placed(one, 0)).toList();
        }
        var known = paths(newestFirst);
        var forks = new HashMap<Path, List<SessionSummary>>();
        var roots = new ArrayList<SessionSummary>();
        for (var one : newestFirst) {
            var parent = one.parentSessionPath();
            if (parent != null && known.contains(Path.of(parent))) {
                forks.computeIfAbsent(Path.of(parent), _ -> new ArrayList<>()).add(one);
            } else {
                roots.add(one);
            }
        }
        // Those that name each other as their origin come last, rather than never.
        roots.addAll(newestFirst);
        return threads(roots, forks);
    }

    private static List<Placed> threads(List<SessionSummary> roots, Map<Path, List<SessionSummary>> forks) {
        var placed = new ArrayList<Placed>();
        var seen = new HashSet<Path>();
        for (var root : roots) {
            var waiting = new ArrayDeque<Placed>();
            waiting.push(new Placed(root, 0));
            while (!waiting.isEmpty()) {
                var next = waiting.pop();
                if (seen.add(next.session.path())) {
                    placed.add(next);
                    for (var fork :
                            forks.getOrDefault(next.session.path(), List.of()).reversed()) {
                        waiting.push(new Placed(fork, next.depth + 1));
                    }
                }
            }
        }
        return placed;
    }
}
