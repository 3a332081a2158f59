package dev.pawl.tui.markdown;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a highlighter has to know of a language: its keywords, comments and quotes, from {@code languages.txt}. */
record CodeLanguage(
        String name,
        Set<String> keywords,
        List<String> lineComments,
        List<Span> spans,
        String quoted,
        boolean anyCase) {
    private static final CodeLanguage PLAIN = new CodeLanguage("", Set.of(), List.of(), List.of(), "", false);

    /** Something that may go over several lines. */
    record Span(String start, String end, boolean comment) {}

    /** Read when the first code is shown. */
    private static final class Table {
        static final Map<String, CodeLanguage> BY_NAME = read();

        private static Map<String, CodeLanguage> read() {
            var found = new HashMap<String, CodeLanguage>();
            try (var in = CodeLanguage.class.getResourceAsStream("languages.txt")) {
                if (in != null) {
                    for (var line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                        if (!line.isBlank() && !line.startsWith("#")) {
                            parse(line, found);
                        }
                    }
                }
            } catch (IOException e) {
                return Map.of();
            }
            return Map.copyOf(found);
        }

        /** Names | line comments | spans as start…end | quotes | keywords. */
        private static void parse(String line, Map<String, CodeLanguage> found) {
            var fields = line.split("\\|", -1);
            var names = fields[0].strip().split(" ");
            var comments = words(fields[1]);
            var spans = words(fields[2]).stream()
                    .map(span -> {
                        int middle = span.indexOf('…');
                        var start = span.substring(0, middle);
                        boolean comment = start.startsWith("/*") || start.startsWith("<!") || start.startsWith("--");
                        return new Span(start, span.substring(middle + 1), comment);
                    })
                    .toList();
            var language = new CodeLanguage(
                    names[0], Set.copyOf(words(fields[4])), comments, spans, fields[3].strip(), names[0].equals("sql"));
            for (var name : names) {
                found.put(name, language);
            }
        }

        private static List<String> words(String field) {
            return field.isBlank() ? List.of() : List.of(field.strip().split(" "));
        }
    }

    /** The language that the words behind a fence name; one without anything to colour if it is unknown. */
    static CodeLanguage of(String info) {
        var first = info.strip();
        int end = 0;
        while (end < first.length() && " {,:".indexOf(first.charAt(end)) < 0) {
            end++;
        }
        var name = first.substring(0, end).toLowerCase(Locale.ROOT);
        return name.isEmpty() ? PLAIN : Table.BY_NAME.getOrDefault(name, PLAIN);
    }

    boolean isPlain() {
        return name.isEmpty();
    }

    boolean isDiff() {
        return name.equals("diff");
    }

    /** Returns whether quoted words before a colon are keys. */
    boolean hasKeys() {
        return name.equals("json");
    }

    boolean quotes(char c) {
        return quoted.indexOf(c) >= 0;
    }

    boolean isKeyword(String word) {
        return keywords.contains(anyCase ? word.toLowerCase(Locale.ROOT) : word);
    }

    boolean lineComment(String line, int at) {
        for (var comment : lineComments) {
            boolean inWord = comment.equals("#") && at > 0 && line.charAt(at - 1) != ' ';
            if (line.startsWith(comment, at) && !inWord) {
                return true;
            }
        }
        return false;
    }

    @Nullable
    Span span(String line, int at) {
        for (var span : spans) {
            if (line.startsWith(span.start, at)) {
                return span;
            }
        }
        return null;
    }
}
