package dev.pawl.api.tool;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A shell command just before it starts: the last place where it can be rewritten unseen by the model. */
public record SpawnRequest(String command, Path cwd, Map<String, String> environment) {
    public SpawnRequest {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    public SpawnRequest withCommand(String command) {
        return new SpawnRequest(command, cwd, environment);
    }

    public SpawnRequest withCwd(Path cwd) {
        return new SpawnRequest(command, cwd, environment);
    }

    public SpawnRequest withVariable(String name, String value) {
        var changed = new java.util.LinkedHashMap<>(environment);
        changed.put(name, value);
        return new SpawnRequest(command, cwd, java.util.Collections.unmodifiableMap(changed));
    }
}
