package dev.pawl.mcp;

import dev.pawl.api.Host;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.ToolTraits;
import dev.pawl.base.Words;
import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.config.Exposure;
import dev.pawl.mcp.tool.ResultContent;
import dev.pawl.mcp.tool.ToolNames;
import dev.pawl.mcp.tool.ToolSchemas;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Registers the tools of servers, each under a stable unique name, and hides those that no longer exist. */
final class ServerTools {
    private static final int LONGEST_DESCRIPTION = 16 * 1024;

    private final Host host;
    private final ResultContent results;
    private final Supplier<Set<String>> readable;
    /** Which tool of which server a name belongs to. */
    private final Map<String, String> owners = new HashMap<>();
    /** The tools that each server offers now. */
    private final Map<String, Map<String, Tool>> offered = new HashMap<>();

    /** @param readable the servers whose resources the model can read */
    ServerTools(Host host, ResultContent results, Supplier<Set<String>> readable) {
        this.host = host;
        this.results = results;
        this.readable = readable;
    }

    /**
     * Registers the current tools of a server.
     *
     * @param withheld whether a tool is withheld from the model
     */
    synchronized void update(Connection connection, Predicate<JsonObject> withheld) {
        var server = connection.entry().name();
        var before = offered.getOrDefault(server, Map.of());
        var now = new LinkedHashMap<String, Tool>();
        var plain = connection.tools().stream()
                .map(tool -> tool.string("name", ""))
                .distinct()
                .map(tool -> ToolNames.of(server, tool, _ -> false))
                .toList();
        for (var described : connection.tools()) {
            var tool = described.string("name", "");
            var owner = server + "\0" + tool;
            var name = ToolNames.of(
                    server,
                    tool,
                    wanted -> !owner.equals(owners.getOrDefault(wanted, owner))
                            || now.containsKey(wanted)
                            || Collections.frequency(plain, wanted) > 1);
            owners.put(name, owner);
            var made = tool(connection, name, described, withheld.test(described));
            now.put(name, made);
            if (!isSame(made, before.get(name))) {
                host.tool(made);
            }
        }
        before.forEach((name, tool) -> {
            if (!now.containsKey(name)) {
                host.tool(hidden(tool));
            }
        });
        offered.put(server, now);
    }

    /** Hides all tools of a server. */
    synchronized void remove(String server) {
        var before = offered.remove(server);
        if (before != null) {
            before.values().forEach(tool -> host.tool(hidden(tool)));
        }
    }

    private static boolean isSame(Tool made, @Nullable Tool before) {
        return before != null
                && before.description().equals(made.description())
                && before.parameters().equals(made.parameters())
                && before.traits().exposure() == made.traits().exposure()
                && before.traits().annotations().equals(made.traits().annotations());
    }

    private static Tool hidden(Tool tool) {
        return tool.with(changed -> changed.exposure(ToolTraits.Exposure.HIDDEN));
    }

    private Tool tool(Connection connection, String name, JsonObject described, boolean withheld) {
        var entry = connection.entry();
        var tool = described.string("name", "");
        var hints = annotations(described.object("annotations"));
        var title = described.string("title", described.object("annotations").string("title", ""));
        var about = described.string("description", "").strip();
        var description =
                about.isEmpty() ? title.isEmpty() ? "MCP tool " + tool + " from server " + entry.name() : title : about;
        var exposure = withheld ? Exposure.HIDDEN : entry.exposure(tool);
        var output = described.get("outputSchema") instanceof JsonObject schema ? schema : null;
        return Tool.of(
                        name,
                        Words.excerpt(description, LONGEST_DESCRIPTION),
                        ToolSchemas.parameters(described),
                        (arguments, ctx) -> call(connection, tool, arguments, ctx))
                .with(traits -> traits.label(entry.name() + "/" + tool)
                        .exposure(exposure.ofTool())
                        .namespace(namespace(connection))
                        .annotations(hints)
                        .server(new ToolTraits.Server(entry.name(), entry.source(), hints))
                        .outputSchema(output));
    }

    private ToolOutput call(Connection connection, String tool, JsonObject arguments, ToolContext ctx)
            throws Exception {
        var server = connection.entry().name();
        if (connection.tools().stream().noneMatch(one -> tool.equals(one.get("name")))) {
            throw new IllegalStateException("MCP tool \"" + server + "/" + tool + "\" is no longer available.");
        }
        var details = JsonObject.of("server", server, "tool", tool);
        var result = connection.call(tool, arguments, progress -> {
            var text = progress.string("message");
            var total = progress.get("total");
            var shown =
                    text == null ? "Progress " + progress.get("progress") + (total == null ? "" : "/" + total) : text;
            ctx.update(ToolOutput.text(shown).withDetails(details));
        });
        return results.output(server, tool, result, readable.get().contains(server));
    }

    private static ToolTraits.Namespace namespace(Connection connection) {
        var entry = connection.entry();
        var agreed = connection.agreement();
        var instructions = agreed == null || agreed.instructions().isEmpty()
                ? null
                : Words.excerpt(agreed.instructions(), LONGEST_DESCRIPTION);
        return new ToolTraits.Namespace(
                entry.namespace(), List.of(entry.name()), entry.config().string("description"), instructions);
    }

    private static ToolTraits.Annotations annotations(JsonObject hints) {
        return new ToolTraits.Annotations(
                hints.bool("readOnlyHint", false),
                hints.bool("destructiveHint", false),
                hints.bool("idempotentHint", false),
                hints.bool("openWorldHint", false));
    }
}
