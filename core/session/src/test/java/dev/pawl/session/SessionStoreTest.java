package dev.pawl.session;

import dev.pawl.session.store.SessionPaths;
import org.junit.jupiter.api.Nested;

class SessionStoreTest {
    @Nested
    class InFiles extends SessionStoreContract {
        @Override
        SessionStore store() {
            return new Sessions(SessionPaths.below(dir.resolve("agent")), SessionOptions.standard());
        }
    }

    @Nested
    class InMemory extends SessionStoreContract {
        @Override
        SessionStore store() {
            return KeptSessions.inMemory(SessionOptions.standard());
        }
    }
}
