package dev.pawl.machine.property;

import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that all drawn values are made of: random ones, or given ones when a try is repeated.
 *
 * <p>Shrinking changes these numbers and repeats the test, so it works for every value without knowing its type. The
 * smaller and fewer the numbers, the simpler the values.
 */
final class Choices {
    private final @Nullable Random random;
    private long[] choices;
    private int made;

    private Choices(@Nullable Random random, long[] choices) {
        this.random = random;
        this.choices = choices;
    }

    static Choices random(Random random) {
        return new Choices(random, new long[32]);
    }

    /** Repeats these choices; what is needed beyond them is 0. */
    static Choices given(long[] choices) {
        return new Choices(null, choices.clone());
    }

    /** A number from 0 to the bound, without the bound. */
    long next(long bound) {
        if (made == choices.length) {
            choices = Arrays.copyOf(choices, Math.max(8, choices.length * 2));
        }
        long choice = random == null ? Math.min(choices[made], bound - 1) : random.nextLong(bound);
        choices[made++] = choice;
        return choice;
    }

    boolean random() {
        return random != null;
    }

    /** Replaces the last choice, which was made among others than those that are repeated. */
    void replaceLast(long choice) {
        choices[made - 1] = choice;
    }

    /** A number for deciding which choice to make, which is not itself a choice; only while choices are random. */
    int dice(int sides) {
        return random == null ? sides - 1 : random.nextInt(sides);
    }

    /** A size up to the most: small ones more often, the largest now and then; only while choices are random. */
    int size(int most) {
        if (random == null || most == 0) {
            return 0;
        }
        return switch (random.nextInt(8)) {
            case 0 -> most;
            case 1, 2, 3 -> random.nextInt(Math.min(most, 4) + 1);
            default -> random.nextInt(most + 1);
        };
    }

    long[] made() {
        return Arrays.copyOf(choices, made);
    }
}
