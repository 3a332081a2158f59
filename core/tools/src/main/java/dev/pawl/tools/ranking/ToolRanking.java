package dev.pawl.tools.ranking;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.ToolInfo;
import java.text.BreakIterator;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds tools by words (BM25).
 *
 * <p>A tool in which more of the words occur is before one with fewer; a word in the name counts more than any number
 * of them in the description; a query that is the name of a tool finds that tool first.
 */
public final class ToolRanking {
    private static final double K1 = 1.2;
    private static final double B = 0.75;
    private static final double IN_NAME = 3;
    private static final double IN_NAMESPACE = 0.5;

    /** A tool by its words. */
    private record Document(
            ToolInfo tool,
            Set<String> name,
            Set<String> localName,
            Map<String, Integer> text,
            int length,
            Set<String> namespace) {
        boolean has(String term) {
            return name.contains(term) || text.containsKey(term) || namespace.contains(term);
        }
    }

    private record Hit(ToolInfo tool, boolean exact, int covered, double score) {}

    private ToolRanking() {}

    /** The best tools for a query, the best first. */
    public static List<ToolInfo> best(String query, List<ToolInfo> tools, int limit) {
        var terms = new HashSet<>(Terms.of(query));
        var documents = tools.stream().map(ToolRanking::document).toList();
        double average = documents.stream().mapToInt(Document::length).average().orElse(1);
        var weights = weights(terms, documents);
        double all = weights.values().stream().mapToDouble(Double::doubleValue).sum();
        var hits = new ArrayList<Hit>();
        for (var document : documents) {
            double norm = K1 * (1 - B + B * document.length() / (average == 0 ? 1 : average));
            double score = 0;
            int covered = 0;
            for (var term : terms) {
                int count = document.text().getOrDefault(term, 0);
                double weight = (document.name().contains(term) ? IN_NAME : 0)
                        + (document.namespace().contains(term) ? IN_NAMESPACE : 0)
                        + count * (K1 + 1) / (count + norm);
                covered += weight > 0 ? 1 : 0;
                score += weights.getOrDefault(term, 0.0) * weight;
            }
            if (score > 0) {
                boolean named = !document.localName().isEmpty() && terms.containsAll(document.localName());
                hits.add(new Hit(
                        document.tool(),
                        isNameOf(query, document.tool().name()),
                        covered,
                        named ? score + all : score));
            }
        }
        hits.sort(Comparator.comparing(Hit::exact)
                .thenComparingInt(Hit::covered)
                .thenComparingDouble(Hit::score)
                .reversed());
        return hits.stream().limit(limit).map(Hit::tool).toList();
    }

    /** A word that few tools have counts more than one that many have. */
    private static Map<String, Double> weights(Set<String> terms, List<Document> documents) {
        var weights = new HashMap<String, Double>();
        for (var term : terms) {
            long having = documents.stream().filter(one -> one.has(term)).count();
            weights.put(term, Math.log(1 + (documents.size() - having + 0.5) / (having + 0.5)));
        }
        return weights;
    }

    private static Document document(ToolInfo tool) {
        var words = new ArrayList<String>();
        words.add(tool.description());
        schema(tool.parameters(), words, 0);
        var counts = new HashMap<String, Integer>();
        Terms.of(String.join(" ", words)).forEach(term -> counts.merge(term, 1, Integer::sum));
        var namespace = tool.traits().namespace();
        var family = namespace == null
                ? ""
                : namespace.name() + " " + text(namespace.description()) + " " + text(namespace.instructions());
        var name = tool.name();
        return new Document(
                tool,
                Set.copyOf(Terms.of(name)),
                Set.copyOf(Terms.of(name.substring(name.lastIndexOf("__") < 0 ? 0 : name.lastIndexOf("__") + 2))),
                counts,
                counts.values().stream().mapToInt(Integer::intValue).sum(),
                Set.copyOf(Terms.of(family)));
    }

    private static String text(@org.jspecify.annotations.Nullable String text) {
        return text == null ? "" : text;
    }

    /** The names and descriptions of parameters. */
    private static void schema(JsonObject schema, List<String> words, int depth) {
        if (depth > 20) {
            return;
        }
        words.add(schema.string("description", ""));
        schema.object("properties").asMap().forEach((name, property) -> {
            words.add(name);
            if (property instanceof JsonObject inner) {
                schema(inner, words, depth + 1);
            }
        });
        schema(schema.object("items"), words, schema.has("items") ? depth + 1 : 21);
        for (var key : List.of("anyOf", "oneOf", "allOf")) {
            schema.objects(key).forEach(variant -> schema(variant, words, depth + 1));
        }
    }

    /** Returns whether the whole query is the name of a tool, or its last parts. */
    private static boolean isNameOf(String query, String name) {
        var wanted = plain(query);
        var known = plain(name);
        return known.equals(wanted) || known.endsWith("__" + wanted);
    }

    private static String plain(String name) {
        return name.strip().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_$]", "_");
    }

    /** The words of a text by which tools are searched. */
    private static final class Terms {
        private static final Set<String> STOP = Set.of(
                "a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "in", "is", "it", "of", "on", "or",
                "that", "the", "this", "to", "with");
        private static final Pattern HUMP = Pattern.compile("([a-z0-9])([A-Z])");
        private static final Pattern ACRONYM = Pattern.compile("([A-Z]+)([A-Z][a-z])");
        private static final Pattern OTHER = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");
        private static final Pattern PLAIN = Pattern.compile("[a-z0-9 ]*");
        private static final Pattern WORD = Pattern.compile("[a-z0-9]+");
        private static final Pattern ES = Pattern.compile(".*(ches|shes|sses|xes|zes)");

        private Terms() {}

        /** Words in lower case and in the singular, without stop words. */
        static List<String> of(String text) {
            var split = HUMP.matcher(Normalizer.normalize(text, Normalizer.Form.NFC))
                    .replaceAll("$1 $2");
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
}
