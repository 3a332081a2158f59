package dev.pawl.serve.acp;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.ToolInput;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file before a call that writes or edits it, so that the change can be shown to the client.
 *
 * @param text null if there was no such file
 * @param proposed the changes that the call proposes, before hooks have run
 */
record FileBefore(Path file, @Nullable String text, List<JsonObject> proposed) {
    private static final long MOST = 1 << 20;

    /** Null for a call that does not write a file, or for a file that is too large or not text. */
    static @Nullable FileBefore of(String tool, JsonObject arguments, CallPaths paths) {
        var input = ToolInput.from(tool, arguments);
        var path = switch (input) {
            case ToolInput.Write(var written, _) -> written;
            case ToolInput.Edit(var written, _) -> written;
            default -> null;
        };
        var file = path == null ? null : paths.find(path);
        if (file == null) {
            return null;
        }
        try {
            var text = read(file);
            return new FileBefore(file, text, proposal(file, text, input));
        } catch (IOException e) {
            return null;
        }
    }

    /** The text of a file; null if there is none. */
    private static @Nullable String read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        if (!Files.isRegularFile(file) || Files.size(file) > MOST) {
            throw new IOException("not shown");
        }
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new IOException("not text", e);
        }
    }

    private static List<JsonObject> proposal(Path file, @Nullable String old, ToolInput input) {
        var changes = new ArrayList<JsonObject>();
        if (input instanceof ToolInput.Write(_, var content)) {
            changes.add(diff(file, old, content));
        } else if (input instanceof ToolInput.Edit(_, var edits)) {
            edits.forEach(edit -> changes.add(diff(file, edit.oldText(), edit.newText())));
        }
        return List.copyOf(changes);
    }

    /** The actual change; null if there is none, or if it cannot be shown. */
    @Nullable
    JsonObject changed() {
        try {
            var now = read(file);
            return now == null || now.equals(text) ? null : diff(file, text, now);
        } catch (IOException e) {
            return null;
        }
    }

    private static JsonObject diff(Path file, @Nullable String old, String now) {
        return JsonObject.of("type", "diff", "path", file.toString())
                .with("oldText", old)
                .with("newText", now);
    }
}
