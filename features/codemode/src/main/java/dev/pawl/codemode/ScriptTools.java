package dev.pawl.codemode;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.api.value.ToolTraits;
import dev.pawl.tools.ranking.ToolRanking;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tools that a script may call: their names in a script, what they look like there, and how they are found. */
final class ScriptTools {
    private static final int USUAL = 8;
    private static final JsonObject TEXT = JsonObject.of("type", "string");
    private static final JsonObject TEXT_OR_IMAGE = JsonObject.of(
            "anyOf",
            List.of(
                    TEXT,
                    JsonObject.of("type", "object")
                            .with(
                                    "properties",
                                    JsonObject.of("type", JsonObject.of("const", "image"))
                                            .with("data", TEXT)
                                            .with("mimeType", TEXT)
                                            .with("note", TEXT))
                            .with("required", List.of("type", "data", "mimeType", "note"))));
    private static final String STRUCTURED = "structuredContent";

    /** What servers answer, with the fields that scripts read most. */
    private static final JsonObject CALL_RESULT = JsonObject.of("type", "object")
            .with(
                    "properties",
                    JsonObject.of(
                                    "content",
                                    JsonObject.of("type", "array")
                                            .with(
                                                    "items",
                                                    JsonObject.of("type", "object", "additionalProperties", true)
                                                            .with(
                                                                    "properties",
                                                                    JsonObject.of("text", TEXT, "data", TEXT)
                                                                            .with("mimeType", TEXT)
                                                                            .with(
                                                                                    "type",
                                                                                    JsonObject.of(
                                                                                            "enum",
                                                                                            List.of(
                                                                                                    "text",
                                                                                                    "image",
                                                                                                    "audio",
                                                                                                    "resource_link",
                                                                                                    "resource"))))
                                                            .with("required", List.of("type"))))
                            .with("isError", JsonObject.of("type", "boolean"))
                            .with(STRUCTURED, JsonObject.empty()))
            .with("required", List.of("content"))
            .with("additionalProperties", true);

    private final Map<String, ToolInfo> tools = new LinkedHashMap<>();

    ScriptTools(List<ToolInfo> tools) {
        tools.forEach(tool -> this.tools.putIfAbsent(identifier(tool.name()), tool));
    }

    /** Returns the name of a tool in a script. */
    static String identifier(String name) {
        var identifier = new StringBuilder();
        name.codePoints().forEach(c -> {
            boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
            boolean fits = isLetter || (!identifier.isEmpty() && c >= '0' && c <= '9');
            identifier.append(fits ? (char) c : '_');
        });
        return identifier.isEmpty() ? "_" : identifier.toString();
    }

    /** Returns the tool with this name, as it is or as in a script. */
    @Nullable
    ToolInfo find(String name) {
        return tools.values().stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .orElse(tools.get(name));
    }

    /** Returns the tools for the engine. */
    List<JsonObject> all() {
        return tools.entrySet().stream()
                .map(tool -> JsonObject.of(
                                "name", tool.getKey(), "raw", tool.getValue().name())
                        .with("description", sample(tool.getValue())))
                .toList();
    }

    /** Returns what a script reads about a tool: description, rules for its use, and how it is called. */
    static String sample(ToolInfo tool) {
        var rules = tool.traits().promptGuidelines().stream()
                .map(String::strip)
                .filter(rule -> !rule.isEmpty())
                .map(rule -> "- " + rule)
                .collect(Collectors.joining("\n"));
        return tool.description().strip() + (rules.isEmpty() ? "" : "\n\n" + rules)
                + "\n\ncodemode tool declaration:\n```ts\ndeclare const tools: { " + identifier(tool.name()) + "(args: "
                + TypeScript.argumentType(tool.parameters()) + "): Promise<" + TypeScript.type(result(tool))
                + ">; };\n```";
    }

