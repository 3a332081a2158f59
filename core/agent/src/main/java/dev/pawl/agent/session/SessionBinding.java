package dev.pawl.agent.session;

import dev.pawl.agent.conversation.ModelInUse;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.secret.Masking;
import dev.pawl.agent.setup.AgentSetup;
import dev.pawl.agent.setup.ProjectEnvironment;
import dev.pawl.agent.setup.Resources;
import dev.pawl.agent.tool.SessionTools;
import dev.pawl.api.HookPoints;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.event.ResourcesDiscover;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.ContextMessage;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.config.resources.ContextFiles;
import dev.pawl.config.resources.PromptFiles;
import dev.pawl.config.resources.ResourceRequest.Contribution;
import dev.pawl.hooks.bound.Bounded;
import dev.pawl.hooks.registry.Contributions;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.loader.install.LoadResult;
import dev.pawl.session.Session;
import dev.pawl.session.tree.SessionState;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binds freshly loaded hooks to a session, and notifies them that it starts. */
final class SessionBinding {
    private static final String NOT_LOADED = "hooks-not-loaded";

    private final AgentSetup setup;
    private final Listeners listeners;
    private final SessionAssembly assembly;
    private volatile boolean showsNotLoaded;

    SessionBinding(AgentSetup setup, Listeners listeners) {
        this.setup = setup;
        this.listeners = listeners;
        this.assembly = new SessionAssembly(setup, listeners);
    }

    /**
     * A session whose hooks were not yet notified that it starts.
     *
     * @param before the model and the level that it was left with
     */
    record Bound(SessionScope scope, SessionState before) {}

    /**
     * A session that becomes the current one.
     *
     * @param previous the file of the session before it
     * @param prepare writes into it before it starts
     * @param tools the tools before, of which the active ones stay so; null to start over
     * @param kept the conversation that is kept in memory, whatever the session contains
     * @param inUse the model and the level that stay in use, whatever arguments and the session specify
     */
    record Arrival(
            Session session,
            SessionStart.Reason reason,
            @Nullable Path previous,
            CommandContext.@Nullable Setup prepare,
            SessionTools.@Nullable Choice tools,
            @Nullable List<ContextMessage> kept,
            @Nullable ModelInUse inUse) {
        static Arrival of(Session session, SessionStart.Reason reason, @Nullable Path previous) {
            return new Arrival(session, reason, previous, null, null, null, null);
        }

        Arrival prepared(CommandContext.Setup prepare) {
            return new Arrival(session, reason, previous, prepare, tools, kept, inUse);
        }

        Arrival withTools(SessionTools.Choice tools) {
            return new Arrival(session, reason, previous, prepare, tools, kept, inUse);
        }

        Arrival using(ModelInUse inUse) {
            return new Arrival(session, reason, previous, prepare, tools, kept, inUse);
        }

        Arrival keeping(List<ContextMessage> kept) {
            return new Arrival(session, reason, previous, prepare, tools, kept, inUse);
        }
    }

    /**
     * Loads the hooks and binds them to a session.
     *
     * @param before the hooks of the session that was left, of which those stay that cannot be loaded again
     * @param changes carries out what hooks want to change about the session
     */
    Bound bind(Arrival arrival, List<InstalledHook> before, SessionChanges changes) throws InterruptedException {
        var session = arrival.session();
        var place = setup.surroundings().at(session.cwd());
        var loaded = load(place, before, arrival.reason());
        loaded.problems()
                .forEach(problem -> setup.frontend().notices().accept(problem.path() + ": " + problem.message()));
        var state = session.state();
        // A session that was never used with a model begins with the one that the user prefers.
        boolean known = session.depth() > 0 && state.model() != null;
        return new Bound(assembly.assemble(session, place, loaded, known ? state : null, changes), state);
    }

    /** Starts a session that the agent has entered: restores its state and notifies hooks and listeners. */
    void start(Bound bound, Arrival arrival) throws InterruptedException {
        var scope = bound.scope();
        var next = scope.core();
        var session = arrival.session();
        boolean used = session.depth() > 0;
        if (arrival.inUse() != null) {
            next.model().takeOver(arrival.inUse());
        }
        if (arrival.tools() != null) {
            next.tools().resume(arrival.tools());
        }
        if (arrival.reason() != SessionStart.Reason.RELOAD && !session.hasMessages()) {
            rememberModel(next);
        } else if (used
                && bound.before().thinkingLevel() == null
                && next.model().model() != null) {
            // Sessions of old versions do not contain it; from now on this one does.
            session.changeThinkingLevel(next.model().level());
        }
        var prepare = arrival.prepare();
        if (prepare != null) {
            // Nothing can be aborted here, so it has as long as a handler has.
            HookStep.attempt(
                    next.engine(),
                    "newSession",
                    () -> Bounded.call(
                            "setup of a session",
                            () -> {
                                prepare.run(session);
                                return session;
                            },
                            scope.project().timeouts().hookTimeout()));
            next.conversation().forget();
        }
        if (arrival.kept() != null) {
            next.conversation().keep(arrival.kept());
        }
        var resumed = scope.project().tools().resumed();
        if (used && arrival.tools() == null && resumed != null) {
            next.conversation().restore(next.tools(), resumed);
        }
        var reason = arrival.reason();
        if (reason != SessionStart.Reason.STARTUP && reason != SessionStart.Reason.RELOAD) {
            listeners.publish(new AgentEvent.SessionReplaced(session.header()));
        }
        next.engine().fire(HookPoints.SESSION_START, new SessionStart(reason, arrival.previous()));
        discover(next, scope.project(), reason);
        listeners.publish(new AgentEvent.SessionBegun());
        if (used && reason != SessionStart.Reason.RELOAD) {
            restoreWaiting(next);
        }
        scope.contributions().servers().begin();
        warnOfUnknown(next);
        showNotLoaded(scope.missing());
        if (used && arrival.kept() == null) {
            scope.preview().show();
        }
    }

