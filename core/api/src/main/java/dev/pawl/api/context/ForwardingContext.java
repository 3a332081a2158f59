package dev.pawl.api.context;

import dev.pawl.api.ui.ForwardingUi;
import dev.pawl.api.ui.Ui;

/**
 * A context whose parts pass every call on to those of another one, for contexts that change or add something.
 *
 * <p>Each call of each part asks for {@link #target} first, so a target that throws an exception closes all of them,
 * also those that were kept.
 */
public abstract class ForwardingContext implements HookContext {
    /** Returns the context that answers; asked for at every call of a part. */
    protected abstract HookContext target();

    @Override
    public OpenSession session() {
        return new ForwardingSession() {
            @Override
            protected OpenSession target() {
                return ForwardingContext.this.target().session();
            }
        };
    }

    @Override
    public SessionModels models() {
        return new ForwardingModels(() -> target().models());
    }

    @Override
    public Tools tools() {
        return new ForwardingTools(() -> target().tools());
    }

    @Override
    public Messages messages() {
        return new ForwardingMessages(() -> target().messages());
    }

    @Override
    public Ui ui() {
        return new ForwardingUi() {
            @Override
            protected Ui target() {
                return ForwardingContext.this.target().ui();
            }
        };
    }

    @Override
    public Project project() {
        return new ForwardingProject(() -> target().project());
    }
}
