package dev.pawl.machine.property;

import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Looks for a simpler failing try: fewer choices first, then smaller ones. */
final class Shrinking {
    private static final int ATTEMPTS = 2_000;

    /** How many choices are left out at once; an element of a list is made of a few. */
    private static final int[] BLOCKS = {32, 16, 8, 6, 5, 4, 3, 2, 1};

    private final Property.Check check;
    private Run best;
    private int attempts;

    private Shrinking(Property.Check check, Run best) {
        this.check = check;
        this.best = best;
    }

    static Run smallest(Property.Check check, Run failing) {
        var shrinking = new Shrinking(check, failing);
        boolean better = true;
        while (better && shrinking.attempts < ATTEMPTS) {
            better = shrinking.deleteBlocks();
            better |= shrinking.lowerEach();
        }
        return shrinking.best;
    }

    private boolean deleteBlocks() {
        boolean better = false;
        for (int size : BLOCKS) {
            for (int at = best.choices().length - size; at >= 0; at--) {
                if (at + size <= best.choices().length) {
                    int start = at;
                    int length = size;
                    better |= tried(choices -> without(choices, start, length));
                }
            }
        }
        return better;
    }

    private boolean lowerEach() {
        boolean better = false;
        for (int i = 0; i < best.choices().length; i++) {
            int at = i;
            if (best.choices()[at] == 0 || tried(choices -> with(choices, at, 0))) {
                continue;
            }
            long fails = best.choices()[at];
            long passes = 0;
            while (at < best.choices().length && fails - passes > 1) {
                long middle = passes + (fails - passes) / 2;
                if (tried(choices -> with(choices, at, middle))) {
                    better = true;
                    fails = middle;
                } else {
                    passes = middle;
                }
            }
        }
        return better;
    }

    private boolean tried(UnaryOperator<long[]> change) {
        if (attempts++ >= ATTEMPTS) {
            return false;
        }
        var run = Run.of(check, Choices.given(change.apply(best.choices())));
        if (!run.failed() || !simpler(run.choices(), best.choices())) {
            return false;
        }
        best = run;
        return true;
    }

    private static boolean simpler(long[] one, long[] other) {
        return one.length != other.length ? one.length < other.length : Arrays.compare(one, other) < 0;
    }

    private static long[] without(long[] choices, int start, int length) {
        var rest = Arrays.copyOf(choices, choices.length - length);
        System.arraycopy(choices, start + length, rest, start, rest.length - start);
        return rest;
    }

    private static long[] with(long[] choices, int at, long value) {
        var changed = choices.clone();
        changed[at] = value;
        return changed;
    }
}
