package dev.pawl.packages.install;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.config.text.JsonFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The file {@code packages.lock.json} beside the settings: which version and which content each package has. */
public final class LockFile {
    private static final String NAME = "packages.lock.json";

    private final JsonFile file;

    private LockFile(JsonFile file) {
        this.file = file;
    }

    /** The lock file of a layer's folder. */
    public static LockFile in(Path folder) {
        return new LockFile(new JsonFile(folder.resolve(NAME)));
    }

    /** Returns what is recorded for a package; null if nothing is. */
    public @Nullable Installed find(String identity) throws IOException {
        JsonObject json;
        try {
            json = file.read();
        } catch (IOException e) {
            throw new IOException(
                    file.file() + " cannot be read: " + e.getMessage()
                            + ". Correct it, or delete it to record the installed packages again",
                    e);
        }
        return json != null && json.object("packages").get(identity) instanceof JsonObject entry
                ? Installed.read(entry)
                : null;
    }

    void put(String identity, Installed installed) throws IOException, InterruptedException {
        file.edit(JsonEdit.nothing()
                .with(List.of("lockVersion"), 1)
                .with(List.of("packages", identity), installed.json()));
    }

    /** Forgets a package. */
    public void remove(String identity) throws IOException, InterruptedException {
        if (find(identity) != null) {
            file.edit(JsonEdit.nothing().without(List.of("packages", identity)));
        }
    }
}
