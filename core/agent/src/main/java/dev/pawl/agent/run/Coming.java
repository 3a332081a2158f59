package dev.pawl.agent.run;

import java.util.SortedMap;
import java.util.TreeMap;

/** What is about to start in a session, by number, the oldest first; its owner holds the lock. */
final class Coming {
    enum Stage {
        /** On its way: what is younger waits for it. */
        OPEN,
        /** Its hooks wait for something of their own: nothing waits for it. */
        ASIDE,
        /** Hooks are asked about it, and what they send comes first, once all were asked. */
        YIELDING,
        /** All hooks were asked about it: what they sent begins now. */
        BEHIND
    }

    private record One(Stage stage, boolean sentByHook) {}

    private final SortedMap<Long, One> all = new TreeMap<>();
    private long numbers;

    boolean isEmpty() {
        return all.isEmpty();
    }

    long open(boolean sentByHook) {
        all.put(++numbers, new One(Stage.OPEN, sentByHook));
        return numbers;
    }

    /** Brings it into a stage, also if it was gone. */
    void bring(long number, Stage stage) {
        var now = all.get(number);
        all.put(number, new One(stage, now != null && now.sentByHook()));
    }

    /** Takes something that others wait for out of their way. */
    void leave(long number, Stage stage) {
        var now = all.get(number);
        if (now != null && (now.stage() == Stage.OPEN || now.stage() == Stage.YIELDING)) {
            bring(number, stage);
        }
    }

    void remove(long number) {
        all.remove(number);
    }

    /** Whether something older is on its way, or, if it waits for those, yields to it and is still asked about. */
    boolean holdsBack(long number, boolean yielding) {
        return hasOlder(number, Stage.OPEN) || (yielding && hasOlder(number, Stage.YIELDING));
    }

    boolean hasOlder(long number, Stage stage) {
        return all.headMap(number).values().stream().anyMatch(one -> one.stage() == stage);
    }

    /** Whether something that a hook sent later is on its way. */
    boolean hasSentSince(long number) {
        return all.tailMap(number + 1).values().stream().anyMatch(one -> one.sentByHook() && one.stage() == Stage.OPEN);
    }
}
