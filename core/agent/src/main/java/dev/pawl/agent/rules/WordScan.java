package dev.pawl.agent.rules;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Looks for many words in a stream of characters at once, one step a character.
 *
 * <p>The automaton of Aho and Corasick; letters from A to Z count in both cases.
 */
public final class WordScan {
    private final char[] classes = new char[128];
    private final int width;
    private final int[] next;
    private final int[][] ends;

    /** @param words for each that is looked for, the words that stand for it */
    public WordScan(List<List<String>> words) {
        int letters = 1;
        int states = 1;
        for (var several : words) {
            for (var word : several) {
                states += word.length();
                for (char c : word.toLowerCase(Locale.ROOT).toCharArray()) {
                    if (classes[c] == 0) {
                        classes[c] = (char) letters++;
                    }
                }
            }
        }
        for (char c = 'A'; c <= 'Z'; c++) {
            classes[c] = classes[Character.toLowerCase(c)];
        }
        width = letters;
        next = new int[states * width];
        ends = new int[states][];
        build(words);
    }

    /** Returns the state after a character; the first state is 0. */
    public int step(int state, char c) {
        return c < 128 ? next[state * width + classes[c]] : 0;
    }

    /** Returns those whose words end in a state; null if there are none. */
    public int @org.jspecify.annotations.Nullable [] ends(int state) {
        return ends[state];
    }

    private void build(List<List<String>> words) {
        int used = 1;
        for (int i = 0; i < words.size(); i++) {
            for (var word : words.get(i)) {
                int state = 0;
                for (char c : word.toLowerCase(Locale.ROOT).toCharArray()) {
                    int at = state * width + classes[c];
                    if (next[at] == 0) {
                        next[at] = used++;
                    }
                    state = next[at];
                }
                ends[state] = with(ends[state], i);
            }
        }
        connect(used);
    }

    /** Leads every state on where its word does not: to the longest word that ends the same. */
    private void connect(int used) {
        var fallback = new int[used];
        var open = new ArrayDeque<Integer>();
        for (int letter = 0; letter < width; letter++) {
            if (next[letter] != 0) {
                open.add(next[letter]);
            }
        }
        while (!open.isEmpty()) {
            int state = open.remove();
            for (int end : orNone(ends[fallback[state]])) {
                ends[state] = with(ends[state], end);
            }
            for (int letter = 0; letter < width; letter++) {
                int child = next[state * width + letter];
                int other = next[fallback[state] * width + letter];
                if (child == 0) {
                    next[state * width + letter] = other;
                } else {
                    fallback[child] = other;
                    open.add(child);
                }
            }
        }
    }

    private static int[] orNone(int @org.jspecify.annotations.Nullable [] some) {
        return some == null ? new int[0] : some;
    }

    private static int[] with(int @org.jspecify.annotations.Nullable [] some, int one) {
        var grown = Arrays.copyOf(orNone(some), some == null ? 1 : some.length + 1);
        grown[grown.length - 1] = one;
        return grown;
    }
}
