package dev.pawl.session;

import dev.pawl.session.store.SessionPaths;
import java.nio.file.Path;

/** Sessions in a folder of a test's own. */
public final class SessionFolder {
    private SessionFolder() {}

    public static SessionPaths paths(Path folder) {
        return SessionPaths.in(folder);
    }

    public static Sessions sessions(Path folder) {
        return new Sessions(paths(folder), SessionOptions.standard());
    }
}
