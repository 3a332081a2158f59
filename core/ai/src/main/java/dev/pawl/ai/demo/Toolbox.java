package dev.pawl.ai.demo;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ModelRequest;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds among the offered tools one for each purpose of the tour; null where none is offered. */
final class Toolbox {
    private static final int LINES = 60;
    private static final int MATCHES = 40;

    private final Set<String> offered = new HashSet<>();

    Toolbox(ModelRequest request) {
        request.tools().forEach(tool -> offered.add(tool.string("name", "")));
    }

    Reply.@Nullable Use list(String folder) {
        if (offered.contains("ls")) {
            return new Reply.Use("ls", JsonObject.of("path", folder));
        }
        var bash = run("ls -1Ap -- " + quoted(folder));
        return bash == null && offered.contains("find")
                ? new Reply.Use(
                        "find", JsonObject.of("pattern", "*", "path", folder).with("limit", 200))
                : bash;
    }

    Reply.@Nullable Use read(String path) {
        return offered.contains("read")
                ? new Reply.Use("read", JsonObject.of("path", path, "limit", LINES))
                : run("head -n " + LINES + " -- " + quoted(path));
    }

    /** Looks for words in the files. */
    Reply.@Nullable Use search(String words) {
        return offered.contains("grep")
                ? new Reply.Use(
                        "grep", JsonObject.of("pattern", words, "literal", true).with("limit", MATCHES))
                : run("grep -rnIF --exclude-dir=.git --exclude-dir=node_modules --exclude-dir=target -- "
                        + quoted(words) + " . | head -n " + MATCHES);
    }

    Reply.@Nullable Use run(String command) {
        var arguments = JsonObject.of("command", command, "timeout", 60);
        return offered.contains("bash") ? new Reply.Use("bash", arguments) : null;
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
