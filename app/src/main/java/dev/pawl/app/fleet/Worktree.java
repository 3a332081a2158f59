package dev.pawl.app.fleet;

import dev.pawl.api.json.JsonObject;
import dev.pawl.app.cli.Places;
import java.io.IOException;
import java.nio.file.Path;

/** The working tree of a session of its own, made when it is claimed first. */
record Worktree(JsonObject wanted, Path cwd, Places places) {
    /** Where the working tree of a session is: beside the repository. */
    static Path folder(Path repository, String session) {
        return repository.resolveSibling(repository.getFileName() + ".sessions").resolve(session);
    }

    void create() throws IOException {
        if (!wanted.isEmpty()) {
            throw new IOException("worktrees come next");
        }
    }
}
