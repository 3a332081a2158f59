package dev.pawl.base;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Finds the names that a user may mean by a few letters. */
public final class Fuzzy {
    private Fuzzy() {}

    /** Returns the items that fit all words of a query, the best first; all of them, in their order, for none. */
    public static <T> List<T> best(List<T> items, String query, Function<T, String> text) {
        var words = query.strip().split("\\s+");
        if (query.isBlank()) {
            return items;
        }
        record Scored<T>(T item, int score) {}
        var found = new ArrayList<Scored<T>>();
        for (var item : items) {
            var candidate = text.apply(item);
            int sum = 0;
            for (var word : words) {
                int score = score(candidate, word);
                sum = score < 0 || sum < 0 ? -1 : sum + score;
            }
            if (sum >= 0) {
                found.add(new Scored<>(item, sum));
            }
        }
        found.sort(Comparator.comparingInt((Scored<T> scored) -> scored.score).reversed());
        return found.stream().map(Scored::item).toList();
    }

    /**
     * Returns the items whose text has the letters of every word of a query, in their order; in the order given. A slash
     * separates words, too.
     */
    public static <T> List<T> filter(Collection<T> items, String query, Function<T, String> text) {
        var words = query.replace('/', ' ').split(" ", -1);
        var kept = new ArrayList<T>();
        for (var item : items) {
            var candidate = text.apply(item);
            boolean all = true;
            for (var word : words) {
                all &= score(candidate, word.strip()) >= 0;
            }
            if (all) {
                kept.add(item);
            }
        }
        return kept;
    }

    /** Returns how well letters in this order are found in a text; -1 if they are not. */
    public static int score(String text, String letters) {
        var lower = text.toLowerCase(Locale.ROOT);
        var wanted = letters.toLowerCase(Locale.ROOT);
        if (wanted.isEmpty()) {
            return 0;
        }
        int whole = lower.indexOf(wanted);
        if (whole >= 0) {
            int bonus = lower.equals(wanted) ? 400 : startsWord(lower, whole) ? 200 : 100;
            return 1_000 + bonus + Math.max(0, 100 - whole) + Math.max(0, 100 - text.length());
        }
        int score = 500 + Math.max(0, 100 - text.length());
        int at = -1;
        for (int i = 0; i < wanted.length(); i++) {
            int next = lower.indexOf(wanted.charAt(i), at + 1);
            if (next < 0) {
                return -1;
            }
            score += startsWord(lower, next) ? 20 : 0;
            score -= at < 0 ? 0 : Math.min(20, next - at - 1) * 2;
            at = next;
        }
        return Math.max(0, score);
    }

    private static boolean startsWord(String text, int at) {
        return at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
    }
}
