package dev.pawl.session.list;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds sessions by words, all of which have to occur: in the name at best, or else in the text. What is in quotes is
 * one phrase; behind {@code re:} stands a regular expression.
 */
final class SessionSearch {
    /** Ranks of a match; less is better. */
    private static final int IN_NAME = 0;

    private static final int SPREAD_OVER_NAME = 1;
    private static final int IN_TEXT = 2;
    private static final int NOWHERE = 3;

    /** Two letters are spread over nearly every name. */
    private static final int SHORTEST_SPREAD = 3;

    private static final String EXPRESSION = "re:";

    /** A regular expression may look at so many characters before the session counts as one without it. */
    private static final int MOST_STEPS = 2_000_000;

    /** Words, and phrases in quotes, of which the last may still be open. */
    private static final Pattern TERM = Pattern.compile("\"([^\"]*)(?:\"|$)|(\\S+)");

    private final List<Term> terms;
    private final @Nullable Pattern expression;
    private final boolean broken;

    /** A term that has to occur; a phrase only as it is written. */
    private record Term(String text, boolean phrase) {}

    SessionSearch(String query) {
        var written = query.strip();
        if (written.startsWith(EXPRESSION)) {
            terms = List.of();
            expression = compiled(written.substring(EXPRESSION.length()).strip());
            broken = expression == null;
        } else {
            terms = terms(lower(written));
            expression = null;
            broken = false;
        }
    }

    private static @Nullable Pattern compiled(String written) {
        try {
            return Pattern.compile(written, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.MULTILINE);
        } catch (PatternSyntaxException e) {
            return null;
        }
    }

    private static List<Term> terms(String query) {
        var found = new ArrayList<Term>();
        var match = TERM.matcher(query);
        while (match.find()) {
            var phrase = match.group(1);
            var text = phrase == null ? match.group(2) : phrase.strip();
            if (!text.isEmpty()) {
                found.add(new Term(text, phrase != null));
            }
        }
        return List.copyOf(found);
    }

    /** Returns those that match, the best first; those that match equally well stay in their order. */
    List<SessionSummary> of(List<SessionSummary> sessions) {
        var ranks = sessions.stream().mapToInt(this::rank).toArray();
        return IntStream.range(0, ranks.length)
                .filter(i -> ranks[i] < NOWHERE)
                .boxed()
                .sorted(Comparator.comparingInt(i -> ranks[i]))
                .map(sessions::get)
                .toList();
    }

    /** Returns the rank of the word that fits worst. */
    private int rank(SessionSummary session) {
        if (broken) {
            return NOWHERE;
        }
        if (expression != null) {
            return rank(expression, session);
        }
        var name = session.name() == null ? "" : lower(session.name());
        var text = session.searchText().lower();
        return terms.stream().mapToInt(term -> rank(term, name, text)).max().orElse(IN_NAME);
    }

    private static int rank(Term term, String name, String text) {
        if (!term.phrase) {
            return rank(term.text, name, text);
        }
        return name.contains(term.text) ? IN_NAME : text.contains(term.text) ? IN_TEXT : NOWHERE;
    }

    private static int rank(Pattern expression, SessionSummary session) {
        var name = session.name() == null ? "" : session.name();
        try {
            if (expression.matcher(new Bounded(name)).find()) {
                return IN_NAME;
            }
            return expression.matcher(new Bounded(session.allMessagesText())).find() ? IN_TEXT : NOWHERE;
        } catch (TooManySteps | StackOverflowError e) {
            return NOWHERE;
        }
    }

    /** A text that may be looked at only so often, so that no expression takes for ever. */
    private static final class Bounded implements CharSequence {
        private final CharSequence text;
        private int steps;

        Bounded(CharSequence text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (++steps > MOST_STEPS) {
                throw new TooManySteps();
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }

    private static final class TooManySteps extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static int rank(String word, String name, String text) {
        if (name.contains(word)) {
            return IN_NAME;
        }
        if (word.length() >= SHORTEST_SPREAD && isSpread(word, name)) {
            return SPREAD_OVER_NAME;
        }
        return text.contains(word) ? IN_TEXT : NOWHERE;
    }

    /** Returns whether the letters of a word occur in this order, with others between them. */
    private static boolean isSpread(String word, String name) {
        int found = 0;
        for (int i = 0; i < name.length() && found < word.length(); i++) {
            found += name.charAt(i) == word.charAt(found) ? 1 : 0;
        }
        return found == word.length();
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
