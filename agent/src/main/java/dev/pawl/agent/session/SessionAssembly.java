package dev.pawl.agent.session;

import dev.pawl.agent.compaction.BranchSummaries;
import dev.pawl.agent.compaction.Compactor;
import dev.pawl.agent.compaction.Summariser;
import dev.pawl.agent.conversation.Conversation;
import dev.pawl.agent.conversation.LiveSession;
import dev.pawl.agent.conversation.ModelInUse;
import dev.pawl.agent.conversation.Queues;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.event.Listeners;
import dev.pawl.agent.prompt.SystemPrompts;
import dev.pawl.agent.request.Requester;
import dev.pawl.agent.run.AutoCompaction;
import dev.pawl.agent.run.Delivering;
import dev.pawl.agent.run.ManualCompaction;
import dev.pawl.agent.run.Prompting;
import dev.pawl.agent.run.Retries;
import dev.pawl.agent.run.SessionRuns;
import dev.pawl.agent.setup.AgentSetup;
import dev.pawl.agent.setup.ProjectEnvironment;
import dev.pawl.agent.setup.Resources;
import dev.pawl.agent.subagent.Subagents;
import dev.pawl.agent.tool.ToolBox;
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
import dev.pawl.hooks.registry.Brought;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.session.NotKeptException;
import dev.pawl.session.Session;
import dev.pawl.session.tree.SessionState;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Puts a session, its hooks and its surroundings together: read it as the list of parts. */
final class SessionAssembly {
    private final AgentSetup setup;
    private final Listeners listeners;
    private final CurrentSession current;

    SessionAssembly(AgentSetup setup, Listeners listeners, CurrentSession current) {
        this.setup = setup;
        this.listeners = listeners;
        this.current = current;
    }

    /** From here on the hooks' contexts speak of this session. */
    SessionParts assemble(Session session, ProjectEnvironment around, LoadResult loaded, @Nullable SessionState stored)
            throws InterruptedException {
        var hooks = loaded.hooks();
        var made = new AtomicReference<SessionParts>();
        var context = new SessionContext(() -> Objects.requireNonNull(made.get(), "the session is still being made"));
        var engine = new Engine(hooks, context, around.timeouts(), this::report, setup.carriers(), setup.clock());
        var settings = around.settings();
        var kit = around.tools();
        var tools =
                new ToolBox(kit.tools(), kit.active(), kit.permitted(), name -> sourceOf(hooks, name), engine::report);
        var brought = new BroughtModels(setup.models(), engine);
        var servers = new BroughtServers(engine);
        tools.bring(new Brought(engine.hooks()).tools());
        brought.sync();
        engine.onRegistration(kind -> {
            // Each kind for itself, and tools only when somebody looks: hooks may register thousands of them.
            switch (kind) {
                case TOOL -> tools.bringLater(() -> new Brought(engine.hooks()).tools());
                case SERVER -> servers.sync();
                case COMMAND, SHORTCUT -> {}
                case MODEL -> {
                    brought.sync();
                    var parts = made.get();
                    if (parts != null) {
                        parts.live().model().refresh();
                    }
                }
            }
        });
        var choice = setup.chooser().choose(restored(session, hooks, stored));
        if (choice.notice() != null) {
            setup.notices().accept(choice.notice());
        }
        var model = new ModelInUse(
                setup.models(),
                session,
                engine,
                listeners,
                choice.scoped(),
                known -> preferred(settings, known),
                choice.model(),
                choice.level());
        var conversation = new Conversation(session);
        var failures = session.onNotKept(failure -> listeners.tellSoon(notKept(session, failure)));
        var prompts = new SystemPrompts(tools, session.cwd(), Resources.none());
        var queues = new Queues(
                take(settings.get(Keys.STEERING_MODE)), take(settings.get(Keys.FOLLOW_UP_MODE)), listeners::tell);
        var subagents = new Subagents(() -> made.get().live(), setup.pause());
        var runner = new ToolRunner(
                tools,
                engine,
                listeners,
                (tool, call, files, hook, ctx) -> kit.seal(tool, call, files, hook, ctx, spawn(hooks)),
                content -> kit.fitted(content, model.model()),
                setup.clock(),
                (tool, id, own, updates) ->
                        new ToolCallContext(viewOf(hooks, tool, context), id, tools, own, subagents, updates));
        var live = new LiveSession(
                conversation,
                engine,
                listeners,
                setup.models(),
                model,
                tools,
                prompts,
                queues,
                settings,
                setup.clock());
        var summariser = new Summariser(live, setup.pause());
        var compactor = new Compactor(live, summariser);
        var requester = new Requester(live);
        var runs = new SessionRuns(
                live, requester, runner, new Retries(live, setup.pause()), new AutoCompaction(live, compactor));
        var commands = new Commands(
                () -> new Brought(engine.hooks()),
                () -> context,
                (body, delivery) -> made.get().prompting().send(body, delivery));
        var prompting = new Prompting(live, runs, commands, kit);
        var parts = new SessionParts(
                live,
                requester,
                runs,
                prompting,
                new Delivering(live, runs, prompting),
                commands,
                new ManualCompaction(runs, compactor),
                new BranchSummaries(live, summariser),
                new HookReplacing(current, context),
                servers,
                context,
                ObservedUi.of(setup.ui(), setup.mode(), engine),
                setup.mode(),
                around.trusted(),
                loaded.missing(),
                () -> {
                    brought.release();
                    failures.close();
                });
        made.set(parts);
        return parts;
    }

    /** The answers of a virtual model name real ones: where one was chosen, the choice counts and not the last answer. */
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
        listeners.tell(new AgentEvent.HookFailed(error));
    }

    /** All hooks' spawn hooks, one behind the other. */
    private static UnaryOperator<SpawnRequest> spawn(List<InstalledHook> hooks) {
        return request -> {
            var changed = request;
            for (var hook : hooks) {
                for (var change : hook.registry().spawnHooks()) {
                    changed = Objects.requireNonNull(
                            change.apply(changed), () -> hook.path() + ": a spawn hook returned null");
                }
            }
            return changed;
        };
    }

    /** What the settings say for the model, or for all; null if they say nothing. */
    private static @Nullable ThinkingLevel preferred(Settings settings, Model model) {
        var own = settings.get(Keys.MODEL_THINKING_LEVELS).get(model.reference());
        if (own != null) {
            return own;
        }
        var all = Keys.DEFAULT_THINKING_LEVEL;
        return settings.json().has(all.name()) ? settings.get(all) : null;
    }

    /** A hook's tool sees the session as its hook does; it is no longer good when that is not. */
    private static HookContext viewOf(List<InstalledHook> hooks, Tool tool, HookContext session) {
        for (var hook : hooks) {
            if (hook.registry().tools().stream().anyMatch(one -> one.name().equals(tool.name()))) {
                return hook.view();
            }
        }
        return session;
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