    /** Restores the messages that the program had not sent when it ended. */
    private void restoreWaiting(SessionCore next) {
        var messages = next.conversation();
        int restored = next.queues()
                .restore(() -> messages.messages().stream()
                        .filter(Message.User.class::isInstance)
                        .map(Message.User.class::cast)
                        .toList());
        if (restored > 0) {
            setup.frontend()
                    .notices()
                    .accept("Messages that were not sent when the program ended wait again (" + restored
                            + "). They follow your next message, or /recover sends them.");
        }
    }

    private static LoadResult load(ProjectEnvironment place, List<InstalledHook> before, SessionStart.Reason reason)
            throws InterruptedException {
        LoadResult loaded = null;
        try {
            loaded = place.hooks().load(reason);
        } finally {
            if (loaded == null) {
                before.forEach(InstalledHook::end);
            }
        }
        return loaded.keeping(before);
    }

    /** Shows which hooks did not load, until they do. */
    private void showNotLoaded(List<LoadProblem> missing) {
        if (!missing.isEmpty()) {
            var paths = missing.stream()
                    .map(problem -> String.valueOf(Path.of(problem.path()).getFileName()))
                    .distinct()
                    .toList();
            setup.frontend()
                    .ui()
                    .setStatus(NOT_LOADED, "hooks not loaded: " + String.join(", ", paths) + " (/hooks shows why)");
        } else if (showsNotLoaded) {
            setup.frontend().ui().setStatus(NOT_LOADED, null);
        }
        showsNotLoaded = !missing.isEmpty();
    }

    private void discover(SessionCore next, ProjectEnvironment place, SessionStart.Reason reason)
            throws InterruptedException {
        var asked = ResourcesDiscover.of(
                place.cwd(),
                reason == SessionStart.Reason.RELOAD
                        ? ResourcesDiscover.Reason.RELOAD
                        : ResourcesDiscover.Reason.STARTUP);
        var found = next.engine().fire(HookPoints.RESOURCES_DISCOVER, asked);
        var resources = masked(
                place.resources().load(contributions(found.skillPaths()), contributions(found.promptPaths())),
                next.masking());
        resources
                .problems()
                .forEach(problem -> setup.frontend().notices().accept(problem.where() + ": " + problem.message()));
        next.prompts().resources(resources);
        place.resources().themes(found.themePaths());
    }

    /** Instructions without values of secrets. Skills and templates are masked when they are in a message. */
    private static Resources masked(Resources read, Masking masking) {
        if (masking.isNone()) {
            return read;
        }
        var files = read.contextFiles().files().stream()
                .map(file -> new ContextFiles.ContextFile(file.path(), masking.text(file.content())))
                .toList();
        var prompts = read.prompts();
        var system = prompts.system();
        return new Resources(
                new ContextFiles(files, read.contextFiles().problems()),
                new PromptFiles(
                        system == null ? null : masked(system, masking),
                        prompts.append().stream()
                                .map(source -> masked(source, masking))
                                .toList(),
                        prompts.problems()),
                read.skills(),
                read.templates(),
                read.rules());
    }

    private static PromptFiles.Source masked(PromptFiles.Source read, Masking masking) {
        return new PromptFiles.Source(read.path(), masking.text(read.text()));
    }

    private static List<Contribution> contributions(List<Path> paths) {
        return paths.stream()
                .map(path -> new Contribution(
                        path, new SourceInfo("a hook at resources_discover", SourceInfo.Scope.TEMPORARY, false, null)))
                .toList();
    }

    private static void rememberModel(SessionCore next) {
        var model = next.model().model();
        if (model != null) {
            next.session().changeModel(model.provider(), model.id());
            next.session().changeThinkingLevel(next.model().level());
        }
    }

    private void warnOfUnknown(SessionCore next) {
        var session = next.session();
        var claimed = new Contributions(next.engine().hooks()).entryTypes();
        var unknown = session.depth() == 0 ? List.<String>of() : session.unknownTypes(claimed);
        if (!unknown.isEmpty()) {
            setup.frontend()
                    .notices()
                    .accept("session " + session.file() + ": contains entries of unknown types ("
                            + String.join(", ", unknown) + "); they are kept as they are");
        }
    }
}
