package dev.pawl.base;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the names that a user may have meant by one that is mistyped. */
public final class Nearest {
    private static final int NEAR = 2;

    private record Candidate(String name, int distance) {}

    private Nearest() {}

    /** Returns the name that begins with what was typed, or of which a letter or two are others; null if there is none. */
    public static @Nullable String of(String typed, Collection<String> names) {
        return of(typed, names, NEAR);
    }

    /** As {@link #of(String, Collection)}, with at most so many letters that are others. */
    public static @Nullable String of(String typed, Collection<String> names, int most) {
        return names.stream()
                .map(name -> new Candidate(name, name.startsWith(typed) ? 1 : distance(typed, name)))
                .filter(one -> one.distance <= most && one.distance < longer(typed, one.name))
                .min(Comparator.comparingInt(Candidate::distance))
                .map(Candidate::name)
                .orElse(null);
    }

    /** Returns at most so many names, nearest first; none that differ in more than a third of the letters. */
    public static List<String> to(String typed, Collection<String> names, int most) {
        var wanted = typed.toLowerCase(Locale.ROOT);
        return names.stream()
                .map(name -> new Candidate(name, distance(wanted, name.toLowerCase(Locale.ROOT))))
                .filter(one -> one.distance <= Math.max(1, longer(wanted, one.name) / 3))
                .sorted(Comparator.comparingInt(Candidate::distance).thenComparing(Candidate::name))
                .limit(most)
                .map(Candidate::name)
                .toList();
    }

    private static int longer(String one, String other) {
        return Math.max(one.length(), other.length());
    }

    /** Returns how many letters are to be put in, taken out, changed or exchanged with the next. */
    private static int distance(String one, String other) {
        var rows = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int k = 0; k <= other.length(); k++) {
                if (i == 0 || k == 0) {
                    rows[i][k] = i + k;
                    continue;
                }
                int changed = one.charAt(i - 1) == other.charAt(k - 1) ? 0 : 1;
                rows[i][k] = Math.min(rows[i - 1][k - 1] + changed, Math.min(rows[i - 1][k], rows[i][k - 1]) + 1);
                if (i > 1
                        && k > 1
                        && one.charAt(i - 1) == other.charAt(k - 2)
                        && one.charAt(i - 2) == other.charAt(k - 1)) {
                    rows[i][k] = Math.min(rows[i][k], rows[i - 2][k - 2] + 1);
                }
            }
        }
        return rows[one.length()][other.length()];
    }
}
