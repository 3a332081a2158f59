package dev.pawl.mcp;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.config.text.JsonFile;
import dev.pawl.mcp.client.Connection;
import dev.pawl.mcp.config.ServerEntry;
import dev.pawl.mcp.tool.ToolNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tools of each server as they were when they were first seen, or last approved.
 *
 * <p>The descriptions of a server's tools go to the model, so a server that changes them later could instruct the model: a changed
 * tool is kept from the model until the user has seen the change.
 */
final class ToolPins {
    private final JsonFile file;

    ToolPins(Path agentDir) {
        this.file = new JsonFile(agentDir.resolve("mcp-tools.json"));
    }

    /** A tool whose description or schema has changed. */
    record Change(String tool, String now) {}

    /**
     * The tools that changed since they were approved. A new tool is approved as it is.
     *
     * @throws IOException if the file cannot be read or written; every tool counts as changed then
     */
    synchronized List<Change> changes(Connection connection) throws IOException, InterruptedException {
        var key = key(connection.entry());
        var content = file.read();
        var known =
                content == null ? JsonObject.empty() : content.object("servers").object(key);
        var changes = new ArrayList<Change>();
        var fresh = new LinkedHashMap<String, String>();
        for (var tool : connection.tools()) {
            var name = tool.string("name", "");
            var hash = hash(tool);
            var before = known.string(name);
            if (before == null && (known.isEmpty() || !fresh.containsKey(name))) {
                fresh.put(name, hash);
            } else if (!hash.equals(before)) {
                changes.add(new Change(name, shown(tool)));
            }
        }
        keep(key, fresh);
        return changes;
    }

    /** Records that the user has approved the current tools. */
    synchronized void approve(Connection connection) throws IOException, InterruptedException {
        var all = new LinkedHashMap<String, String>();
        connection.tools().forEach(tool -> all.put(tool.string("name", ""), hash(tool)));
        keep(key(connection.entry()), all);
    }

    private void keep(String key, Map<String, String> hashes) throws IOException, InterruptedException {
        var edit = JsonEdit.nothing();
        for (var one : hashes.entrySet()) {
            edit = edit.with(List.of("servers", key, one.getKey()), one.getValue());
        }
        if (!hashes.isEmpty()) {
            file.edit(edit);
        }
    }

    /** The name with a hash of the program or address: the same name with another program is another server. */
    private static String key(ServerEntry entry) {
        var config = entry.config();
        @Nullable
        Object what = entry.isHttp()
                ? config.string("url")
                : JsonObject.of("command", config.get("command"), "args", config.get("args"));
        return entry.name() + " " + ToolNames.hash(Json.write(what)).substring(0, 16);
    }

    private static String hash(JsonObject tool) {
        return ToolNames.hash(Json.write(List.of(
                tool.string("title", ""),
                tool.string("description", ""),
                tool.object("inputSchema"),
                tool.object("annotations"))));
    }

    private static String shown(JsonObject tool) {
        return tool.string("description", "(no description)").strip() + "\n" + Json.write(tool.object("inputSchema"));
    }
}
