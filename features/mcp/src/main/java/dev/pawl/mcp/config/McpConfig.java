package dev.pawl.mcp.config;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.text.JsonFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The servers that files configure: the user's {@code mcp.json} and, of a trusted project, {@code .mcp.json} and
 * {@code .pi/mcp.json}.
 *
 * @param problems the problems of entries that were rejected
 */
public record McpConfig(List<ServerEntry> servers, List<String> problems) {
    private static final String NAME = "mcp.json";
    private static final String SHARED = ".mcp.json";
    private static final Set<String> OVERRIDES = Set.of("enabled", "exposure", "toolExposure");

    public McpConfig {
        servers = List.copyOf(servers);
        problems = List.copyOf(problems);
    }

    public static Path userFile(Folders folders) {
        return folders.agentDir().resolve(NAME);
    }

    public static Path projectFile(Folders folders) {
        return folders.projectDir().resolve(NAME);
    }

    /** Reads the files; those of the project only where it is trusted. */
    public static McpConfig read(Folders folders, boolean trusted) {
        var reading = new Reading();
        reading.read(new JsonFile(userFile(folders)), ServerEntry.Scope.USER, false);
        if (trusted) {
            reading.read(
                    new JsonFile(folders.cwd().resolve(SHARED), folders.confines(folders.cwd())),
                    ServerEntry.Scope.PROJECT,
                    true);
            reading.read(
                    new JsonFile(projectFile(folders), folders.confines(folders.projectDir())),
                    ServerEntry.Scope.PROJECT,
                    false);
        }
        return new McpConfig(List.copyOf(reading.servers.values()), reading.problems);
    }

    private static final class Reading {
        private final Map<String, ServerEntry> servers = new LinkedHashMap<>();
        private final List<String> problems = new ArrayList<>();

        void read(JsonFile file, ServerEntry.Scope scope, boolean shared) {
            var path = file.file().toString();
            @Nullable JsonObject content;
            try {
                content = file.read();
            } catch (IOException e) {
                problems.add(path + ": " + e.getMessage());
                return;
            }
            if (content == null) {
                return;
            }
            if (content.has("mcpServers") && !(content.get("mcpServers") instanceof JsonObject)) {
                problems.add(path + ": mcpServers must be an object");
                return;
            }
            for (var one : content.object("mcpServers").asMap().entrySet()) {
                var value = shared ? SharedEntries.converted(one.getValue()) : one.getValue();
                add(path, one.getKey(), value, scope);
            }
        }

        private void add(String path, String name, @Nullable Object value, ServerEntry.Scope scope) {
            if (scope == ServerEntry.Scope.PROJECT && value instanceof JsonObject json && isOverride(json)) {
                override(path, name, json);
                return;
            }
            var flaw = ServerCheck.flaw(name, value);
            if (flaw != null || !(value instanceof JsonObject config)) {
                problems.add(path + ": " + flaw);
                return;
            }
            for (var other : servers.keySet()) {
                if (!other.equals(name) && ServerEntry.namespace(other).equals(ServerEntry.namespace(name))) {
                    problems.add(path + ": server \"" + name + "\" differs from \"" + other
                            + "\" only in - and _. Give one of them another name.");
                    return;
                }
            }
            if (scope == ServerEntry.Scope.PROJECT && config.has("auth")) {
                problems.add(path + ": server \"" + name + "\": auth is only allowed in your own mcp.json, so that a"
                        + " project cannot choose where a login is sent");
                return;
            }
            servers.put(name, new ServerEntry(name, config, path, scope, null));
        }

        private void override(String path, String name, JsonObject value) {
            var base = servers.get(name);
            if (base == null) {
                problems.add(path + ": server \"" + name + "\" needs \"command\" or \"url\", or a server of your own"
                        + " mcp.json to change");
                return;
            }
            if (!OVERRIDES.containsAll(value.names())) {
                problems.add(path + ": server \"" + name + "\": without command and url only enabled, exposure and"
                        + " toolExposure can be set");
                return;
            }
            var config = base.config().with(value);
            var flaw = ServerCheck.flaw(name, config);
            if (flaw != null) {
                problems.add(path + ": " + flaw);
                return;
            }
            servers.put(name, base.withConfig(config, path));
        }

        private static boolean isOverride(JsonObject value) {
            return !value.has("command") && !value.has("url") && !value.has("type");
        }
    }
}
