package dev.pawl.tools.regex;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The kinds of characters that a program distinguishes: two of the same kind are in the same sets.
 *
 * <p>Kind 0 is the end of a line and kind 1 bytes that are not UTF-8. Kinds of characters beyond ASCII are found when
 * they are met.
 */
final class Alphabet {
    static final int END = 0;
    static final int INVALID = 1;
    private static final int REMEMBERED = 1024;

    private final List<CharSet> sets;
    private final int word;
    private final Map<BitSet, Integer> kinds = new HashMap<>();
    private final List<BitSet> members = new ArrayList<>();
    private final int[] ascii = new int[128];
    private final int[] met = new int[REMEMBERED];
    private final int[] metKinds = new int[REMEMBERED];

    Alphabet(Program program) {
        sets = program.sets();
        word = program.looksAtWords() ? sets.size() : -1;
        members.add(new BitSet());
        members.add(new BitSet());
        for (int c = 0; c < 128; c++) {
            ascii[c] = c == '\n' ? END : classify(c);
        }
        Arrays.fill(met, -1);
    }

    /** The kind of each ASCII character. */
    int[] ascii() {
        return ascii;
    }

    /** How many kinds have been met. */
    int size() {
        return members.size();
    }

    int kind(int c) {
        int slot = c & (REMEMBERED - 1);
        if (met[slot] != c) {
            metKinds[slot] = classify(c);
            met[slot] = c;
        }
        return metKinds[slot];
    }

    boolean isIn(int kind, int set) {
        return members.get(kind).get(set);
    }

    boolean isWord(int kind) {
        return word >= 0 && members.get(kind).get(word);
    }

    private int classify(int c) {
        var memberOf = new BitSet();
        for (int i = 0; i < sets.size(); i++) {
            if (sets.get(i).has(c)) {
                memberOf.set(i);
            }
        }
        if (word >= 0 && Classes.isWord(c)) {
            memberOf.set(word);
        }
        return kinds.computeIfAbsent(memberOf, _ -> {
            members.add(memberOf);
            return members.size() - 1;
        });
    }
}
