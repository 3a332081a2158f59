package dev.pawl.serve.acp;

import dev.pawl.api.tool.CallFile;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The folders against which paths in the calls of a session are resolved. */
record CallPaths(Path cwd, Path home) {
    /** The absolute path that a model means; null if this system cannot express it. */
    @Nullable
    Path find(String written) {
        try {
            return CallFile.resolve(written, cwd, home);
        } catch (InvalidPathException e) {
            return null;
        }
    }
}
