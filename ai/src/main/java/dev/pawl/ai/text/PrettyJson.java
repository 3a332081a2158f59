package dev.pawl.ai.text;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes JSON for people: a field a line, two spaces deep. */
public final class PrettyJson {
    private PrettyJson() {}

    public static String write(JsonObject json) {
        var out = new StringBuilder();
        write(out, json, "\n");
        return out.append('\n').toString();
    }

    private static void write(StringBuilder out, @Nullable Object value, String line) {
        if (value instanceof JsonObject object && !object.isEmpty()) {
            out.append('{');
            for (var names = object.names().iterator(); names.hasNext(); ) {
                var name = names.next();
                out.append(line).append("  ").append(Json.write(name)).append(": ");
                write(out, object.get(name), line + "  ");
                comma(out, names);
            }
            out.append(line).append('}');
        } else if (value instanceof List<?> list && !list.isEmpty()) {
            out.append('[');
            for (var elements = list.iterator(); elements.hasNext(); ) {
                out.append(line).append("  ");
                write(out, elements.next(), line + "  ");
                comma(out, elements);
            }
            out.append(line).append(']');
        } else {
            out.append(Json.write(value));
        }
    }

    private static void comma(StringBuilder out, Iterator<?> more) {
        if (more.hasNext()) {
            out.append(',');
        }
    }
}
