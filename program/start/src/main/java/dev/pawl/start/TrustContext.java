package dev.pawl.start;

import dev.pawl.api.context.ForwardingContext;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.Mode;
import java.nio.file.Path;

/** What a hook has while it is asked about a project: the folder and the user; there is no session yet. */
final class TrustContext extends ForwardingContext {
    private final Path cwd;
    private final Mode mode;
    private final Ui ui;

    TrustContext(Path cwd, Mode mode, Ui ui) {
        this.cwd = cwd;
        this.mode = mode;
        this.ui = ui;
    }

    @Override
    protected HookContext target() {
        throw new IllegalStateException(
                "there is no session yet: a project_trust handler has cwd, mode, hasUi and ui, and nothing else");
    }

    @Override
    public Path cwd() {
        return cwd;
    }

    @Override
    public Mode mode() {
        return mode;
    }

    @Override
    public boolean hasUi() {
        return mode == Mode.TUI;
    }

    @Override
    public Ui ui() {
        return ui;
    }

    @Override
    public boolean isProjectTrusted() {
        return false;
    }
}
