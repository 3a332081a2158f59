package dev.pawl.ai.wire;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;

/** Reads the beginning of a JSON object: what is open is closed, and a name or a word that may not be whole is left out. */
final class PartialJson {
    private final String text;
    /** The brackets that close what is open, the outermost first. */
    private final StringBuilder closers = new StringBuilder();
    /** The end of what can be kept as it is: of a whole value, or of a bracket that opens. */
    private int kept;

    private PartialJson(String text) {
        this.text = text;
    }

    /** Returns the fields that can be read; none if the text does not begin as an object. */
    static JsonObject object(String beginning) {
        try {
            return Json.parse(new PartialJson(beginning).closed()) instanceof JsonObject object
                    ? object
                    : JsonObject.empty();
        } catch (IllegalArgumentException e) {
            return JsonObject.empty();
        }
    }

    private String closed() {
        boolean name = false;
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            switch (c) {
                case '{', '[' -> {
                    closers.append(c == '{' ? '}' : ']');
                    name = c == '{';
                    kept = ++at;
                }
                case '}', ']' -> {
                    closers.setLength(Math.max(0, closers.length() - 1));
                    kept = ++at;
                }
                case ',' -> {
                    name = !closers.isEmpty() && closers.charAt(closers.length() - 1) == '}';
                    at++;
                }
                case ':' -> {
                    name = false;
                    at++;
                }
                case ' ', '\t', '\n', '\r' -> at++;
                case '"' -> {
                    int end = endOfString(at);
                    if (end == text.length() || text.charAt(end) != '"') {
                        return name ? ended("") : ended(text.substring(kept, end) + '"');
                    }
                    at = end + 1;
                    kept = name ? kept : at;
                }
                default -> {
                    at = endOfWord(at);
                    kept = at < text.length() ? at : kept;
                }
            }
        }
        return ended("");
    }

    /** Returns the place of the closing quote; where there is none, the end of what is whole. */
    private int endOfString(int quote) {
        int end = quote + 1;
        while (end < text.length() && text.charAt(end) != '"') {
            int length = text.charAt(end) != '\\' ? 1 : text.startsWith("u", end + 1) ? 6 : 2;
            if (end + length > text.length()) {
                return end;
            }
            end += length;
        }
        return end;
    }

    private int endOfWord(int from) {
        int end = from;
        while (end < text.length() && ",:]} \t\r\n".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private String ended(String rest) {
        return text.substring(0, kept) + rest + closers.reverse();
    }
}
