package dev.pawl.config.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The forms that a text has in YAML: plain, in quotes, in brackets, and in lines of its own. */
final class YamlText {
    private YamlText() {}

    /** A text without quotes, up to a comment; lines are joined by spaces. True, false and nothing are themselves. */
    static @Nullable Object plain(String text) {
        var value = joined(withoutComment(text)).strip();
        return switch (value) {
            case "true", "True", "TRUE" -> true;
            case "false", "False", "FALSE" -> false;
            case "null", "Null", "NULL", "~", "" -> null;
            default -> value;
        };
    }

    static String quoted(String text, String place, List<String> complaints) {
        int end = endOfQuotes(text, 0);
        if (end < 0) {
            complaints.add(place + ": the quotes are not closed");
            return joined(text.substring(1)).strip();
        }
        var rest = text.substring(end + 1).strip();
        if (!rest.isEmpty() && !rest.startsWith("#")) {
            // A quoted beginning of a longer text, which YAML refuses although its meaning is clear.
            return joined(text);
        }
        return unquoted(text.substring(0, end + 1));
    }

    /** A text that may be in quotes as a whole. */
    static String unquoted(String text) {
        if (text.length() < 2 || endOfQuotes(text, 0) != text.length() - 1) {
            return text;
        }
        var inside = joined(text.substring(1, text.length() - 1));
        return text.charAt(0) == '"' ? unescaped(inside) : inside.replace("''", "'");
    }

    static List<@Nullable Object> list(String text, String place, List<String> complaints) {
        var items = new ArrayList<@Nullable Object>();
        int from = 1;
        int depth = 0;
        for (int i = 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c == '"' || c == '\'') && text.substring(from, i).isBlank()) {
                int end = endOfQuotes(text, i);
                i = end < 0 ? i : end;
            } else if (depth == 0 && (c == ',' || c == ']')) {
                var item = text.substring(from, i).strip();
                if (!item.isEmpty()) {
                    items.add(item.charAt(0) == '"' || item.charAt(0) == '\'' ? unquoted(item) : plain(item));
                }
                from = i + 1;
                if (c == ']') {
                    return items;
                }
            } else {
                depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
            }
        }
        complaints.add(place + ": the bracket is not closed");
        return items;
    }

    /** A text in lines of its own: {@code |} keeps the lines, {@code >} joins them. */
    static String block(String header, List<String> lines) {
        boolean fold = header.charAt(0) == '>';
        var style = withoutComment(header).strip();
        int indent = Integer.MAX_VALUE;
        for (var line : lines) {
            indent = line.isBlank() ? indent : Math.min(indent, Yaml.indent(line));
        }
        var text = new StringBuilder();
        boolean joinable = false;
        int empty = 0;
        for (var line : lines) {
            var inside = line.isBlank() ? "" : line.substring(Math.min(indent, line.length()));
            if (inside.isEmpty()) {
                empty++;
                continue;
            }
            boolean plain = !Character.isWhitespace(inside.charAt(0));
            if (!text.isEmpty() || empty > 0) {
                boolean join = fold && joinable && plain;
                text.repeat('\n', text.isEmpty() ? empty : join ? empty : empty + 1);
                text.append(join && empty == 0 ? " " : "");
            }
            text.append(inside);
            joinable = plain;
            empty = 0;
        }
        return text.isEmpty() || style.contains("-")
                ? text.toString()
                : text.append('\n').toString();
    }

    private static int endOfQuotes(String text, int open) {
        if (text.isEmpty() || (text.charAt(open) != '"' && text.charAt(open) != '\'')) {
            return -1;
        }
        char quote = text.charAt(open);
        for (int i = open + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && quote == '"') {
                i++;
            } else if (c == quote) {
                boolean twice = quote == '\'' && i + 1 < text.length() && text.charAt(i + 1) == '\'';
                if (!twice) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }

    private static String unescaped(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        var out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\' || i + 1 == text.length()) {
                out.append(c);
                continue;
            }
            char escape = text.charAt(++i);
            int digits = escape == 'x' ? 2 : escape == 'u' ? 4 : escape == 'U' ? 8 : 0;
            int code = digits == 0 ? -1 : code(text, i + 1, digits);
            if (code >= 0) {
                out.appendCodePoint(code);
                i += digits;
            } else {
                out.append(
                        switch (escape) {
                            case 'n' -> "\n";
                            case 't' -> "\t";
                            case 'r' -> "\r";
                            case '0' -> "\0";
                            case '"', '\\', '/', ' ' -> String.valueOf(escape);
                            default -> "\\" + escape;
                        });
            }
        }
        return out.toString();
    }

    private static int code(String text, int from, int digits) {
        if (from + digits > text.length()) {
            return -1;
        }
        try {
            int code = Integer.parseInt(text, from, from + digits, 16);
            return Character.isValidCodePoint(code) ? code : -1;
        } catch (NumberFormatException _) {
            return -1;
        }
    }

    private static String withoutComment(String text) {
        if (text.indexOf('#') < 0) {
            return text;
        }
        var lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            var line = lines[i];
            int hash = line.indexOf('#');
            while (hash > 0 && !Character.isWhitespace(line.charAt(hash - 1))) {
                hash = line.indexOf('#', hash + 1);
            }
            lines[i] = hash < 0 ? line : line.substring(0, hash);
        }
        return String.join("\n", lines);
    }

    /** Lines become one; an empty line stands for a line end. */
    private static String joined(String text) {
        if (text.indexOf('\n') < 0) {
            return text;
        }
        var out = new StringBuilder();
        boolean gap = true;
        for (var line : text.split("\n", -1)) {
            if (line.isBlank()) {
                out.append(out.isEmpty() ? "" : "\n");
                gap = true;
            } else {
                out.append(gap ? "" : " ").append(line.strip());
                gap = false;
            }
        }
        return out.toString();
    }
}
