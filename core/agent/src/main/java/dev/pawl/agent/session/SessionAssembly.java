package dev.pawl.agent.session;

import dev.pawl.agent.compaction.BranchSummaries;
import dev.pawl.agent.compaction.Compactor;
import dev.pawl.agent.compaction.Summariser;
import dev.pawl.agent.conversation.Conversation;
import dev.pawl.agent.conversation.ModelInUse;
import dev.pawl.agent.conversation.PromptChanges;
import dev.pawl.agent.conversation.Queues;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.conversation.SessionCore;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.prompt.SystemPrompts;
import dev.pawl.agent.request.ContextPreview;
import dev.pawl.agent.request.ModelGateway;
import dev.pawl.agent.request.RetryPolicy;
import dev.pawl.agent.request.RoutedModels;
import dev.pawl.agent.request.TurnRequests;
import dev.pawl.agent.run.AutoCompaction;
import dev.pawl.agent.run.Delivering;
import dev.pawl.agent.run.Interrupted;
import dev.pawl.agent.run.ManualCompaction;
import dev.pawl.agent.run.Prompting;
import dev.pawl.agent.run.Retries;
import dev.pawl.agent.run.RunEvents;
import dev.pawl.agent.run.RunParts;
import dev.pawl.agent.run.RunQueue;
import dev.pawl.agent.run.SessionRuns;
import dev.pawl.agent.secret.Masking;
import dev.pawl.agent.setup.AgentSetup;
import dev.pawl.agent.setup.Frontend;
import dev.pawl.agent.setup.ProjectEnvironment;
import dev.pawl.agent.setup.Resources;
import dev.pawl.agent.subagent.Subagents;
import dev.pawl.agent.tool.CallLedger;
import dev.pawl.agent.tool.SessionTools;
import dev.pawl.agent.tool.ToolCallContext;
import dev.pawl.agent.tool.ToolRunner;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.SpawnRequest;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.value.HookError;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.registry.Contributions;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.hooks.trace.ProgramEvent;
import dev.pawl.loader.install.LoadResult;
import dev.pawl.session.NotKeptException;
import dev.pawl.session.Session;
import dev.pawl.session.ledger.Ledger;
import dev.pawl.session.tree.SessionState;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Puts the parts of an open session together: read it as the list of parts. */
final class SessionAssembly {
    private static final String INTERRUPTED =
            "The program was ended while this session ran tool calls. What came of them is found out before your next"
                + " message is read. To go on where it was ended, without a message: /recover on the screen, --recover"
                + " on the command line.";

    private final AgentSetup setup;
    private final Listeners listeners;

    SessionAssembly(AgentSetup setup, Listeners listeners) {
        this.setup = setup;
        this.listeners = listeners;
    }

