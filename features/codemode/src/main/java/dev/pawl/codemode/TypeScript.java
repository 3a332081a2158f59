package dev.pawl.codemode;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes JSON schemas as types of TypeScript: shorter, and models know them well. */
final class TypeScript {
    private static final String UNKNOWN = "unknown";
    private static final String INDENT = "  ";
    /** A schema whose type is longer is written without constraints, and if that is still too long, not at all. */
    private static final int LONGEST = 16_000;

    private static final int LONGEST_TAG = 80;
    private static final int MOST_REFERENCES = 32;
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]*");
    private static final Pattern LINE_BREAK = Pattern.compile("[\r\n\u2028\u2029]");
    private static final List<String> TAGS = List.of(
            "minimum",
            "exclusiveMinimum",
            "maximum",
            "exclusiveMaximum",
            "multipleOf",
            "minLength",
            "maxLength",
            "pattern",
            "format",
            "minItems",
            "maxItems");
    private static final Set<String> LOWER_BOUNDS = Set.of("minimum", "exclusiveMinimum", "minLength", "minItems");
    private static final Set<String> UPPER_BOUNDS = Set.of("maximum", "exclusiveMaximum", "maxLength", "maxItems");

    private final Object root;
    private final boolean tagged;
    private final Set<String> resolving = new HashSet<>();
    private int references;

    private TypeScript(Object root, boolean tagged) {
        this.root = root;
        this.tagged = tagged;
    }

    /** Returns the type of a schema. */
    static String type(@Nullable Object schema) {
        return schema == null ? UNKNOWN : new TypeScript(schema, true).of(schema);
    }

    /** Returns the type of arguments, within limits. */
    static String argumentType(JsonObject schema) {
        var type = type(schema);
        if (type.length() <= LONGEST) {
            return type;
        }
        var plain = new TypeScript(schema, false).of(schema);
        return plain.length() <= LONGEST ? plain : UNKNOWN;
    }

    private String of(@Nullable Object schema) {
        if (schema instanceof Boolean any) {
            return any ? UNKNOWN : "never";
        }
        if (!(schema instanceof JsonObject object)) {
            return UNKNOWN;
        }
        if (object.get("$ref") instanceof String reference) {
            return referenced(reference);
        }
        if (object.has("const")) {
            return Json.write(object.get("const"));
        }
        if (object.get("enum") instanceof List<?> values) {
            return union(values.stream().map(Json::write).toList());
        }
        for (var key : List.of("anyOf", "oneOf")) {
            if (object.get(key) instanceof List<?> variants) {
                return union(variants.stream().map(this::of).toList());
            }
        }
        if (object.get("allOf") instanceof List<?> parts) {
            var types = parts.stream()
                    .map(this::of)
                    .filter(type -> !type.equals(UNKNOWN))
                    .map(type -> type.contains(" | ") ? "(" + type + ")" : type)
                    .toList();
            return types.isEmpty() ? UNKNOWN : String.join(" & ", types);
        }
        if (object.get("type") instanceof List<?> types) {
            return union(
                    types.stream().map(type -> of(object.with("type", type))).toList());
        }
        return switch (object.string("type", object.has("type") ? "?" : "")) {
            case "string" -> "string";
            case "number", "integer" -> "number";
            case "boolean" -> "boolean";
            case "null" -> "null";
            case "array" -> array(object);
            case "object" -> object(object);
            case "" ->
                object.has("properties") || object.has("additionalProperties") || object.has("required")
                        ? object(object)
                        : object.has("items") || object.has("prefixItems") ? array(object) : UNKNOWN;
            default -> UNKNOWN;
        };
    }

    private String referenced(String reference) {
        if (references >= MOST_REFERENCES || !resolving.add(reference)) {
            return UNKNOWN;
        }
        references++;
        try {
            var target = target(reference);
            return target == null ? UNKNOWN : of(target);
        } finally {
            resolving.remove(reference);
        }
    }

    private @Nullable Object target(String reference) {
        if (!reference.equals("#") && !reference.startsWith("#/")) {
            return null;
        }
        @Nullable Object current = root;
        for (var segment : reference.substring(Math.min(2, reference.length())).split("/")) {
            if (segment.isEmpty()) {
                continue;
            }
            var key = segment.replace("~1", "/").replace("~0", "~");
            if (!(current instanceof JsonObject object) || !object.has(key)) {
                return null;
            }
            current = object.get(key);
        }
        return current;
    }

    private static String union(List<String> types) {
        var unique = new LinkedHashSet<>(types);
        return unique.contains(UNKNOWN) ? UNKNOWN : unique.isEmpty() ? "never" : String.join(" | ", unique);
    }

    private String array(JsonObject schema) {
        var items = schema.get("items");
        if (items != null && !(items instanceof List)) {
            return "Array<" + of(items) + ">";
        }
        var tuple = schema.get("prefixItems") instanceof List<?> prefix ? prefix : items;
        return tuple instanceof List<?> each && !each.isEmpty()
                ? each.stream().map(this::of).collect(Collectors.joining(", ", "[", "]"))
                : "unknown[]";
    }

    private String object(JsonObject schema) {
        var properties = schema.object("properties");
        var required = new HashSet<>(schema.strings("required"));
        var members = new ArrayList<String>();
        var comments = new ArrayList<List<String>>();
        for (var name : new TreeSet<>(properties.names())) {
            var property = properties.get(name);
            members.add((IDENTIFIER.matcher(name).matches() ? name : Json.write(name))
                    + (required.contains(name) ? "" : "?") + ": " + of(property) + ";");
            comments.add(comment(property));
        }
        var additional = schema.get("additionalProperties");
        if (additional != null && !Boolean.FALSE.equals(additional)) {
            members.add("[key: string]: " + of(additional) + ";");
        } else if (additional == null && members.isEmpty()) {
            members.add("[key: string]: unknown;");
        }
        if (members.isEmpty()) {
            return "{}";
        }
        if (comments.stream().allMatch(List::isEmpty)) {
            return "{ " + String.join(" ", members) + " }";
        }
        var text = new StringBuilder("{");
        for (int i = 0; i < members.size(); i++) {
            for (var line : i < comments.size() ? comments.get(i) : List.<String>of()) {
                text.append('\n').append(INDENT).append("// ").append(line);
            }
            text.append('\n').append(INDENT).append(members.get(i).replace("\n", "\n" + INDENT));
        }
        return text.append("\n}").toString();
    }

    private List<String> comment(@Nullable Object property) {
        if (!(property instanceof JsonObject object)) {
            return List.of();
        }
        var lines = new ArrayList<String>();
        LINE_BREAK
                .splitAsStream(object.string("description", ""))
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .forEach(lines::add);
        var tags = tagged ? tags(object) : "";
        if (!tags.isEmpty()) {
            lines.add(tags);
        }
        return lines;
    }

    /** Returns the constraints of a property, and of its only branch that is not null. */
    private static String tags(JsonObject property) {
        var schemas = new ArrayList<JsonObject>();
        schemas.add(draft4(property));
        var variants = property.get("anyOf") instanceof List<?> any ? any : property.list("oneOf");
        var others = variants.stream()
                .filter(one -> !(one instanceof JsonObject variant && "null".equals(variant.get("type"))))
                .toList();
        if (others.size() == 1 && others.getFirst() instanceof JsonObject branch) {
            schemas.add(draft4(branch));
        }
        var tags = new ArrayList<String>();
        if (schemas.stream().anyMatch(TypeScript::isInteger)) {
            tags.add("@integer");
        }
        for (var name : TAGS) {
            var values = new ArrayList<@Nullable Object>();
            schemas.forEach(schema -> values.add(schema.get(name)));
            if (LOWER_BOUNDS.contains(name) || UPPER_BOUNDS.contains(name)) {
                bound(values, LOWER_BOUNDS.contains(name) ? Math::max : Math::min)
                        .forEach(bound -> tags.add("@" + name + " " + bound));
            } else {
                values.stream()
                        .filter(value -> value instanceof Number || value instanceof String)
                        .map(value -> value instanceof String text ? text : Json.write(value))
                        .distinct()
                        .forEach(value -> tags.add("@" + name + " " + value));
            }
        }
        if (schemas.stream().anyMatch(schema -> schema.bool("uniqueItems", false))) {
            tags.add("@uniqueItems");
        }
        if (property.get("default") != null) {
            tags.add("@default " + Json.write(property.get("default")));
        }
        if (property.bool("deprecated", false)) {
            tags.add("@deprecated");
        }
        return tags.stream()
                .filter(tag -> tag.length() <= LONGEST_TAG)
                .map(tag -> LINE_BREAK
                        .matcher(tag)
                        .replaceAll(found ->
                                String.format("\\\\u%04x", (int) found.group().charAt(0))))
                .collect(Collectors.joining(" "));
    }

    private static List<String> bound(List<@Nullable Object> values, BinaryOperator<Double> stricter) {
        return values.stream()
                .filter(Number.class::isInstance)
                .map(value -> ((Number) value).doubleValue())
                .reduce(stricter)
                .map(bound -> bound == Math.rint(bound) && Math.abs(bound) < 1e15
                        ? Long.toString(bound.longValue())
                        : Double.toString(bound))
                .stream()
                .toList();
    }

    /** In older schemas a bound says of itself whether it is part of what is allowed. */
    private static JsonObject draft4(JsonObject schema) {
        var now = schema;
        for (var side : List.of("Minimum", "Maximum")) {
            if (schema.bool("exclusive" + side, false)) {
                var bound = side.toLowerCase(java.util.Locale.ROOT);
                now = now.with("exclusive" + side, schema.get(bound)).without(bound);
            }
        }
        return now;
    }

    private static boolean isInteger(JsonObject schema) {
        return "integer".equals(schema.get("type")) || schema.list("type").contains("integer");
    }
}
