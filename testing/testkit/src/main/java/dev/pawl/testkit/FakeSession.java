package dev.pawl.testkit;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.session.Session;
import dev.pawl.trial.ForwardingSession;
import dev.pawl.trial.TrialContext;
import java.nio.file.Path;

/** A real session, in memory unless given, with words to set it up in a test. */
public final class FakeSession extends ForwardingSession {
    private final Session session;

    public FakeSession(Path cwd) {
        this(TrialContext.inMemory(cwd));
    }

    public FakeSession(Session session) {
        this.session = session;
    }

    @Override
    protected Session target() {
        return session;
    }

    /** Adds a message of the user. */
    public FakeSession user(String text) {
        append(Message.user(text, 0));
        return this;
    }

    /** Compacts what came before an entry. */
    public FakeSession compacted(String summary, String firstKeptEntryId) {
        session.compact(CompactionResult.of(summary, firstKeptEntryId, 0), false, false, JsonObject.empty());
        return this;
    }
}
