package dev.pawl.start;

import dev.pawl.agent.setup.HookSource;
import dev.pawl.api.HookPoints;
import dev.pawl.api.context.ForwardingContext;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.Project;
import dev.pawl.api.event.ProjectTrust;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.ui.DialogOptions;
import dev.pawl.api.ui.ForwardingUi;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.ExecOptions;
import dev.pawl.api.value.ExecResult;
import dev.pawl.api.value.HookError;
import dev.pawl.api.value.Mode;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.trust.Trust;
import dev.pawl.config.trust.TrustOption;
import dev.pawl.hooks.bound.CarrierGuard;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.hooks.dispatch.Engine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks the user's own hooks, and then the user, whether to trust a project.
 *
 * @param brought the files and folders that it is about
 */
record Deciders(
        Path cwd,
        Set<Path> brought,
        Mode mode,
        Ui ui,
        Timeouts timeouts,
        HookSource userHooks,
        Consumer<HookError> errors)
        implements Trust.Voices {
    private static final int NAMED = 12;

    /** Only hooks of the user and of the command line are asked; those of the project are what it is about. */
    @Override
    public ProjectTrust.@Nullable Verdict hooks() throws InterruptedException {
        var loaded = userHooks.load(SessionStart.Reason.STARTUP);
        try (var carriers = new CarrierGuard();
                var engine = new Engine(loaded.hooks(), timeouts, errors, carriers, Clock.systemUTC())
                        .bind(new TrustContext(cwd, mode, mode == Mode.TUI ? ui : new NoUi()))) {
            return engine.fire(HookPoints.PROJECT_TRUST, new ProjectTrust(cwd)) instanceof Decision.Stop(var verdict)
                    ? verdict
                    : null;
        }
    }

    @Override
    public @Nullable TrustOption user(List<TrustOption> options) throws InterruptedException {
        // A client may be a program that answers no dialogs, and would wait for ever.
        if (mode != Mode.TUI) {
            return null;
        }
        var labels = options.stream().map(TrustOption::label).toList();
        var refusal = options.stream()
                .filter(option -> !option.trusted())
                .reduce((_, last) -> last)
                .map(TrustOption::label);
        var chosen = ui.select(
                question(cwd, brought),
                labels,
                refusal.map(DialogOptions::preselected).orElse(DialogOptions.NONE));
        return chosen.map(label -> options.get(labels.indexOf(label))).orElse(null);
    }

    /** Names the folder and the files, so that one can look at them before one answers. */
    static String question(Path cwd, Set<Path> brought) {
        return brings(cwd, brought) + ". Trust it?";
    }

    /** Returns what a folder brings, as the beginning of a sentence. */
    static String brings(Path cwd, Set<Path> brought) {
        var folder = Folders.canonical(cwd);
        var names = brought.stream()
                .filter(path -> !Files.isDirectory(path))
                .map(path -> path.startsWith(folder) ? folder.relativize(path).toString() : path.toString())
                .sorted()
                .toList();
        int more = names.size() - NAMED;
        var list = String.join(", ", names.subList(0, Math.min(NAMED, names.size())))
                + (more > 0 ? " and " + more + " more" : "");
        return folder + " brings hooks or settings of its own" + (list.isEmpty() ? "" : ": " + list);
    }

    /** What a hook has while it is asked about a project: the folder and the user; there is no session yet. */
    private static final class TrustContext extends ForwardingContext {
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
}
