package dev.pawl.tui.editor;

import java.util.ArrayList;
import java.util.List;

/** What was deleted, to be put back. */
final class KillRing {
    private static final int KEPT = 60;

    private final List<String> kills = new ArrayList<>();

    /** What is deleted right after something else goes together with it. */
    void add(String text, boolean forward, boolean together) {
        if (together && !kills.isEmpty()) {
            var latest = kills.removeLast();
            kills.add(forward ? latest + text : text + latest);
            return;
        }
        kills.add(text);
        if (kills.size() > KEPT) {
            kills.removeFirst();
        }
    }

    boolean isEmpty() {
        return kills.isEmpty();
    }

    int size() {
        return kills.size();
    }

    String latest() {
        return kills.getLast();
    }

    /** Makes the one before the latest the latest. */
    void turn() {
        kills.addFirst(kills.removeLast());
    }
}
