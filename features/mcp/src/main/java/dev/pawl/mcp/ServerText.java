package dev.pawl.mcp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.Words;
import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.config.ServerEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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
            case FAILED -> "failed: " + Words.firstLine(connection.error());
            case DISCONNECTED -> "disconnected";
            case CLOSED -> "closed";
        };
    }

    private static String count(Connection connection) {
        int tools = connection.tools().size();
        return tools
                + (tools == 1 ? " tool" : " tools")
                + (offers(connection, "resources") ? ", resources" : "")
                + (offers(connection, "prompts") ? ", prompts" : "");
    }

    private static boolean offers(Connection connection, String what) {
        var agreed = connection.agreement();
        return agreed != null && agreed.offers(what);
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
        lines.add("  " + transport(entry));
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
                    + Words.firstLine(tool.string("description", "")));
        }
        connection.refused().forEach(why -> lines.add("  ! " + why));
        return lines;
    }

    /** All that is known about a server, for programs; the fields are pi's. */
    public static JsonObject json(Connection connection) {
        var entry = connection.entry();
        var tools = new ArrayList<String>();
        var exposures = new LinkedHashMap<String, @Nullable Object>();
        for (var tool : connection.tools()) {
            var name = tool.string("name", "");
            var exposure = entry.exposure(name);
            tools.add(name);
            if (exposure != entry.exposure()) {
                exposures.put(name, exposure.wire());
            }
        }
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("name", entry.name());
        fields.put("scope", entry.scope() == ServerEntry.Scope.PROJECT ? "project" : "global");
        fields.put("source", entry.source());
        if (entry.override() != null) {
            fields.put("override", entry.override());
        }
        fields.put("enabled", entry.isEnabled());
        fields.put("exposure", entry.exposure().wire());
        fields.put("transport", transport(entry));
        fields.put("state", entry.isEnabled() ? word(connection.state()) : "disabled");
        fields.put("tools", tools);
        if (!exposures.isEmpty()) {
            fields.put("toolExposure", JsonObject.from(exposures));
        }
        if (offers(connection, "resources")) {
            fields.put("resources", true);
        }
        if (connection.state() != Connection.State.CONNECTED
                && !connection.error().isEmpty()) {
            fields.put("error", connection.error());
        }
        return JsonObject.from(fields);
    }

    private static String word(Connection.State state) {
        return state == Connection.State.NEEDS_SIGN_IN
                ? "needs-auth"
                : state.name().toLowerCase(Locale.ROOT);
    }

    private static String transport(ServerEntry entry) {
        return entry.isHttp() ? entry.url() : program(entry);
    }

    private static String program(ServerEntry entry) {
        var words = new ArrayList<String>();
        words.add(entry.config().string("command", ""));
        words.addAll(entry.config().strings("args"));
        return String.join(" ", words);
    }
}
