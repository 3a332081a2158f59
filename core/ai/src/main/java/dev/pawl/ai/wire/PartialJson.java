package dev.pawl.ai.wire;

import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the beginning of a JSON object as far as it goes: what is still open is taken as closed. */
final class PartialJson {
    private final String text;
    private int at;

    private PartialJson(String text) {
        this.text = text;
    }

    /** Returns the fields that can be read; none if the text does not begin as an object. */
    static JsonObject object(String beginning) {
        var reader = new PartialJson(beginning);
        reader.space();
        if (!reader.more() || reader.text.charAt(reader.at) != '{') {
            return JsonObject.empty();
        }
        try {
            return JsonObject.from(reader.fields(0));
        } catch (Broken e) {
            return JsonObject.empty();
        }
    }

    private Map<String, @Nullable Object> fields(int depth) throws Broken {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        at++;
        while (true) {
            space();
            if (!more()) {
                return fields;
            }
            char c = text.charAt(at);
            if (c == '}') {
                at++;
                return fields;
            }
            if (c == ',') {
                at++;
                continue;
            }
            if (c != '"') {
                throw new Broken();
            }
            var name = new StringBuilder();
            boolean whole = string(name);
            space();
            if (!whole || !more()) {
                return fields;
            }
            if (text.charAt(at) != ':') {
                throw new Broken();
            }
            at++;
            space();
            if (!more()) {
                return fields;
            }
            var value = value(depth + 1);
            if (value != UNREADABLE) {
                fields.put(name.toString(), value);
            }
        }
    }

    private static final Object UNREADABLE = new Object();

    private @Nullable Object value(int depth) throws Broken {
        if (depth > 500) {
            throw new Broken();
        }
        return switch (text.charAt(at)) {
            case '{' -> fields(depth);
            case '[' -> elements(depth);
            case '"' -> {
                var string = new StringBuilder();
                string(string);
                yield string.toString();
            }
            default -> word();
        };
    }

    private List<@Nullable Object> elements(int depth) throws Broken {
        var elements = new ArrayList<@Nullable Object>();
        at++;
        while (true) {
            space();
            if (!more()) {
                return elements;
            }
            char c = text.charAt(at);
            if (c == ']') {
                at++;
                return elements;
            }
            if (c == ',') {
                at++;
                continue;
            }
            var value = value(depth + 1);
            if (value != UNREADABLE) {
                elements.add(value);
            }
        }
    }

    /** Reads a string from its quote on; false if its end has not come yet. */
    private boolean string(StringBuilder into) {
        at++;
        while (more()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return true;
            }
            if (c != '\\') {
                into.append(c);
            } else if (!escape(into)) {
                at = text.length();
                return false;
            }
        }
        return false;
    }

    private boolean escape(StringBuilder into) {
        if (!more()) {
            return false;
        }
        char c = text.charAt(at++);
        switch (c) {
            case 'n' -> into.append('\n');
            case 't' -> into.append('\t');
            case 'r' -> into.append('\r');
            case 'b' -> into.append('\b');
            case 'f' -> into.append('\f');
            case 'u' -> {
                if (at + 4 > text.length()) {
                    return false;
                }
                try {
                    into.append((char) Integer.parseInt(text, at, at + 4, 16));
                } catch (NumberFormatException e) {
                    return false;
                }
                at += 4;
            }
            default -> into.append(c);
        }
        return true;
    }

    /** Returns a number or a word; the last one may be unfinished and is then left out. */
    private @Nullable Object word() throws Broken {
        int from = at;
        while (more() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        if (from == at) {
            throw new Broken();
        }
        var word = text.substring(from, at);
        switch (word) {
            case "true" -> {
                return true;
            }
            case "false" -> {
                return false;
            }
            case "null" -> {
                return null;
            }
            default -> {
                if (!more()) {
                    return UNREADABLE;
                }
                try {
                    return Double.valueOf(word);
                } catch (NumberFormatException e) {
                    throw new Broken();
                }
            }
        }
    }

    private void space() {
        while (more() && text.charAt(at) <= ' ') {
            at++;
        }
    }

    private boolean more() {
        return at < text.length();
    }

    /** The text is not the beginning of JSON. */
    private static final class Broken extends Exception {
        private static final long serialVersionUID = 1L;

        Broken() {
            super(null, null, false, false);
        }
    }
}
