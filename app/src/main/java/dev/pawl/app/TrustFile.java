package dev.pawl.app;

import dev.pawl.api.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Which projects the person trusts: {@code trust.json}, folders with true or false. The closest folder decides. */
record TrustFile(Path file) {
    /** Null if nothing was decided for the folder or any above it. A file that cannot be read trusts nothing. */
    @Nullable
    Boolean trusts(Path project) throws IOException {
        JsonObject decisions;
        try {
            decisions = JsonObject.parse(Files.readString(file));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    file + ": " + e.getMessage() + "; no project is trusted until it is mended or deleted", e);
        }
        for (var folder = project.toRealPath(); folder != null; folder = folder.getParent()) {
            if (decisions.get(folder.toString()) instanceof Boolean decision) {
                return decision;
            }
        }
        return null;
    }
}
