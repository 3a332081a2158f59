package dev.pawl.start;

import dev.pawl.api.context.ForwardingContext;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.Project;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.ForwardingUi;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
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
        throw noSession();
    }

    private static IllegalStateException noSession() {
        return new IllegalStateException(
                "there is no session yet: a project_trust handler has ui, and the cwd of its project, and nothing"
                        + " else");
    }

    @Override
    public Ui ui() {
        return new ForwardingUi() {
            @Override
            protected Ui target() {
                return ui;
            }

            @Override
            public Mode mode() {
                return mode;
            }

            @Override
            public boolean hasUser() {
                return mode == Mode.TUI;
            }
        };
    }

    @Override
    public Project project() {
        return new Asked();
    }

    private final class Asked implements Project {
        @Override
        public Path cwd() {
            return cwd;
        }

        @Override
        public boolean isTrusted() {
            return false;
        }

        @Override
        public JsonObject settings() {
            throw noSession();
        }

        @Override
        public ExecResult exec(ExecOptions options, String... command) {
            throw noSession();
        }

        @Override
        public void shutdown() {
            throw noSession();
        }
    }
}
