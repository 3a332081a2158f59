package dev.pawl.testkit;

import dev.pawl.api.ui.Ui;
import dev.pawl.session.Session;
import dev.pawl.trial.TrialContext;
import java.nio.file.Path;

/** The context of a trial whose session and models a test sets up. */
public final class FakeContext extends TrialContext {
    private final FakeSession session;
    private final FakeModels models;

    public FakeContext(Path cwd, Ui ui) {
        this(cwd, ui, new FakeSession(cwd));
    }

    public FakeContext(Path cwd, Ui ui, FakeSession session) {
        this(cwd, ui, session, new FakeModels());
    }

    private FakeContext(Path cwd, Ui ui, FakeSession session, FakeModels models) {
        super(cwd, ui, session.target(), models);
        this.session = session;
        this.models = models;
    }

    private FakeContext(FakeContext before, Session session) {
        super(before, session);
        this.session = new FakeSession(session);
        this.models = before.models;
    }

    @Override
    public FakeSession session() {
        return session;
    }

    @Override
    public FakeModels models() {
        return models;
    }

    @Override
    protected TrialContext following(Session next) {
        return new FakeContext(this, next);
    }
}
