package dev.pawl.ai.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/** A user's sentence, looked at word by word. */
final class Words {
    // format:off
    private static final List<String> POLITE = List.of(
            "please", "pawl", "ok", "okay", "now", "and", "then", "so", "can you", "could you", "would you", "will you",
            "i want you to", "i'd like you to", "let's", "let us", "try to", "go and");
    private static final Set<String> SMALL = Set.of(
            "a", "an", "the", "all", "any", "every", "some", "me", "my", "our", "your", "this", "that", "these", "those",
            "it", "is", "are", "was", "be", "do", "does", "did", "in", "on", "of", "for", "to", "from", "with", "at",
            "by", "and", "or", "not", "there", "here", "what", "where", "which", "who", "how", "why", "when", "many",
            "much", "file", "files", "folder", "project", "code", "word", "words", "text", "named", "called", "uses",
            "usages", "use", "used", "you", "i", "we", "can", "have", "has", "will", "would", "should", "tell", "show",
            "about", "explain", "please", "occurrences", "lines", "line", "contains", "containing", "defined",
            "declared", "implemented", "work", "works", "get", "gets", "like", "means", "mean");
    // format:on

    private final String text;
    private final String lower;

    Words(String text) {
        this.text = plain(text.strip());
        this.lower = this.text.toLowerCase(Locale.ROOT);
    }

    String text() {
        return text;
    }

    boolean isEmpty() {
        return text.isEmpty();
    }

    int count() {
        return split(text).size();
    }

    boolean contains(String... some) {
        for (var one : some) {
            if (lower.contains(one)) {
                return true;
            }
        }
        return false;
    }

    boolean hasWord(String... some) {
        var all = split(lower);
        for (var one : some) {
            if (all.contains(one)) {
                return true;
            }
        }
        return false;
    }

    /** What follows one of the beginnings; null if none of them begins the sentence. */
    @Nullable
    Words after(String... beginnings) {
        for (var beginning : beginnings) {
            if (begins(lower, beginning)) {
                return new Words(text.substring(beginning.length()));
            }
        }
        return null;
    }

    /** What follows a word inside the sentence, as it was written; null if it is not there. */
    @Nullable
    String behind(String... markers) {
        for (var marker : markers) {
            int at = lower.indexOf(" " + marker + " ");
            if (at >= 0) {
                return text.substring(at + marker.length() + 2).strip();
            }
        }
        return null;
    }

    /** The sentence up to one of the words. */
    Words before(String... markers) {
        int end = text.length();
        for (var marker : markers) {
            int at = lower.indexOf(" " + marker + " ");
            end = at >= 0 ? Math.min(at, end) : end;
        }
        return new Words(text.substring(0, end));
    }

    /** What is between quotes or backticks; null if nothing is. */
    @Nullable
    String quoted() {
        for (var quotes : List.of("``", "\"\"", "“”", "„“", "«»")) {
            int open = text.indexOf(quotes.charAt(0));
            int close = open < 0 ? -1 : text.indexOf(quotes.charAt(1), open + 1);
            if (close > open + 1) {
                return text.substring(open + 1, close).strip();
            }
        }
        return null;
    }

    /** The first word that looks like the name of a file; null if none does. */
    @Nullable
    String file() {
        for (var word : split(text)) {
            if (looksLikeFile(word)) {
                return word.startsWith("@") ? word.substring(1) : word;
            }
        }
        return null;
    }

    /** The last word that is not one of the small ones; null if all are. */
    @Nullable
    String lastWord() {
        var all = split(text);
        for (var word : all.reversed()) {
            if (!SMALL.contains(word.toLowerCase(Locale.ROOT))) {
                return word;
            }
        }
        return null;
    }

    /** The words without the small ones around them. */
    String core() {
        var all = new ArrayList<>(split(text));
        while (!all.isEmpty() && SMALL.contains(all.getFirst().toLowerCase(Locale.ROOT))) {
            all.removeFirst();
        }
        while (!all.isEmpty() && SMALL.contains(all.getLast().toLowerCase(Locale.ROOT))) {
            all.removeLast();
        }
        return String.join(" ", all);
    }

    /** The most specific word: one written like a name, or else the longest; null if all are short. */
    @Nullable
    String mostSpecific() {
        String best = null;
        for (var word : split(text)) {
            if (SMALL.contains(word.toLowerCase(Locale.ROOT))) {
                continue;
            }
            if (best == null || weight(word) > weight(best)) {
                best = word;
            }
        }
        return best;
    }

    private static int weight(String word) {
        boolean name = word.indexOf('_') > 0 || word.indexOf('.') > 0 || word.indexOf('(') > 0;
        for (int i = 1; i < word.length(); i++) {
            name |= Character.isUpperCase(word.charAt(i));
        }
        return word.length() + (name ? 100 : 0);
    }

    private static boolean looksLikeFile(String word) {
        if (word.contains("://")) {
            return false;
        }
        if (word.startsWith("@") && word.length() > 1) {
            return true;
        }
        int dot = word.lastIndexOf('.');
        boolean extension = dot >= 0 && dot < word.length() - 1 && word.length() - dot <= 12;
        for (int i = dot + 1; extension && i < word.length(); i++) {
            extension = Character.isLetterOrDigit(word.charAt(i)) || word.charAt(i) == '_';
        }
        boolean abbreviation = word.equalsIgnoreCase("e.g") || word.equalsIgnoreCase("i.e");
        boolean number = dot > 0 && Character.isDigit(word.charAt(0)) && Character.isDigit(word.charAt(dot + 1));
        return (extension && !abbreviation && !number) || (word.indexOf('/') >= 0 && word.length() > 2);
    }

    /** Words without the punctuation around them. */
    private static List<String> split(String text) {
        var words = new ArrayList<String>();
        for (var tokens = new StringTokenizer(text); tokens.hasMoreTokens(); ) {
            var word = tokens.nextToken();
            int from = 0;
            int to = word.length();
            while (from < to && "`\"'“”„«»([{<".indexOf(word.charAt(from)) >= 0) {
                from++;
            }
            while (to > from && "`\"'“”„«»)]}>?!,;:.".indexOf(word.charAt(to - 1)) >= 0) {
                to--;
            }
            if (from < to) {
                words.add(word.substring(from, to));
            }
        }
        return words;
    }

    private static boolean begins(String lower, String beginning) {
        return lower.startsWith(beginning)
                && (lower.length() == beginning.length()
                        || !Character.isLetterOrDigit(lower.charAt(beginning.length())));
    }

    /** Without the politeness in front. */
    private static String plain(String text) {
        var rest = text;
        boolean found = true;
        while (found) {
            found = false;
            for (var polite : POLITE) {
                if (begins(rest.toLowerCase(Locale.ROOT), polite) && rest.length() > polite.length()) {
                    rest = rest.substring(polite.length()).stripLeading();
                    rest = rest.startsWith(",") ? rest.substring(1).stripLeading() : rest;
                    found = true;
                }
            }
        }
        return rest;
    }
}
