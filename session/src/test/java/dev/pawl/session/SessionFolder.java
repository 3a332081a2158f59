package dev.pawl.session;

import java.nio.file.Path;

/** Sessions in a folder of a test's own. */
final class SessionFolder {
    private SessionFolder() {}

    static SessionPaths paths(Path folder) {
        return SessionPaths.in(folder);
    }

    static Sessions sessions(Path folder) {
        return new Sessions(paths(folder), SessionOptions.standard());
    }
}
