package dev.pawl.start;

import dev.pawl.agent.setup.StartModel;
import dev.pawl.ai.Models;
import dev.pawl.ai.OpenModels;
import dev.pawl.ai.catalogue.ModelChoice;
import dev.pawl.ai.catalogue.ModelName;
import dev.pawl.ai.catalogue.RequestedModel;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.value.Mode;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Option;
import dev.pawl.cli.Refusal;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.session.tree.SessionState;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The model that a session starts with, chosen from the command line, the session, the settings and the keys. */
final class ModelSelection implements StartModel.Chooser {
    private final CommandLine line;
    private final OpenModels open;
    private final Models models;
    private final Supplier<Settings> settings;
    private final NoticePrinter notices;
    private final Mode mode;

    /** @param settings those of the folder that the session works in */
    ModelSelection(CommandLine line, OpenModels open, Supplier<Settings> settings, NoticePrinter notices, Mode mode) {
        this.line = line;
        this.open = open;
        this.models = open.models();
        this.settings = settings;
        this.notices = notices;
        this.mode = mode;
    }

    @Override
    public StartModel choose(@Nullable SessionState stored) {
        // A model that was not found may be one that could not be read.
        models.problems().forEach(problem -> notices.report(Notice.warning(problem.where(), problem.message())));
        var here = settings.get();
        var enabled = here.get(Keys.ENABLED_MODELS);
        var scope = models.scope(
                !line.listOrEmpty(Option.MODELS).isEmpty()
                        ? line.listOrEmpty(Option.MODELS)
                        : enabled == null ? List.of() : enabled);
        scope.notes().forEach(note -> notices.report(Notice.of(note)));
        var requested = RequestedModel.none()
                .named(line.value(Option.PROVIDER), line.value(Option.MODEL), line.thinking())
                .scoped(scope.models())
                .saved(saved(here));
        if (mode == Mode.TUI) {
            requested = requested.orDemonstration();
        }
        if (stored != null) {
            var last = stored.model();
            requested = requested.resumed(last == null ? null : new ModelName(last.provider(), last.id()));
        }
        var choice = models.choose(requested);
        if (choice instanceof ModelChoice.Chosen(var model, var level, var note)) {
            ThinkingLevel start = line.thinking();
            if (start == null) {
                start = level;
            }
            if (start == null) {
                start = stored == null
                        ? here.thinkingLevel(model.provider(), model.id())
                        : Objects.requireNonNullElse(stored.thinkingLevel(), here.get(Keys.DEFAULT_THINKING_LEVEL));
            }
            if (model.baseUrl().startsWith("https:")) {
                // It takes a while, and hooks and resources come first anyway.
                Thread.startVirtualThread(open::warm);
            }
            return new StartModel(model, start, scope.models(), note);
        }
        boolean wanted = line.has(Option.MODEL)
                || line.has(Option.PROVIDER)
                || line.has(Option.MODELS)
                || line.has(Option.API_KEY);
        if (mode.isDriven() && !wanted) {
            // Clients start the program first and choose a model later; a prompt without one fails.
            return new StartModel(null, here.get(Keys.DEFAULT_THINKING_LEVEL), scope.models(), null);
        }
        var refused = (ModelChoice.Refused) choice;
        throw Refusal.because(refused.why() + refused.onCommandLine());
    }

    private static @Nullable ModelName saved(Settings here) {
        var provider = here.get(Keys.DEFAULT_PROVIDER);
        var model = here.get(Keys.DEFAULT_MODEL);
        return provider == null || model == null ? null : new ModelName(provider, model);
    }
}
