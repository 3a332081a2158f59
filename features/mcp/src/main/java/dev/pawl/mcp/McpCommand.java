package dev.pawl.mcp;

import dev.pawl.api.Command;
import dev.pawl.api.Host;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.Mode;
import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.config.Exposure;
import dev.pawl.mcp.config.McpEdit;
import dev.pawl.mcp.config.ServerEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command {@code /mcp}: lists the servers with their state, and reconnects, enables or disables them. */
final class McpCommand {
    private static final String USAGE =
            "Usage: /mcp, /mcp reconnect [SERVER], /mcp enable|disable SERVER, /mcp exposure"
                    + " SERVER codemode|deferred|direct|hidden";
    private static final String RECONNECT = "Reconnect";
    private static final String DISABLE = "Disable";
    private static final String ENABLE = "Enable";
    private static final String BACK = "Back";

    private final Host host;
    private final SessionServers servers;
    private final Consumer<ServerEntry> changed;

    McpCommand(Host host, SessionServers servers, Consumer<ServerEntry> changed) {
        this.host = host;
        this.servers = servers;
        this.changed = changed;
    }

    void register() {
        host.command(new Command(
                "mcp",
                "MCP servers: state, tools, reconnect",
                this::run,
                prefix -> Stream.of("reconnect", "enable", "disable", "exposure")
                        .filter(word -> word.startsWith(prefix))
                        .map(Command.Completion::of)
                        .toList()));
    }

    private Outcome run(CommandContext ctx) throws Exception {
        var words = ctx.args();
        if (words.isEmpty()) {
            return ctx.ui().mode() == Mode.TUI && ctx.ui().hasUser() ? manage(ctx) : Outcome.status(list());
        }
        if (words.getFirst().equals("reconnect") && words.size() <= 2) {
            return reconnect(words.size() == 1 ? servers.all() : List.of(find(words.get(1))));
        }
        if (words.size() == 2
                && (words.getFirst().equals("enable") || words.getFirst().equals("disable"))) {
            return change(find(words.get(1)), "enabled", words.getFirst().equals("enable"));
        }
        if (words.size() == 3 && words.getFirst().equals("exposure") && Exposure.of(words.get(2)) != null) {
            return change(find(words.get(1)), "exposure", words.get(2));
        }
        return Outcome.status(USAGE);
    }

    private String list() {
        var all = servers.all();
        return all.isEmpty()
                ? "no MCP servers are configured"
                : all.stream().flatMap(one -> ServerText.details(one).stream()).collect(Collectors.joining("\n"));
    }

    /** A list of servers, then what can be done with the chosen one. */
    private Outcome manage(CommandContext ctx) throws Exception {
        while (true) {
            var all = servers.all();
            if (all.isEmpty()) {
                return Outcome.status("no MCP servers are configured");
            }
            var lines = all.stream().map(ServerText::line).toList();
            var chosen = ctx.ui().select("MCP servers", lines);
            if (chosen.isEmpty()) {
                return Outcome.nothing();
            }
            var connection = all.get(lines.indexOf(chosen.get()));
            var actions = new ArrayList<String>();
            actions.add(BACK);
            if (connection.entry().isEnabled()) {
                actions.add(RECONNECT);
            }
            actions.add(connection.entry().isEnabled() ? DISABLE : ENABLE);
            Arrays.stream(Exposure.values())
                    .filter(one -> one != connection.entry().exposure())
                    .forEach(one -> actions.add("Exposure: " + one.wire()));
            var action = ctx.ui().select(String.join("\n", ServerText.details(connection)), actions);
            if (action.isEmpty()) {
                return Outcome.nothing();
            }
            if (action.get().equals(RECONNECT)) {
                return reconnect(List.of(connection));
            }
            if (action.get().equals(DISABLE) || action.get().equals(ENABLE)) {
                return change(connection, "enabled", action.get().equals(ENABLE));
            }
            if (!action.get().equals(BACK)) {
                return change(connection, "exposure", action.get().substring("Exposure: ".length()));
            }
        }
    }

    private static Outcome reconnect(List<Connection> wanted) throws InterruptedException {
        var lines = new ArrayList<String>();
        for (var one : wanted) {
            if (one.entry().isEnabled()) {
                try {
                    one.reconnect();
                } catch (IOException e) {
                    // The state of the connection contains the error.
                }
                lines.add(ServerText.line(one));
            }
        }
        return Outcome.status(String.join("\n", lines));
    }

    /** Saves the change in the file that configures the server; for a server of a hook it applies to this session only. */
    private Outcome change(Connection connection, String field, Object value) throws IOException, InterruptedException {
        var entry = connection.entry();
        var savedWhere = "for this session";
        if (entry.scope() != ServerEntry.Scope.HOOK) {
            var file = McpEdit.set(entry, field, value);
            savedWhere = "in " + file;
        }
        var next = entry.withConfig(entry.config().with(JsonObject.of(field, value)), entry.override());
        changed.accept(next);
        return Outcome.status("MCP server \"" + entry.name() + "\": " + field + " is " + value + " " + savedWhere);
    }

    private Connection find(String name) {
        var found = servers.find(name);
        if (found == null) {
            throw new IllegalArgumentException("there is no MCP server \"" + name + "\"; there are: "
                    + servers.all().stream().map(one -> one.entry().name()).collect(Collectors.joining(", ")));
        }
        return found;
    }
}
