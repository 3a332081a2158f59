package dev.pawl.mcp.client;

import dev.pawl.api.json.JsonObject;
import dev.pawl.mcp.wire.HeaderText;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Arguments that the schema of a tool requires to be repeated in headers of the request: {@code x-mcp-header}. */
public final class MirroredHeaders {
    private static final String MARK = "x-mcp-header";
    private static final String PREFIX = "Mcp-Param-";
    private static final long SAFE = (1L << 53) - 1;
    private static final Set<String> TYPES = Set.of("string", "integer", "boolean");
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    private MirroredHeaders() {}

    /** Why the marks of a schema are not valid; null if they are. */
    public static @Nullable String flaw(JsonObject schema) {
        return flaw(schema, true, new HashSet<>());
    }

    private static @Nullable String flaw(JsonObject schema, boolean reachable, Set<String> names) {
        for (var field : schema.asMap().entrySet()) {
            if (field.getKey().equals("properties") && field.getValue() instanceof JsonObject properties) {
                for (var property : properties.asMap().values()) {
                    if (property instanceof JsonObject inner) {
                        var flaw = marked(inner, reachable, names);
                        flaw = flaw == null ? flaw(inner, reachable, names) : flaw;
                        if (flaw != null) {
                            return flaw;
                        }
                    }
                }
            } else {
                var flaw = elsewhere(field.getValue(), names);
                if (flaw != null) {
                    return flaw;
                }
            }
        }
        return null;
    }

    /** Inside arrays, alternatives and definitions nothing may be marked. */
    private static @Nullable String elsewhere(@Nullable Object value, Set<String> names) {
        if (value instanceof JsonObject inner) {
            return inner.has(MARK)
                    ? "x-mcp-header is at a place where the argument cannot be found by its name"
                    : flaw(inner, false, names);
        }
        if (value instanceof List<?> list) {
            for (var element : list) {
                var flaw = elsewhere(element, names);
                if (flaw != null) {
                    return flaw;
                }
            }
        }
        return null;
    }

    private static @Nullable String marked(JsonObject property, boolean reachable, Set<String> names) {
        if (!property.has(MARK)) {
            return null;
        }
        if (!(property.get(MARK) instanceof String name) || !TOKEN.matcher(name).matches()) {
            return "x-mcp-header is not the name of a header";
        }
        if (!reachable) {
            return "x-mcp-header is at a place where the argument cannot be found by its name";
        }
        if (!(property.get("type") instanceof String type) || !TYPES.contains(type)) {
            return "x-mcp-header is on an argument that is not a string, integer or boolean";
        }
        return names.add(name.toLowerCase(Locale.ROOT)) ? null : "two arguments have the same x-mcp-header";
    }

    /** The headers of one call. */
    static Map<String, String> of(List<JsonObject> tools, String tool, JsonObject arguments) {
        for (var one : tools) {
            if (tool.equals(one.get("name"))) {
                var headers = new LinkedHashMap<String, String>();
                collect(one.object("inputSchema"), arguments, headers);
                return headers;
            }
        }
        return Map.of();
    }

    private static void collect(JsonObject schema, JsonObject arguments, Map<String, String> headers) {
        schema.object("properties").asMap().forEach((name, property) -> {
            if (!(property instanceof JsonObject inner)) {
                return;
            }
            var value = arguments.get(name);
            var header = inner.string(MARK);
            if (header != null && isSendable(value)) {
                headers.put(PREFIX + header, HeaderText.of(String.valueOf(value)));
            }
            if (value instanceof JsonObject nested) {
                collect(inner, nested, headers);
            }
        });
    }

    private static boolean isSendable(@Nullable Object value) {
        return value instanceof String
                || value instanceof Boolean
                || (value instanceof Long number && Math.abs(number) <= SAFE);
    }
}
