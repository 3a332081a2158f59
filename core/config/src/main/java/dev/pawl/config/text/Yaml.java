package dev.pawl.config.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the part of YAML that users write at the head of Markdown files.
 *
 * <p>It is more forgiving than YAML: a text may hold a colon, and what it cannot make sense of is one line lost, not the
 * file.
 */
final class Yaml {
    private final String[] lines;
    private final int firstLine;
    private final List<String> complaints;
    private int at;

    /** @param firstLine the number of the first line in its file */
    Yaml(String[] lines, int firstLine, List<String> complaints) {
        this.lines = lines;
        this.firstLine = firstLine;
        this.complaints = complaints;
    }

    Map<String, @Nullable Object> object() {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        while (at < lines.length) {
            var line = lines[at];
            int colon = isNothing(line) ? -1 : colon(line);
            if (isNothing(line)) {
                at++;
            } else if (indent(line) > 0 || colon < 0) {
                complaints.add(place() + ": \"" + line.strip() + "\" is not of the form \"name: value\"");
                at++;
            } else {
                var name = YamlText.unquoted(line.substring(0, colon).strip());
                var rest = line.substring(colon + 1).strip();
                var place = place();
                at++;
                fields.put(name, value(rest, place));
            }
        }
        return Collections.unmodifiableMap(fields);
    }

    private @Nullable Object value(String rest, String place) {
        if (rest.startsWith("|") || rest.startsWith(">")) {
            return YamlText.block(rest, below(false));
        }
        if (rest.isEmpty() || rest.startsWith("#")) {
            return nested();
        }
        var text = new StringBuilder(rest);
        for (var line : below(false)) {
            text.append('\n').append(line.strip());
        }
        return inline(text.toString(), place);
    }

    /** What is below a name that has nothing beside it: a list, an object, a longer text, or nothing. */
    private @Nullable Object nested() {
        int first = firstLine + at;
        var inner = below(true);
        int from = 0;
        while (from < inner.size() && isNothing(inner.get(from))) {
            from++;
        }
        if (from == inner.size()) {
            return null;
        }
        var stripped = unindented(inner);
        var head = stripped.get(from);
        if (isItem(head)) {
            return items(stripped, first);
        }
        if (head.charAt(0) != '{' && head.charAt(0) != '[' && colon(head) >= 0) {
            return new Yaml(stripped.toArray(String[]::new), first, complaints).object();
        }
        return inline(String.join("\n", stripped).strip(), "line " + (first + from));
    }

    /** Takes the lines that are indented or empty; for lists also those that begin with a dash. */
    private List<String> below(boolean dashes) {
        var taken = new ArrayList<String>();
        while (at < lines.length) {
            var line = lines[at];
            if (line.isBlank() || indent(line) > 0 || (dashes && isItem(line))) {
                taken.add(line);
                at++;
            } else {
                break;
            }
        }
        while (!taken.isEmpty() && taken.getLast().isBlank()) {
            taken.removeLast();
        }
        return taken;
    }

    private List<@Nullable Object> items(List<String> inner, int first) {
        var items = new ArrayList<@Nullable Object>();
        for (int i = 0; i < inner.size(); i++) {
            var line = inner.get(i);
            if (isNothing(line)) {
                continue;
            }
            if (!isItem(line)) {
                complaints.add("line " + (first + i) + ": \"" + line.strip() + "\" is not of the form \"- value\"");
                continue;
            }
            var item = new ArrayList<>(List.of(" " + line.substring(1)));
            while (i + 1 < inner.size() && !inner.get(i + 1).isBlank() && indent(inner.get(i + 1)) > 0) {
                item.add(inner.get(++i));
            }
            int start = first + i + 1 - item.size();
            items.add(
                    isObject(item)
                            ? new Yaml(unindented(item).toArray(String[]::new), start, complaints).object()
                            : inline(joined(item), "line " + (first + i)));
        }
        return Collections.unmodifiableList(items);
    }

    /** An item of one line is a text, whatever it holds; one with more names below the first is an object. */
    private static boolean isObject(List<String> item) {
        var head = item.getFirst().strip();
        if (item.size() == 1 || colon(head) < 0) {
            return false;
        }
        var next = item.get(1).strip();
        return head.endsWith(":") || (indent(item.get(1)) == indent(item.getFirst()) && colon(next) >= 0);
    }

    private static String joined(List<String> lines) {
        return String.join("\n", lines.stream().map(String::strip).toList());
    }

    private @Nullable Object inline(String text, String place) {
        char first = text.isEmpty() ? ' ' : text.charAt(0);
        if (first == '[') {
            return YamlText.list(text, place, complaints);
        }
        if (first == '"' || first == '\'') {
            return YamlText.quoted(text, place, complaints);
        }
        return YamlText.plain(text);
    }

    /** Where the colon after a name stands; -1 if the line has none. */
    private static int colon(String line) {
        int from = 0;
        char quote = line.isEmpty() ? ' ' : line.charAt(0);
        if (quote == '"' || quote == '\'') {
            from = line.indexOf(quote, 1) + 1;
            if (from == 0) {
                return -1;
            }
        }
        for (int colon = line.indexOf(':', from); colon >= 0; colon = line.indexOf(':', colon + 1)) {
            if (colon > 0 && (colon + 1 == line.length() || Character.isWhitespace(line.charAt(colon + 1)))) {
                return colon;
            }
        }
        return -1;
    }

    private static boolean isItem(String line) {
        return line.equals("-") || line.startsWith("- ");
    }

    private static boolean isNothing(String line) {
        return line.isBlank() || line.stripLeading().startsWith("#");
    }

    private static List<String> unindented(List<String> lines) {
        int least = Integer.MAX_VALUE;
        for (var line : lines) {
            least = isNothing(line) ? least : Math.min(least, indent(line));
        }
        var unindented = new ArrayList<String>();
        for (var line : lines) {
            unindented.add(line.substring(Math.min(least, indent(line))));
        }
        return unindented;
    }

    static int indent(String line) {
        int indent = 0;
        while (indent < line.length() && (line.charAt(indent) == ' ' || line.charAt(indent) == '\t')) {
            indent++;
        }
        return indent;
    }

    private String place() {
        return "line " + (firstLine + at);
    }
}
