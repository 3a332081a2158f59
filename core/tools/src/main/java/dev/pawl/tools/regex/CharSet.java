package dev.pawl.tools.regex;

import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A set of characters, as a question that can be asked of each.
 *
 * @param only the one character that makes up the set as it was written; -1 if there are several
 * @param anyCase whether upper and lower case are the same
 */
record CharSet(IntPredicate contains, int only, boolean anyCase) {
    static final CharSet ANY = new CharSet(c -> c != '\n', -1, false);

    static CharSet of(IntPredicate contains) {
        return new CharSet(contains, -1, false);
    }

    static CharSet of(int character) {
        return new CharSet(c -> c == character, character, false);
    }

    static CharSet range(int from, int to) {
        return from == to ? of(from) : of(c -> c >= from && c <= to);
    }

    /** Questions are compared by identity. Those that a record gets by itself would cost the first search 20 ms. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CharSet set && contains == set.contains && only == set.only && anyCase == set.anyCase;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(contains);
    }

    boolean has(int character) {
        return contains.test(character);
    }

    CharSet not() {
        return of(c -> !has(c) && c != '\n');
    }

    CharSet or(CharSet other) {
        return of(c -> has(c) || other.has(c));
    }

    CharSet and(CharSet other) {
        return of(c -> has(c) && other.has(c));
    }

    CharSet minus(CharSet other) {
        return of(c -> has(c) && !other.has(c));
    }

    CharSet xor(CharSet other) {
        return of(c -> has(c) != other.has(c));
    }

    /** The set with both cases of all its letters. */
    CharSet ignoringCase() {
        return new CharSet(
                c -> {
                    int lower = Character.toLowerCase(c);
                    int upper = Character.toUpperCase(c);
                    return has(c)
                            || has(lower)
                            || has(upper)
                            || has(Character.toLowerCase(upper))
                            || has(Character.toUpperCase(lower));
                },
                only,
                true);
    }
}
