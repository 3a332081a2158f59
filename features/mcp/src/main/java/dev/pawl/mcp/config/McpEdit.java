package dev.pawl.mcp.config;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.config.text.JsonFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Changes entries of {@code mcp.json}; the rest of the file stays as it is. */
public final class McpEdit {
    private static final String SERVERS = "mcpServers";

    private McpEdit() {}

    /** Sets one field of a server in the file that configures or changes it, and returns the file. */
    public static Path set(ServerEntry entry, String field, Object value) throws IOException, InterruptedException {
        var override = entry.override();
        var file = Path.of(override == null ? entry.source() : override);
        new JsonFile(file).edit(JsonEdit.nothing().with(List.of(SERVERS, entry.name(), field), value));
        return file;
    }

    /** Adds or replaces a server; returns whether one was replaced. */
    public static boolean add(Path file, String name, JsonObject config) throws IOException, InterruptedException {
        var before = new JsonFile(file).read();
        new JsonFile(file).edit(JsonEdit.nothing().with(List.of(SERVERS, name), config));
        return before != null && before.object(SERVERS).has(name);
    }

    /** Removes a server; false if the file has none of that name. */
    public static boolean remove(Path file, String name) throws IOException, InterruptedException {
        var before = new JsonFile(file).read();
        if (before == null || !before.object(SERVERS).has(name)) {
            return false;
        }
        new JsonFile(file).edit(JsonEdit.nothing().without(List.of(SERVERS, name)));
        return true;
    }
}
