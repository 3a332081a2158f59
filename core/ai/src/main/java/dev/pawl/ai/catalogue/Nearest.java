package dev.pawl.ai.catalogue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Finds the names that a user may have meant. */
final class Nearest {
    private record Candidate(String name, int distance) {}

    private Nearest() {}

    /** At most so many names, nearest first; none that differ in more than a third of the letters. */
    static List<String> to(String written, Collection<String> names, int most) {
        var wanted = written.toLowerCase(Locale.ROOT);
        var candidates = new ArrayList<Candidate>();
        for (var name : names) {
            int distance = distance(wanted, name.toLowerCase(Locale.ROOT));
            if (distance <= Math.max(1, Math.max(wanted.length(), name.length()) / 3)) {
                candidates.add(new Candidate(name, distance));
            }
        }
        candidates.sort((a, b) ->
                a.distance != b.distance ? Integer.compare(a.distance, b.distance) : a.name.compareTo(b.name));
        var nearest = new ArrayList<String>();
        for (var candidate : candidates.subList(0, Math.min(most, candidates.size()))) {
            nearest.add(candidate.name);
        }
        return nearest;
    }

    /** Returns how many letters must be put in, taken out or replaced to make one of the other. */
    static int distance(String a, String b) {
        var row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