    /** Returns the schema of what a call resolves to. */
    static JsonObject result(ToolInfo tool) {
        var declared = tool.traits().outputSchema();
        if (tool.traits().server() != null) {
            var properties = CALL_RESULT.object("properties");
            return declared == null
                    ? CALL_RESULT
                    : CALL_RESULT.with("properties", properties.with(STRUCTURED, moved(declared)));
        }
        return declared != null ? declared : isRead(tool) ? TEXT_OR_IMAGE : TEXT;
    }

    /** Returns a schema whose references to itself hold where it is a part of the result. */
    private static @Nullable Object moved(@Nullable Object schema) {
        if (schema instanceof JsonObject object) {
            var fields = new LinkedHashMap<String, @Nullable Object>();
            object.asMap()
                    .forEach((name, value) -> fields.put(
                            name,
                            name.equals("$ref") && value instanceof String reference && reference.startsWith("#")
                                    ? "#/properties/" + STRUCTURED + reference.substring(1)
                                    : moved(value)));
            return JsonObject.from(fields);
        }
        return schema instanceof List<?> list
                ? list.stream().map(ScriptTools::moved).toList()
                : schema;
    }

    /** Returns whether pictures are a part of what a tool answers to scripts. */
    static boolean isRead(ToolInfo tool) {
        return tool.name().equals("read");
    }

    /** Answers {@code searchTools}. */
    List<JsonObject> search(@Nullable Object query, @Nullable Object options) {
        if (!(query instanceof String words)) {
            throw new IllegalArgumentException("searchTools() expects a query string");
        }
        var chosen = options instanceof JsonObject object ? object : JsonObject.empty();
        double limit = chosen.has("limit") ? chosen.decimal("limit", 0) : USUAL;
        if (!(limit >= 1) || limit != Math.rint(limit)) {
            throw new IllegalArgumentException("searchTools() limit must be a positive integer");
        }
        var namespace = chosen.get("namespace");
        if (namespace != null && !(namespace instanceof String)) {
            throw new IllegalArgumentException("searchTools() namespace must be a string");
        }
        var searched = namespace == null || "".equals(namespace) ? List.copyOf(tools.values()) : of((String) namespace);
        return ToolRanking.best(words, searched, (int) Math.min(limit, Integer.MAX_VALUE)).stream()
                .map(tool -> JsonObject.of("name", identifier(tool.name()), "description", sample(tool)))
                .toList();
    }

    /** Answers {@code describeTool}. */
    @Nullable
    String describe(@Nullable Object name) {
        if (!(name instanceof String text)) {
            throw new IllegalArgumentException("describeTool() expects a tool name");
        }
        var tool = find(text);
        return tool == null ? null : sample(tool);
    }

    /** Answers {@code describeNamespace}. */
    @Nullable
    JsonObject namespace(@Nullable Object name) {
        if (!(name instanceof String text)) {
            throw new IllegalArgumentException("describeNamespace() expects a namespace name");
        }
        var members = of(text);
        if (members.isEmpty()) {
            return null;
        }
        var namespace = Objects.requireNonNull(members.getFirst().traits().namespace());
        var about = JsonObject.of("name", namespace.name());
        about = isBlank(namespace.description()) ? about : about.with("description", namespace.description());
        about = isBlank(namespace.instructions()) ? about : about.with("instructions", namespace.instructions());
        return about.with(
                "tools", members.stream().map(tool -> identifier(tool.name())).toList());
    }

    private static boolean isBlank(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    private List<ToolInfo> of(String namespace) {
        return tools.values().stream()
                .filter(tool -> isIn(namespace, tool.traits().namespace()))
                .toList();
    }

    /** A namespace has several names, and each has two spellings. */
    private static boolean isIn(String name, ToolTraits.@Nullable Namespace namespace) {
        return namespace != null
                && Stream.concat(Stream.of(namespace.name()), namespace.aliases().stream())
                        .anyMatch(one -> one.equals(name) || identifier(one).equals(identifier(name)));
    }
}
