package dev.pawl.policy.permission;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.config.text.JsonFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The rules of the user for one project, in the user's folder, so that a project cannot change them.
 *
 * <p>The file {@code permissions.json} has an object with {@code allow}, {@code ask} and {@code deny} for each project.
 */
public final class LocalRules {
    private final Path file;
    private final String project;

    /** The rules of a project. */
    public LocalRules(Path agentDir, Path cwd) {
        this.file = agentDir.resolve("permissions.json");
        this.project = cwd.toString();
    }

    /** The file, for messages. */
    public Path file() {
        return file;
    }

    /** The rules of the project; empty if there are none. */
    public JsonObject read() throws IOException {
        var all = new JsonFile(file).read();
        return all == null ? JsonObject.empty() : all.object(project);
    }

    /** Saves rules that allow something. */
    void allow(List<String> rules) throws IOException, InterruptedException {
        var kept = new ArrayList<Object>();
        if (read().get("allow") instanceof List<?> before) {
            before.stream().filter(Objects::nonNull).forEach(kept::add);
        }
        rules.stream().filter(rule -> !kept.contains(rule)).forEach(kept::add);
        new JsonFile(file).edit(JsonEdit.nothing().with(List.of(project, "allow"), kept));
    }
}
