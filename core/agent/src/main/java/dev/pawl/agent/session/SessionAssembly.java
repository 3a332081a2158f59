package dev.pawl.agent.session;

import dev.pawl.agent.compaction.BranchSummaries;
import dev.pawl.agent.compaction.Compactor;
import dev.pawl.agent.compaction.Summariser;
import dev.pawl.agent.conversation.Conversation;
import dev.pawl.agent.conversation.ModelInUse;
import dev.pawl.agent.conversation.PromptChanges;
import dev.pawl.agent.conversation.Queues;
import dev.pawl.agent.conversation.Recorder;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.prompt.SystemPrompts;
import dev.pawl.agent.request.Asking;
import dev.pawl.agent.request.CacheWarming;
import dev.pawl.agent.request.ContextPreview;
import dev.pawl.agent.request.ModelCalls;
import dev.pawl.agent.request.RequestGate;
import dev.pawl.agent.request.Requester;
import dev.pawl.agent.request.RetryPolicy;
import dev.pawl.agent.request.RoutedModels;
import dev.pawl.agent.request.Routing;
import dev.pawl.agent.rules.RuleWatch;
import dev.pawl.agent.run.AutoCompaction;
import dev.pawl.agent.run.Delivering;
import dev.pawl.agent.run.ManualCompaction;
import dev.pawl.agent.run.Prompting;
import dev.pawl.agent.run.Retries;
import dev.pawl.agent.run.RunControl;
import dev.pawl.agent.run.RunEvents;
import dev.pawl.agent.run.RunParts;
import dev.pawl.agent.run.SessionRuns;
import dev.pawl.agent.run.StopCheck;
import dev.pawl.agent.run.TodoReminders;
import dev.pawl.agent.setup.AgentSetup;
import dev.pawl.agent.setup.ProjectEnvironment;
import dev.pawl.agent.setup.Resources;
import dev.pawl.agent.subagent.SubagentParts;
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
import dev.pawl.config.settings.Choices;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.hooks.dispatch.Engine;
import dev.pawl.hooks.install.LoadResult;
import dev.pawl.hooks.registry.Contributions;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.hooks.trace.ProgramEvent;
import dev.pawl.session.NotKeptException;
import dev.pawl.session.Session;
import dev.pawl.session.tree.SessionState;
import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Puts a session, its hooks and its surroundings together: read it as the list of parts. */
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

    /** Makes the parts and binds the hooks to them; from then on the hooks' contexts belong to this session. */
    SessionContext assemble(
            Session session,
            ProjectEnvironment around,
            LoadResult loaded,
            @Nullable SessionState stored,
            CurrentSession current)
            throws InterruptedException {
        var hooks = loaded.hooks();
        var settings = around.settings();
        var models = setup.models();
        var engine = new Engine(hooks, around.timeouts(), this::report, setup.carriers(), setup.clock());
        around.traces().begin(session, engine);
        var kit = around.tools();
        var tools = new SessionTools(
                kit.tools(), kit.active(), kit.permitted(), name -> sourceOf(hooks, name), engine::report);
        tools.bring(new Contributions(engine.hooks()).tools());
        var failures = session.onNotKept(failure -> {
            engine.traces().note(ProgramEvent.failure("session_not_kept", failure));
            listeners.publishSoon(notKept(session, failure));
        });
        var contributions = new SessionContributions(
                new Commands(engine), new ContributedModels(models, engine), new ContributedServers(engine), failures);
        contributions.models().sync();
        var model = model(session, hooks, stored, engine, settings);
        follow(engine, tools, contributions, model);

        var queues = new Queues(
                take(settings.get(Keys.STEERING_MODE)),
                take(settings.get(Keys.FOLLOW_UP_MODE)),
                session.beside().waiting(setup.frontend().notices()),
                listeners::publish);
        var recorder = new Recorder(new Conversation(session), engine, listeners, queues, setup.clock());
        var prompts = new SystemPrompts(tools, session.cwd(), Resources.none());
        var promptChanges = new PromptChanges(recorder, prompts, tools);

        var gate = new RequestGate(engine, session, setup.clock());
        var calls =
                new ModelCalls(models, new Routing(models, engine, recorder), engine, gate, settings, setup.clock());
        var asking = new Asking(
                calls,
                recorder,
                engine,
                listeners,
                prompts,
                model,
                new RuleWatch(prompts, settings, engine, recorder),
                new CacheWarming(models, engine, settings, session, gate));
        var requester = new Requester(
                recorder,
                asking,
                new RoutedModels(models, model, calls),
                new ContextPreview(recorder, engine, prompts));

        var retry = new RetryPolicy(settings, setup.pause());
        var subagents = new Subagents(new SubagentParts(calls, retry, engine, model, tools, prompts, session.cwd()));
        var runner = new ToolRunner(
                tools,
                engine,
                listeners,
                (tool, call, files, hook, ctx) -> kit.seal(tool, call, files, hook, ctx, spawn(hooks)),
                content -> kit.fitted(content, model.model()),
                setup.clock(),
                (tool, id, own, updates) -> new ToolCallContext(
                        viewOf(hooks, tool, engine), tool.name(), id, tools, own, subagents, updates),
                new CallLedger(session.beside().ledger(setup.frontend().notices()), () -> rules(hooks, settings)));

        var summariser = new Summariser(calls, retry, listeners, recorder);
        var compactor = new Compactor(recorder, engine, listeners, settings, model, prompts, summariser);
        var parts = new RunParts(
                recorder,
                new RunEvents(engine, listeners),
                queues,
                requester,
                runner,
                new Retries(retry, recorder, engine, listeners),
                new AutoCompaction(compactor, recorder, engine, settings, models, model),
                promptChanges);
        var todos = new TodoReminders(settings, tools, recorder, engine);
        var runs = new SessionRuns(parts, new StopCheck(recorder, engine, queues, settings, todos), prompts);
        var prompting = new Prompting(recorder, engine, queues, runs, model, prompts, promptChanges, kit);
        var control = new RunControl(
                runs,
                queues,
                prompting,
                new Delivering(recorder, engine, queues, runs, prompting),
                new ManualCompaction(runs, compactor),
                new BranchSummaries(model, settings, summariser));

        var place = new SessionPlace(
                around,
                ObservedUi.of(setup.frontend().ui(), setup.frontend().mode(), engine),
                setup.frontend().mode(),
                loaded.missing());
        var context = new SessionContext(
                new OpenSession(recorder, engine, model, prompts, requester, control, contributions, place),
                current,
                runner);
        engine.bind(context);
        if (runner.ledger().hasPast()) {
            setup.frontend().notices().accept(INTERRUPTED);
        }
        return context;
    }

    /** Identifies what decides about tool calls: the files of hooks and the settings. */
    private static String rules(List<InstalledHook> hooks, Settings settings) {
        var text = new StringBuilder(settings.json().toString());
        for (var hook : hooks) {
            var file = new File(hook.path());
            text.append('\n')
                    .append(hook.path())
                    .append(' ')
                    .append(file.length())
                    .append(' ')
                    .append(file.lastModified());
        }
        return Integer.toHexString(text.length()) + "-"
                + Integer.toHexString(text.toString().hashCode());
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

    /** Follows what hooks register and take back while the session is open. */
    private static void follow(
            Engine engine, SessionTools tools, SessionContributions contributions, ModelInUse model) {
        Supplier<Map<String, Tool>> brought = () -> new Contributions(engine.hooks()).tools();
        engine.onRegistration(kind -> {
            // Each kind for itself, and tools only when they are needed: hooks may register thousands of them.
            switch (kind) {
                case TOOL -> tools.bringLater(brought);
                case SERVER -> contributions.servers().sync();
                case COMMAND, SHORTCUT -> {}
                case MODEL -> contributions.models().registered(model::refresh);
            }
        });
        // What was registered before this subscription.
        tools.bringLater(brought);
        contributions.models().sync();
    }

    /**
     * The answers of a virtual model name real ones: where one was chosen, the choice counts and not the last answer.
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

    /** All hooks' spawn hooks, one behind the other, without those of hooks that are only recorded. */
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

    /** The value in the settings for the model, or for all models; null if there is none. */
    private static @Nullable ThinkingLevel preferred(Settings settings, Model model) {
        var own = settings.get(Keys.MODEL_THINKING_LEVELS).get(model.reference());
        if (own != null) {
            return own;
        }
        var all = Keys.DEFAULT_THINKING_LEVEL;
        return settings.isSet(all) ? settings.get(all) : null;
    }

    /** A hook's tool sees the session as its hook does; it is no longer good when that is not. */
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

    private static Queues.Take take(Choices.QueueMode mode) {
        return mode == Choices.QueueMode.ALL ? Queues.Take.ALL : Queues.Take.ONE;
    }
}
