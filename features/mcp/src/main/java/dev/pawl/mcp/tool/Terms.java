package dev.pawl.mcp.tool;

import java.text.BreakIterator;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The words of a text by which tools are searched. */
final class Terms {
    private static final Set<String> STOP = Set.of(
            "a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "is", "it", "of", "on", "or", "that",
            "the", "this", "to", "with");
    private static final Pattern HUMP = Pattern.compile("([a-z0-9])([A-Z])");
    private static final Pattern ACRONYM = Pattern.compile("([A-Z]+)([A-Z][a-z])");
    private static final Pattern OTHER = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");
    private static final Pattern PLAIN = Pattern.compile("[a-z0-9 ]*");
    private static final Pattern WORD = Pattern.compile("[a-z0-9]+");
    private static final Pattern ES = Pattern.compile(".*(ches|shes|sses|xes|zes)");

    private Terms() {}

    /** Words in lower case and in the singular, without stop words. */
    static List<String> of(String text) {
        var split =
                HUMP.matcher(Normalizer.normalize(text, Normalizer.Form.NFC)).replaceAll("$1 $2");
        split = ACRONYM.matcher(split).replaceAll("$1 $2").toLowerCase(Locale.ROOT);
        split = OTHER.matcher(split).replaceAll(" ");
        var terms = new ArrayList<String>();
        for (var word : PLAIN.matcher(split).matches() ? List.of(split.split(" ")) : segments(split)) {
            if (!word.isEmpty() && !STOP.contains(word)) {
                terms.add(WORD.matcher(word).matches() ? singular(word) : word);
            }
        }
        return terms;
    }

    /** Words of scripts that are written without spaces. */
    private static List<String> segments(String text) {
        var words = new ArrayList<String>();
        var breaks = BreakIterator.getWordInstance(Locale.ROOT);
        breaks.setText(text);
        int from = breaks.first();
        for (int to = breaks.next(); to != BreakIterator.DONE; from = to, to = breaks.next()) {
            words.add(text.substring(from, to).strip());
        }
        return words;
    }

    private static String singular(String word) {
        if (word.length() > 4 && word.endsWith("ies")) {
            return word.substring(0, word.length() - 3) + "y";
        }
        if (word.length() > 4 && ES.matcher(word).matches()) {
            return word.substring(0, word.length() - 2);
        }
        return word.length() > 3 && word.endsWith("s") && !word.endsWith("ss")
                ? word.substring(0, word.length() - 1)
                : word;
    }
}