    /**
     * Makes the parts and binds the hooks to them; from then on the hooks' contexts belong to this session.
     *
     * @param stored what the session was left with; null for one that was never used with a model
     * @param changes carries out what hooks want to change about the session
     */
    SessionScope assemble(
            Session session,
            ProjectEnvironment project,
            LoadResult loaded,
            @Nullable SessionState stored,
            SessionChanges changes)
            throws InterruptedException {
        var hooks = loaded.hooks();
        var models = setup.models();
        var masking = new Masking(project.secrets().filter());
        var engine = new Engine(
                hooks, project.timeouts(), error -> report(masking.error(error)), setup.carriers(), setup.clock());
        if (!masking.isNone()) {
            engine.traces().show(masking::text);
        }
        project.traces().begin(session, engine);
        var kit = project.tools();
        var tools = new SessionTools(
                kit.tools(), kit.active(), kit.permitted(), name -> sourceOf(hooks, name), engine::report);
        tools.bring(new Contributions(engine.hooks()).tools());
        var contributions = contributions(session, engine);
        contributions.models().sync();
        var ledger = session.sidecar().ledger(setup.frontend().notices());
        var core = core(session, hooks, stored, engine, tools, project.settings(), ledger, masking);
        follow(core, contributions);

        var gateway = new ModelGateway(models, core);
        var requests = new TurnRequests(core, gateway);
        var retry = new RetryPolicy(core.settings(), setup.pause());
        var subagents = new Subagents(core, gateway, retry);
        var runner = new ToolRunner(
                tools,
                engine,
                listeners,
                (tool, call, files, hook, ctx) ->
                        kit.seal(tool, call, files, hook, ctx, spawn(hooks), project.secrets()),
                content -> kit.fitted(content, core.model().model()),
                setup.clock(),
                (tool, id, own, updates) ->
                        new ToolCallContext(viewOf(hooks, tool, engine), tool, id, tools, own, subagents, updates),
                new CallLedger(
                        ledger,
                        new RulesInForce(
                                session,
                                core.settings(),
                                project.rules(),
                                hooks.stream().map(InstalledHook::path).toList())),
                project.secrets());

        var summariser = new Summariser(core, gateway, retry);
        var compactor = new Compactor(core, summariser);
        var parts = new RunParts(
                core,
                new RunQueue(),
                new RunEvents(engine, listeners),
                requests,
                runner,
                new Retries(core, retry),
                new AutoCompaction(core, models, compactor),
                new PromptChanges(core));
        var runs = new SessionRuns(parts);
        var prompting = new Prompting(parts, runs, kit);

        var scope = new SessionScope(
                core,
                new RoutedModels(models, core.model(), gateway),
                new ContextPreview(core),
                parts,
                runs,
                prompting,
                new Delivering(parts, runs, prompting),
                new ManualCompaction(parts.queue(), runs, compactor),
                new TreeWalk(parts, runs, new BranchSummaries(core, summariser)),
                new UserShellRunner(core, runs, kit),
                contributions,
                project,
                observed(setup.frontend(), engine),
                loaded.missing(),
                new Validity());
        engine.bind(new SessionContext(scope, changes));
        if (runner.ledger().hasPast() && Interrupted.of(core.recorder().conversation()) != null) {
            setup.frontend().notices().accept(INTERRUPTED);
        }
        return scope;
    }

    /** Returns what the parts of the session have in common. */
    private SessionCore core(
            Session session,
            List<InstalledHook> hooks,
            @Nullable SessionState stored,
            Engine engine,
            SessionTools tools,
            Settings settings,
            Ledger ledger,
            Masking masking)
            throws InterruptedException {
        var model = model(session, hooks, stored, engine, settings);
        var queues = new Queues(
                settings.get(Keys.STEERING_MODE),
                settings.get(Keys.FOLLOW_UP_MODE),
                session.sidecar().waiting(setup.frontend().notices()),
                listeners::publish);
        var recorder =
                new Recorder(new Conversation(session), engine, listeners, queues, setup.clock(), ledger, masking);
        var prompts = new SystemPrompts(tools, session.cwd(), Resources.none());
        return new SessionCore(session, engine, listeners, settings, tools, prompts, queues, recorder, model, masking);
    }

    private SessionContributions contributions(Session session, Engine engine) {
        var failures = session.onNotKept(failure -> {
            engine.traces().note(ProgramEvent.failure("session_not_kept", failure));
            listeners.publishSoon(notKept(session, failure));
        });
        return new SessionContributions(
                new Commands(engine),
                new ContributedModels(setup.models(), engine),
                new ContributedServers(engine),
                failures);
    }

    /** Returns the frontend with an interface that knows its mode, and notifies hooks while the user is asked something. */
    private static Frontend observed(Frontend frontend, Engine engine) {
        return new Frontend(
                new ObservedUi(frontend.ui(), frontend.mode(), engine),
                frontend.mode(),
                frontend.notices(),
                frontend.shutdown());
    }

