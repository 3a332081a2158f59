package dev.pawl.base;

import java.util.List;

/** Compares by identity what is expensive to compare by value. */
public final class Identity {
    private Identity() {}

    /** Returns whether both lists hold the same objects in the same order. */
    public static boolean sameElements(List<?> one, List<?> other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (one.get(i) != other.get(i)) {
                return false;
            }
        }
        return true;
    }
}
