package dev.pawl.ai.demo;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ModelRequest;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tools a request offers, by what the tour wants from them; null where none of them can do it. */
final class Toolbox {
    private static final int LINES = 60;
    static final int MATCHES = 40;
    static final int NAMES = 1_000;

    private final Set<String> offered = new HashSet<>();

    Toolbox(ModelRequest request) {
        for (var tool : request.tools()) {
            offered.add(tool.string("name", ""));
        }
    }

    boolean isEmpty() {
        return offered.isEmpty();
    }

    boolean has(String tool) {
        return offered.contains(tool);
    }

    Reply.@Nullable Use list(String folder) {
        if (has("ls")) {
            return use("ls", JsonObject.of("path", folder));
        }
        if (has("bash")) {
            return bash(".".equals(folder) ? "ls -1Ap" : "ls -1Ap -- " + quoted(folder));
        }
        return has("find")
                ? use("find", JsonObject.of("pattern", "*", "path", folder).with("limit", 200))
                : null;
    }

    Reply.@Nullable Use read(String path) {
        if (has("read")) {
            return use("read", JsonObject.of("path", path, "limit", LINES));
        }
        return has("bash") ? bash("head -n " + LINES + " -- " + quoted(path)) : null;
    }

    /** Looks for words in the files. */
    Reply.@Nullable Use search(String words) {
        if (has("grep")) {
            return use("grep", JsonObject.of("pattern", words, "literal", true).with("limit", MATCHES));
        }
        return has("bash")
                ? bash("grep -rnIF --exclude-dir=.git --exclude-dir=node_modules --exclude-dir=target -- "
                        + quoted(words) + " . | head -n " + MATCHES)
                : null;
    }

    /** Looks for files by their name, which may hold {@code *}. */
    Reply.@Nullable Use names(String pattern) {
        if (has("find")) {
            return use("find", JsonObject.of("pattern", pattern, "limit", NAMES));
        }
        return has("bash")
                ? bash("find . -name " + quoted(pattern) + " -not -path '*/.git/*' | head -n " + NAMES)
                : null;
    }

    /** Writes a new file. The shell refuses to overwrite an existing one. */
    Reply.@Nullable Use write(String path, String content) {
        if (has("write")) {
            return use("write", JsonObject.of("path", path, "content", content));
        }
        return has("bash") ? bash("set -C; printf '%s' " + quoted(content) + " > " + quoted(path)) : null;
    }

    Reply.@Nullable Use run(String command) {
        return has("bash") ? bash(command) : null;
    }

    private static Reply.Use bash(String command) {
        return use("bash", JsonObject.of("command", command, "timeout", 60));
    }

    private static Reply.Use use(String tool, JsonObject arguments) {
        return new Reply.Use(tool, arguments);
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
