package dev.pawl.machine.property;

import dev.pawl.machine.Campaign;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Runs a test with many drawn values; a failure is shrunk and reported with its seed.
 *
 * <p>The system property {@code pawl.seed} repeats the run of a reported seed, and {@code pawl.tries} makes that many times
 * as many tries. A run of the long campaign that reaches the
 * time of {@code pawl.campaign.minutes} stops there, and prints how many tries it made.
 */
public final class Property {
    /** How many tries may be discarded for each one that counts. */
    private static final int DISCARDS = 20;

    private Property() {}

    /** A test of one set of values, all of them drawn from the argument. */
    @FunctionalInterface
    public interface Check {
        void on(Draw draw) throws Exception;
    }

    /** Checks with values of the given number of tries. */
    public static void holds(int tries, Check check) {
        holds(tries * Integer.getInteger("pawl.tries", 1), seed(), check);
    }

    static void holds(int tries, long seed, Check check) {
        var random = new Random(seed);
        int discarded = 0;
        var time = new Campaign.Time();
        for (int tried = 0; tried < tries; ) {
            var run = Run.of(check, Choices.random(random));
            if (run.discarded()) {
                if (++discarded > tries * DISCARDS) {
                    throw new AssertionError("only " + tried + " of " + tries + " tries met what the test assumes, "
                            + discarded + " did not: draw values that fit instead of discarding them");
                }
                continue;
            }
            tried++;
            if (run.failure() != null) {
                throw failed(seed, tried, Shrinking.smallest(check, run));
            }
            if (time.isUp(tried, tries)) {
                return;
            }
        }
    }

    private static AssertionError failed(long seed, int tried, Run smallest) {
        var failure = smallest.failure();
        return new AssertionError(
                "try " + tried + " of seed " + seed + " failed; repeat it with -Dpawl.seed=" + seed
                        + "\nsmallest values: " + smallest.drawn() + "\n" + failure,
                failure);
    }

    private static long seed() {
        @Nullable Long given = Long.getLong("pawl.seed");
        return given == null ? ThreadLocalRandom.current().nextLong(1_000_000_000) : given;
    }
}
