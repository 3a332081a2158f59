package dev.pawl.mcp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.mcp.tool.ToolSearch;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The tools that {@code tool_search} loaded on a branch of the session. */
final class LoadedTools {
    private LoadedTools() {}

    static Set<String> of(List<Entry> branch) {
        var names = new LinkedHashSet<String>();
        for (var entry : branch) {
            if (entry instanceof Entry.MessageEntry recorded
                    && recorded.message() instanceof Message.ToolResult result
                    && result.toolName().equals(ToolSearch.NAME)
                    && result.details() instanceof JsonObject details) {
                names.addAll(details.strings(ToolSearch.LOADED));
            }
        }
        return names;
    }
}
