package dev.pawl.mcp.tool;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.tool.ToolContext;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.api.value.ToolTraits;
import dev.pawl.base.Words;
import dev.pawl.tools.ranking.ToolRanking;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tool by which the model finds and loads tools that are not declared to it. */
public final class ToolSearch {
    public static final String NAME = "tool_search";

    /** The name under which the details of a result list the tools that were loaded. */
    private static final String LOADED = "loaded";

    private static final int USUAL = 8;
    private static final int MOST = 50;
    private static final String DESCRIPTION = """
        # Tool discovery

        Searches the names, descriptions and parameters of tools that are not declared yet, such as those of MCP \
        servers, and declares the best matches for your next call. Use it whenever none of your tools fits: search \
        with a few words for what you want to do, or with the name of a tool or server.\
        """;

    private ToolSearch() {}

    /** The tool that finds others. */
    public static Tool tool() {
        var properties = new LinkedHashMap<String, @Nullable Object>();
        properties.put("query", JsonObject.of("type", "string", "description", "Search query for deferred tools."));
        properties.put(
                "limit",
                JsonObject.of(
                        "type",
                        "number",
                        "description",
                        "Maximum number of tools to return. Defaults to " + USUAL + "."));
        var parameters =
                JsonObject.of("type", "object", "properties", properties).with("required", List.of("query"));
        return Tool.of(NAME, DESCRIPTION, parameters, ToolSearch::search)
                .with(tool -> tool.exposure(ToolTraits.Exposure.MODEL_ONLY)
                        .activeByDefault(false)
                        .reach(_ -> List.of("all"))
                        .promptSnippet("Search for tools that are not loaded yet and load the matches"));
    }

    private static ToolOutput search(JsonObject arguments, ToolContext ctx) {
        var query = arguments.string("query", "");
        if (query.isBlank()) {
            throw new IllegalArgumentException("query must not be empty");
        }
        double limit = arguments.decimal("limit", USUAL);
        if (limit < 1 || limit != Math.rint(limit)) {
            throw new IllegalArgumentException("limit must be a positive integer");
        }
        var active = ctx.tools().active();
        var candidates = ctx.tools().all().stream()
                .filter(tool -> isSearched(tool) && !active.contains(tool.name()))
                .toList();
        var found = ToolRanking.best(query, candidates, (int) Math.min(limit, MOST));
        var names = found.stream().map(ToolInfo::name).toList();
        if (!found.isEmpty()) {
            var next = new ArrayList<>(active);
            next.addAll(names);
            ctx.tools().setActive(next);
        }
        var text = found.isEmpty()
                ? "No matching tools found."
                : "Loaded " + found.size() + (found.size() == 1 ? " tool." : " tools.")
                        + " They are available from your next call:\n"
                        + found.stream()
                                .map(tool -> "- " + tool.name() + ": " + Words.firstLine(tool.description()))
                                .collect(Collectors.joining("\n"));
        return ToolOutput.text(text).withDetails(JsonObject.of(LOADED, names));
    }

    /** Returns the tools that were loaded on a branch of a session. */
    public static Set<String> loadedOn(List<Entry> branch) {
        var names = new LinkedHashSet<String>();
        for (var entry : branch) {
            if (entry instanceof Entry.MessageEntry recorded
                    && recorded.message() instanceof Message.ToolResult result
                    && result.toolName().equals(NAME)
                    && result.details() instanceof JsonObject details) {
                names.addAll(details.strings(LOADED));
            }
        }
        return names;
    }

    private static boolean isSearched(ToolInfo tool) {
        return switch (tool.traits().exposure()) {
            case CODEMODE, DEFERRED -> true;
            case DIRECT, MODEL_ONLY, HIDDEN -> false;
        };
    }
}
