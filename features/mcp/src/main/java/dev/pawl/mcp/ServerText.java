package dev.pawl.mcp;

import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.config.ServerEntry;
import java.util.ArrayList;
import java.util.List;

/** Describes servers for lists. */
public final class ServerText {
    private ServerText() {}

    /** The state of a server in a few words. */
    public static String state(Connection connection) {
        if (!connection.entry().isEnabled()) {
            return "disabled";
        }
        return switch (connection.state()) {
            case STARTING -> "starting";
            case CONNECTING -> "connecting";
            case CONNECTED -> "connected, " + count(connection);
            case NEEDS_SIGN_IN -> "needs a sign-in";
            case FAILED -> "failed: " + firstLine(connection.error());
            case DISCONNECTED -> "disconnected";
            case CLOSED -> "closed";
        };
    }

    private static String count(Connection connection) {
        int tools = connection.tools().size();
        var agreed = connection.agreement();
        return tools
                + (tools == 1 ? " tool" : " tools")
                + (agreed != null && agreed.offers("resources") ? ", resources" : "")
                + (agreed != null && agreed.offers("prompts") ? ", prompts" : "");
    }

    /** One line about a server. */
    public static String line(Connection connection) {
        var entry = connection.entry();
        return entry.name() + "  " + state(connection) + "  ["
                + entry.exposure().wire() + "]";
    }

    /** All that is known about a server. */
    public static List<String> details(Connection connection) {
        var entry = connection.entry();
        var lines = new ArrayList<String>();
        lines.add(line(connection));
        lines.add("  " + (entry.isHttp() ? entry.url() : program(entry)));
        lines.add("  from " + entry.source() + (entry.override() == null ? "" : ", changed by " + entry.override()));
        var agreed = connection.agreement();
        if (agreed != null) {
            lines.add("  protocol " + agreed.version() + ", "
                    + agreed.serverInfo().string("name", "unnamed") + " "
                    + agreed.serverInfo().string("version", ""));
        }
        if (!connection.error().isEmpty()) {
            connection.error().lines().forEach(line -> lines.add("  " + line));
        }
        for (var tool : connection.tools()) {
            var name = tool.string("name", "");
            var exposure = entry.exposure(name);
            lines.add("  - " + name + (exposure == entry.exposure() ? "" : " [" + exposure.wire() + "]") + ": "
                    + firstLine(tool.string("description", "")));
        }
        connection.refused().forEach(why -> lines.add("  ! " + why));
        return lines;
    }

    private static String program(ServerEntry entry) {
        var words = new ArrayList<String>();
        words.add(entry.config().string("command", ""));
        words.addAll(entry.config().strings("args"));
        return String.join(" ", words);
    }

    private static String firstLine(String text) {
        return text.strip().lines().findFirst().orElse("");
    }
}
