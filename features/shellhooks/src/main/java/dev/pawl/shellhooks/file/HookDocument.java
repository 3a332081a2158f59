package dev.pawl.shellhooks.file;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.RegularFile;
import dev.pawl.base.toml.Toml;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Reads a file of hooks, which is JSON or, in Codex, TOML. */
final class HookDocument {
    private static final int LARGEST = 8 << 20;

    private HookDocument() {}

    /**
     * Returns what the file contains, in the layout of a JSON file.
     *
     * @throws IllegalArgumentException if it is neither; the message is the end of a sentence about the file
     */
    static JsonObject read(Path file) throws IOException {
        var bytes = RegularFile.read(file, LARGEST);
        boolean toml = file.toString().endsWith(".toml");
        try {
            return toml ? ofCodex(new String(bytes, StandardCharsets.UTF_8)) : JsonObject.parse(bytes);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("is not " + (toml ? "TOML" : "JSON") + ": " + e.getMessage(), e);
        }
    }

    /** The table of hooks only. Beside the events it has the state of trust and the folder of an organisation's scripts. */
    private static JsonObject ofCodex(String text) {
        var hooks = JsonObject.from(Toml.parse(text)).get("hooks");
        return hooks instanceof JsonObject table
                ? JsonObject.of("hooks", table.without("state", "managed_dir", "windows_managed_dir"))
                : hooks == null ? JsonObject.empty() : JsonObject.of("hooks", hooks);
    }
}
