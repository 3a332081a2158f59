package dev.pawl.mcp;

import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.config.ServerEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The section of the system prompt that names the servers whose tools are not declared. */
final class ServersSection {
    static final String NAME = "mcp_servers";

    private static final int LONGEST = 4_096;
    private static final int LONGEST_DESCRIPTION = 250;
    private static final String INTRO =
            "MCP servers whose tools are not declared to you. Load the tools of a server" + " with `tool_search`.";

    private ServersSection() {}

    /** Null if there is no such server. */
    static @Nullable String of(List<Connection> connections) {
        var listed = connections.stream()
                .filter(one -> one.entry().isEnabled() && one.entry().hasSearchedTools())
                .sorted(Comparator.comparing(one -> one.entry().name()))
                .toList();
        if (listed.isEmpty()) {
            return null;
        }
        int each = Math.min(LONGEST_DESCRIPTION, LONGEST / listed.size() - 40);
        var lines = new ArrayList<String>();
        lines.add(INTRO);
        int length = INTRO.length();
        for (var one : listed) {
            var summary = each < 2 ? "" : cut(summary(one), each);
            var line = "- " + ServerEntry.namespace(one.entry().name()) + (summary.isEmpty() ? "" : ": " + summary);
            if (length + line.length() > LONGEST) {
                lines.add("- … " + (listed.size() - lines.size() + 1) + " more servers; find their tools with"
                        + " `tool_search`");
                break;
            }
            length += line.length() + 1;
            lines.add(line);
        }
        return String.join("\n", lines);
    }

    /** One line: the description in the file, else the instructions of the server. */
    private static String summary(Connection connection) {
        var written = connection.entry().config().string("description", "").strip();
        var agreed = connection.agreement();
        var text = written.isEmpty() && agreed != null ? agreed.instructions() : written;
        return text.lines().findFirst().orElse("").strip();
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1).stripTrailing() + "…";
    }
}
