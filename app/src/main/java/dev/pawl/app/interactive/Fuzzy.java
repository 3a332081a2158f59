package dev.pawl.app.interactive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Finds what a person means by a few letters of it. */
final class Fuzzy {
    private Fuzzy() {}

    private record Hit<T>(T item, int score) {}

    /** Those that have all words of the query, or at least their letters in order; the closest first. */
    static <T> List<T> filter(List<T> items, String query, Function<T, String> text) {
        var words = query.strip().toLowerCase(Locale.ROOT).split("[\\s/]+", -1);
        if (query.isBlank()) {
            return items;
        }
        var hits = new ArrayList<Hit<T>>();
        for (var item : items) {
            var letters = text.apply(item).toLowerCase(Locale.ROOT);
            int sum = 0;
            for (var word : words) {
                int score = score(letters, word);
                if (score < 0) {
                    sum = -1;
                    break;
                }
                sum += score;
            }
            if (sum >= 0) {
                hits.add(new Hit<>(item, sum));
            }
        }
        hits.sort(Comparator.comparingInt(Hit::score));
        return hits.stream().map(Hit::item).toList();
    }

    /** The lower the closer; -1 if it is not there at all. */
    private static int score(String text, String word) {
        int at = text.indexOf(word);
        if (at >= 0) {
            boolean start = at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
            return start ? Math.min(at, 20) : 20 + Math.min(at, 20);
        }
        int from = 0;
        int gaps = 0;
        for (int i = 0; i < word.length(); i++) {
            int next = text.indexOf(word.charAt(i), from);
            if (next < 0) {
                return -1;
            }
            gaps += next - from;
            from = next + 1;
        }
        return 100 + gaps;
    }
}
