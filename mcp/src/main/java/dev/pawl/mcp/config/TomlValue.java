package dev.pawl.mcp.config;

import dev.pawl.api.json.Json;
import org.jspecify.annotations.Nullable;

/** A value of TOML on one line, as JSON: strings, numbers, booleans, lists, and inline tables. */
final class TomlValue {
    private TomlValue() {}

    /** Null where it is none of these. */
    static @Nullable Object of(String written) {
        var json = new StringBuilder();
        for (int i = 0; i < written.length(); i++) {
            char c = written.charAt(i);
            if (c == '#') {
                break;
            }
            if (c == '"' || c == '\'') {
                int end = i + 1;
                while (end < written.length() && written.charAt(end) != c) {
                    end += c == '"' && written.charAt(end) == '\\' ? 2 : 1;
                }
                if (end >= written.length()) {
                    return null;
                }
                var inner = written.substring(i + 1, end);
                json.append(c == '"' ? "\"" + inner + "\"" : Json.write(inner));
                i = end;
            } else if (c == '=') {
                json.append(':');
            } else {
                json.append(c);
            }
        }
        var text = json.toString().strip().replaceAll(",\\s*]", "]");
        text = text.startsWith("{") ? text.replaceAll("([{,])\\s*([A-Za-z0-9_-]+)\\s*:", "$1\"$2\":") : text;
        try {
            return Json.parse(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
