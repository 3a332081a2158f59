package dev.pawl.codemode;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.api.value.ToolTraits.Exposure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the model reads about scripts, and about the tools beside them. */
public final class ScriptLoadout {
    private static final int CHARACTERS_PER_TOKEN = 4;
    private static final String INTRODUCTION = """
        Runs JavaScript that calls other tools. The input is plain source (not JSON, no code fence): the body of an async \
        function in a QuickJS sandbox, so `await` and `return` work at its top. No Node, file system, network or timers.
        - `await tools.<name>({ ...args })` resolves to a string, or to an object where the tool's declaration says so, \
        and rejects with an Error on failure. A tool that is declared to return an object resolves on failure too if it \
        returned that object; check its fields. Calls that still run when the script ends are cancelled.
        - Optional first line: `// @options: {"max_output_tokens": 10000, "timeout_ms": 60000}`

        Globals:
        - `text(value)`, `image(dataUrlOrImageBlock)`, `console.log(...)` and a `return` at the top add output; `exit()` \
        ends the script. Of several text items each begins with a `==> text N/M <==` line; `console` lines follow the \
        other output in one `<console_output>` block. `image()` also saves the image in a file, which the result names.
        - `store(key, value)` and `load(key)` keep JSON values for later codemode calls.
        - `ALL_TOOLS`, `await searchTools(query, { limit?, namespace? })`, `await describeTool(name)`, \
        `await describeNamespace(name)`: find tools that are not listed, such as those of MCP servers.
        - `models`: `getModelsOfType(type, provider?)`, `getAvailableOfType`, `getModelOfType(type, provider, id)` list \
        models.\
        """;

    /** A tool that is listed, and what that costs. */
    private record Section(String name, String text, int tokens) {}

    private ScriptLoadout() {}

    /** Returns the tools that a script may call: those that it names, or all if it can find out others. */
    public static List<String> reach(JsonObject arguments) {
        return new ToolInput.Script(arguments.string("code", "")).reach();
    }

    /**
     * Returns the descriptions of the tools that are declared beside scripts, and of the tool that runs these.
     *
     * @param only whether the model is to call other tools from scripts only; null then hides their declarations
     * @param budget how many tokens the declarations in the description may have
     */
    public static Map<String, @Nullable String> describe(
            List<ToolInfo> declared, List<ToolInfo> callable, boolean only, int budget) {
        var descriptions = new LinkedHashMap<String, @Nullable String>();
        var names = callable.stream().map(ToolInfo::name).collect(Collectors.toSet());
        for (var tool : declared) {
            if (names.contains(tool.name()) && !only) {
                descriptions.put(
                        tool.name(),
                        tool.description().strip() + "\n\nCodemode: `tools." + ScriptTools.identifier(tool.name())
                                + "(args)` resolves to " + outcome(tool) + ".");
            } else if (names.contains(tool.name()) && tool.traits().exposure() == Exposure.DIRECT) {
                descriptions.put(tool.name(), null);
            }
        }
        var listed = callable.stream()
                .filter(tool -> tool.traits().exposure() != Exposure.DEFERRED)
                .filter(tool -> only || tool.traits().exposure() != Exposure.DIRECT)
                .toList();
        descriptions.put(Codemode.NAME, INTRODUCTION + listing(listed, budget));
        return descriptions;
    }

    private static String listing(List<ToolInfo> tools, int budget) {
        if (tools.isEmpty()) {
            return "";
        }
        // Those without a namespace come first.
        var groups = new TreeMap<String, List<ToolInfo>>();
        for (var tool : tools) {
            var namespace = tool.traits().namespace();
            groups.computeIfAbsent(namespace == null ? "" : "\0" + namespace.name(), _ -> new ArrayList<>())
                    .add(tool);
        }
        var sections = new LinkedHashMap<String, List<Section>>();
        groups.forEach((group, members) ->
                sections.put(group, members.stream().map(ScriptLoadout::section).toList()));
        var shown = fitting(sections.values(), budget);
        var text = new StringBuilder("\n\nNested tools:");
        groups.forEach((group, members) -> {
            var all = Objects.requireNonNull(sections.get(group));
            var visible = all.stream().filter(one -> shown.contains(one.name())).toList();
            if (!group.isEmpty()) {
                var namespace =
                        Objects.requireNonNull(members.getFirst().traits().namespace());
                text.append("\n\n## ")
                        .append(namespace.name())
                        .append(
                                visible.size() == all.size()
                                        ? ""
                                        : visible.isEmpty() ? " (tools not listed)" : " (some tools not listed)");
                var about = namespace.description();
                text.append(about == null || about.isBlank() ? "" : "\n" + about.strip());
            }
            visible.forEach(one -> text.append("\n\n").append(one.text()));
        });
        return text.toString();
    }

    private static Section section(ToolInfo tool) {
        var identifier = ScriptTools.identifier(tool.name());
        var heading = "### `" + identifier + "`" + (identifier.equals(tool.name()) ? "" : " (`" + tool.name() + "`)");
        var text = heading + "\n" + ScriptTools.sample(tool).strip();
        return new Section(tool.name(), text, Math.ceilDiv(text.length(), CHARACTERS_PER_TOKEN));
    }

    /** In each round every group places its cheapest tool that is left; a group whose next one does not fit is out. */
    private static Set<String> fitting(Iterable<List<Section>> groups, int budget) {
        var queues = new ArrayList<List<Section>>();
        groups.forEach(group -> queues.add(new ArrayList<>(
                group.stream().sorted(Comparator.comparingInt(Section::tokens)).toList())));
        var shown = new HashSet<String>();
        int left = budget;
        while (!queues.isEmpty()) {
            for (var queue : List.copyOf(queues)) {
                if (queue.isEmpty() || queue.getFirst().tokens() > left) {
                    queues.remove(queue);
                    continue;
                }
                var next = queue.removeFirst();
                left -= next.tokens();
                shown.add(next.name());
            }
        }
        return shown;
    }

    /** Returns in a line what a call resolves to. */
    private static String outcome(ToolInfo tool) {
        var schema = ScriptTools.result(tool);
        var type = TypeScript.type(schema);
        if (type.equals("string")) {
            return "a string";
        }
        var fields = fields(schema, 1);
        if (fields == null) {
            var variants = schema.has("anyOf") ? schema.list("anyOf") : schema.list("oneOf");
            var each = variants.stream().map(variant -> fields(variant, 0)).toList();
            fields = each.isEmpty() || each.contains(null) ? null : String.join(" | ", each);
        }
        return fields != null
                ? "`" + fields + "`"
                : !type.contains("\n")
                        ? "`" + type + "`"
                        : "a value; `await describeTool(" + Json.write(tool.name()) + ")` shows its type";
    }

    /** Returns the names of the fields of an object; null for any other schema. */
    private static @Nullable String fields(@Nullable Object schema, int depth) {
        if (!(schema instanceof JsonObject object)
                || !"object".equals(object.get("type"))
                || !(object.get("properties") instanceof JsonObject properties)) {
            return null;
        }
        var required = object.strings("required");
        return properties.asMap().entrySet().stream()
                .map(field -> {
                    var inner = field.getValue() instanceof JsonObject one && one.has("const")
                            ? Json.write(one.get("const"))
                            : depth > 0 ? fields(field.getValue(), depth - 1) : null;
                    return field.getKey()
                            + (required.contains(field.getKey()) ? "" : "?")
                            + (inner == null ? "" : ": " + inner);
                })
                .collect(Collectors.joining(", ", "{ ", " }"));
    }
}
