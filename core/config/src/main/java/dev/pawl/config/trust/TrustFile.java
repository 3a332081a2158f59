package dev.pawl.config.trust;

import dev.pawl.api.json.Json;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.config.text.JsonFile;
import dev.pawl.config.text.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which projects the user trusts: {@code trust.json}, folders with true or false. The closest folder decides.
 *
 * <p>Exceptions state what is wrong with the file, but not which file it is.
 */
final class TrustFile {
    private final Path file;

    TrustFile(Path file) {
        this.file = file;
    }

    Path path() {
        return file;
    }

    /** What was decided, and for which folder. */
    record Decision(Path folder, boolean trusted) {}

    /**
     * The decision for the folder or the closest one above it; null if there is none.
     *
     * @throws IOException if the file cannot be read or contains something else than yes or no. Nothing is trusted
     *     then.
     */
    @Nullable
    Decision nearest(Path project) throws IOException {
        var decisions = read();
        if (decisions.isEmpty()) {
            return null;
        }
        for (var folder = Folders.canonical(project); folder != null; folder = folder.getParent()) {
            var value = decisions.get(folder.toString());
            if (value instanceof Boolean trusted) {
                return new Decision(folder, trusted);
            }
            if (value != null) {
                throw new IOException("\"" + folder + "\" is " + Json.write(value)
                        + ", but must be true or false. This project is not trusted until it is mended.");
            }
        }
        return null;
    }

    /** All decisions. */
    Map<Path, Boolean> all() throws IOException {
        var all = new TreeMap<Path, Boolean>();
        read().forEach((folder, value) -> {
            if (value instanceof Boolean trusted) {
                all.put(Path.of(folder), trusted);
            }
        });
        return all;
    }

    /** Keeps decisions; null takes one back. Everything else in the file stays as it is. */
    void keep(Map<Path, ? extends @Nullable Boolean> decisions) throws IOException, InterruptedException {
        var edit = JsonEdit.nothing();
        for (var decision : decisions.entrySet()) {
            var path = List.of(Folders.canonical(decision.getKey()).toString());
            edit = decision.getValue() == null ? edit.without(path) : edit.with(path, decision.getValue());
        }
        try {
            new JsonFile(file).edit(edit);
        } catch (IOException e) {
            throw new IOException("the decision is not kept: " + TextFile.why(e), e);
        }
    }

    private Map<String, @Nullable Object> read() throws IOException {
        try {
            var json = new JsonFile(file).read();
            return json == null ? Map.of() : json.asMap();
        } catch (IOException e) {
            throw new IOException(
                    "cannot be read: " + TextFile.why(e) + ". No project is trusted until it is mended or deleted.", e);
        }
    }
}
