package dev.pawl.session;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the sessions of an agent come from, and where they stay.
 *
 * <p>A session is named by a path. Only one at a time writes to it; others may read it, or fork it.
 */
public interface SessionStore {
    /**
     * Returns a new session of a project.
     *
     * @param parentSession the session it comes from; null if from none
     */
    Session begin(Path cwd, @Nullable Path parentSession) throws IOException;

    /** Returns a session that is never kept. */
    Session inMemory(Path cwd);

    /**
     * Opens a session to continue it; one that does not exist is begun under that name.
     *
     * @throws SessionInUse if another writes to it
     */
    Session open(Path session, Path cwdIfNew) throws IOException;

    /** Opens a session for reading. */
    Session openReadOnly(Path session) throws IOException;

    /** Returns a new session with the branch of another up to an entry, or (null) with nothing but the memory where it came from. */
    Session fork(Session source, @Nullable String leafId) throws IOException;
}
