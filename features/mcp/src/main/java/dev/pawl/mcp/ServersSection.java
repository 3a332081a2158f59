package dev.pawl.mcp;

import dev.pawl.base.Words;
import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.config.ServerEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The section of the system prompt that names the servers whose tools are not declared. */
final class ServersSection {
    static final String NAME = "mcp_servers";

    private static final String SCRIPTS = "codemode";
    private static final String SEARCH = "tool_search";
    private static final int LONGEST = 4_096;
    private static final int LONGEST_DESCRIPTION = 250;
    private static final String INTRO = "MCP servers whose tools are not declared to you.";

    private ServersSection() {}

    /**
     * Null if there is no such server.
     *
     * @param scripts whether the model writes scripts, which call the tools that are meant for them
     */
    static @Nullable String of(List<Connection> connections, boolean scripts) {
        var listed = connections.stream()
                .filter(one -> one.entry().isEnabled() && one.entry().hasSearchedTools())
                .sorted(Comparator.comparing(one -> one.entry().name()))
                .toList();
        if (listed.isEmpty()) {
            return null;
        }
        int each = Math.min(LONGEST_DESCRIPTION, LONGEST / listed.size() - 40);
        var ways = listed.stream().map(one -> way(one, scripts)).collect(Collectors.toSet());
        var intro = INTRO
                + (ways.contains(SCRIPTS) ? " Call the tools of `codemode` servers from codemode scripts." : "")
                + (ways.contains(SEARCH) ? " Load the tools of `tool_search` servers with `tool_search`." : "");
        var lines = new ArrayList<String>();
        lines.add(intro);
        int length = intro.length();
        for (var one : listed) {
            var summary = each < 2 ? "" : Words.excerpt(summary(one), each - 1);
            var line = "- " + ServerEntry.namespace(one.entry().name()) + " (" + way(one, scripts) + ")"
                    + (summary.isEmpty() ? "" : ": " + summary);
            if (length + line.length() > LONGEST) {
                lines.add("- … " + (listed.size() - lines.size() + 1) + " more servers; find their tools with "
                        + (scripts ? "searchTools()" : "`tool_search`"));
                break;
            }
            length += line.length() + 1;
            lines.add(line);
        }
        return String.join("\n", lines);
    }

    private static String way(Connection connection, boolean scripts) {
        return scripts && connection.entry().hasScriptedTools() ? SCRIPTS : SEARCH;
    }

    /** One line: the description in the file, else the instructions of the server. */
    private static String summary(Connection connection) {
        var written = connection.entry().config().string("description", "").strip();
        var agreed = connection.agreement();
        var text = written.isEmpty() && agreed != null ? agreed.instructions() : written;
        return Words.firstLine(text);
    }
}