    private ModelInUse model(
            Session session, List<InstalledHook> hooks, @Nullable SessionState stored, Engine engine, Settings settings)
            throws InterruptedException {
        var choice = setup.chooser().choose(restored(session, hooks, stored));
        if (choice.notice() != null) {
            setup.frontend().notices().accept(choice.notice());
        }
        return new ModelInUse(
                setup.models(),
                session,
                engine,
                listeners,
                choice.scoped(),
                known -> preferred(settings, known),
                choice.model(),
                choice.level());
    }

    /** Follows what hooks register and remove while the session is open. */
    private static void follow(SessionCore core, SessionContributions contributions) {
        Supplier<Map<String, Tool>> contributed =
                () -> new Contributions(core.engine().hooks()).tools();
        core.engine().onRegistration(kind -> {
            // Each kind for itself, and tools only when they are needed: hooks may register thousands of them.
            switch (kind) {
                case TOOL -> core.tools().bringLater(contributed);
                case SERVER -> contributions.servers().sync();
                case COMMAND, SHORTCUT -> {}
                case MODEL -> contributions.models().registered(core.model()::refresh);
            }
        });
        // What was registered before this subscription.
        core.tools().bringLater(contributed);
        contributions.models().sync();
    }

    /**
     * Returns what the session was left with. Answers of a virtual model name real ones: where a virtual one was chosen,
     * the choice counts and not the last answer.
     */
    private @Nullable SessionState restored(Session session, List<InstalledHook> hooks, @Nullable SessionState stored) {
        if (stored == null
                || hooks.stream()
                        .allMatch(hook -> hook.registry().virtualModels().isEmpty())) {
            return stored;
        }
        for (var entry : session.branch().reversed()) {
            if (entry instanceof Entry.ModelChange change) {
                var chosen = setup.models().find(change.provider(), change.modelId());
                return chosen == null || setup.models().virtual(chosen) == null
                        ? stored
                        : new SessionState(
                                new SessionState.ModelReference(change.provider(), change.modelId()),
                                stored.thinkingLevel());
            }
        }
        return stored;
    }

    private static AgentEvent notKept(Session session, NotKeptException failure) {
        return new AgentEvent.SessionNotKept(session.file(), String.valueOf(failure.getMessage()));
    }

    private void report(HookError error) {
        listeners.publish(new AgentEvent.HookFailed(error));
    }

    /** Returns the spawn hooks of all hooks in a chain, without those of hooks whose decisions are only recorded. */
    private static UnaryOperator<SpawnRequest> spawn(List<InstalledHook> hooks) {
        return request -> {
            var changed = request;
            for (var hook : hooks) {
                for (var change : hook.isShadow()
                        ? List.<UnaryOperator<SpawnRequest>>of()
                        : hook.registry().spawnHooks()) {
                    changed = Objects.requireNonNull(
                            change.apply(changed), () -> hook.path() + ": a spawn hook returned null");
                }
            }
            return changed;
        };
    }

    /** Returns the level in the settings for a model, or for all models; null if there is none. */
    private static @Nullable ThinkingLevel preferred(Settings settings, Model model) {
        var own = settings.get(Keys.MODEL_THINKING_LEVELS).get(model.reference());
        if (own != null) {
            return own;
        }
        var all = Keys.DEFAULT_THINKING_LEVEL;
        return settings.isSet(all) ? settings.get(all) : null;
    }

    /** Returns the session as the hook of a tool sees it, which expires with the hook. */
    private static HookContext viewOf(List<InstalledHook> hooks, Tool tool, Engine engine) {
        for (var hook : hooks) {
            if (hook.registry().tools().stream().anyMatch(one -> one.name().equals(tool.name()))) {
                return hook.view();
            }
        }
        return engine.session();
    }

    private static SourceInfo sourceOf(List<InstalledHook> hooks, String tool) {
        for (var hook : hooks) {
            if (hook.registry().tools().stream().anyMatch(one -> one.name().equals(tool))) {
                return hook.source();
            }
        }
        return new SourceInfo("builtin:" + tool, SourceInfo.Scope.BUILTIN, false, null);
    }
}
