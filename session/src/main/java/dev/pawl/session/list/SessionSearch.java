package dev.pawl.session.list;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Finds sessions by words, all of which have to occur: in the name at best, or else in the text. */
final class SessionSearch {
    /** How well a word fits; less is better. */
    private static final int IN_NAME = 0;

    private static final int SPREAD_OVER_NAME = 1;
    private static final int IN_TEXT = 2;
    private static final int SPREAD_OVER_WORD = 3;
    private static final int NOWHERE = 4;

    /** Two letters are spread over some word of nearly every text. */
    private static final int SHORTEST_SPREAD = 3;

    private final List<String> words;

    SessionSearch(String query) {
        this.words = query.isBlank() ? List.of() : List.of(lower(query).strip().split("\\s+"));
    }

    /** Those that match, the best first; those that match equally well stay in their order. */
    List<SessionSummary> of(List<SessionSummary> sessions) {
        var ranks = sessions.stream().mapToInt(this::rank).toArray();
        return IntStream.range(0, ranks.length)
                .filter(i -> ranks[i] < NOWHERE)
                .boxed()
                .sorted(Comparator.comparingInt(i -> ranks[i]))
                .map(sessions::get)
                .toList();
    }

    /** The rank of the word that fits worst. */
    private int rank(SessionSummary session) {
        if (words.isEmpty()) {
            return IN_NAME;
        }
        var name = session.name() == null ? "" : lower(session.name());
        var text = session.searchText().lower();
        return words.stream().mapToInt(word -> rank(word, name, text)).max().orElse(IN_NAME);
    }

    private static int rank(String word, String name, String text) {
        if (name.contains(word)) {
            return IN_NAME;
        }
        boolean spreads = word.length() >= SHORTEST_SPREAD;
        if (spreads && isSpread(word, name, false)) {
            return SPREAD_OVER_NAME;
        }
        if (text.contains(word)) {
            return IN_TEXT;
        }
        return spreads && isSpread(word, text, true) ? SPREAD_OVER_WORD : NOWHERE;
    }

    /** Whether the letters of a word occur in this order, with others between them; perhaps within one word only. */
    private static boolean isSpread(String word, String text, boolean withinWord) {
        int found = 0;
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter == word.charAt(found)) {
                found++;
                if (found == word.length()) {
                    return true;
                }
            } else if (withinWord && Character.isWhitespace(letter)) {
                found = 0;
            }
        }
        return false;
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
