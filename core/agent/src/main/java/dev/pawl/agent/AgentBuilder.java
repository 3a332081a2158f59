package dev.pawl.agent;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.AgentSetup;
import dev.pawl.agent.setup.Frontend;
import dev.pawl.agent.setup.Pause;
import dev.pawl.agent.setup.ProjectEnvironment;
import dev.pawl.agent.setup.Resources;
import dev.pawl.agent.setup.RuleSources;
import dev.pawl.agent.setup.StartModel;
import dev.pawl.agent.tool.ProjectTools;
import dev.pawl.ai.catalogue.ModelChoice;
import dev.pawl.ai.catalogue.RequestedModel;
import dev.pawl.api.Hook;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ThinkingLevel;
import dev.pawl.api.tool.BuiltinTools.BashOptions;
import dev.pawl.api.tool.Tool;
import dev.pawl.api.ui.NoUi;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.Mode;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.config.resources.ContextFiles;
import dev.pawl.config.resources.PromptFiles;
import dev.pawl.config.resources.PromptTemplates;
import dev.pawl.config.resources.ResourceRequest;
import dev.pawl.config.resources.ResourceRequest.Contribution;
import dev.pawl.config.resources.RuleFiles;
import dev.pawl.config.resources.Skills;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.settings.SettingsFeature;
import dev.pawl.hooks.bound.CarrierGuard;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.hooks.dispatch.TraceSink;
import dev.pawl.hooks.registry.Bus;
import dev.pawl.hooks.registry.Counters;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.loader.install.HookInstaller;
import dev.pawl.loader.install.HostServices;
import dev.pawl.loader.install.LoadResult;
import dev.pawl.session.KeptSessions;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.SessionStore;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.SessionPaths;
import dev.pawl.session.tree.SessionState;
import dev.pawl.tools.secret.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Puts an agent together for a program that embeds it.
 *
 * <p>Nothing is read from the project unless it is asked for: hooks, settings and instructions are those given here.
 */
public final class AgentBuilder {
    /** A hook and the name that reports use for it. */
    private record Named(String name, Hook hook) {}

    private final Pawl pawl;
    private final Path cwd;
    private final List<Named> hooks = new ArrayList<>();
    private final List<Tool> ownTools = new ArrayList<>();
    private Map<String, String> flags = Map.of();
    private List<String> active = List.of("read", "bash", "edit", "write");
    private @Nullable String model;
    private List<String> shortList = List.of();
    private @Nullable ThinkingLevel thinking;
    private @Nullable String systemPrompt;
    private JsonObject settings = JsonObject.empty();
    private JsonObject hookSettings = JsonObject.empty();
    private boolean goesOnWithoutFailed;
    private boolean guarded;
    private Iterable<SettingsFeature> features =
            ServiceLoader.load(SettingsFeature.class, AgentBuilder.class.getClassLoader());
    private boolean ofProject;
    private SessionStore sessions = KeptSessions.inMemory(SessionOptions.standard());
    private @Nullable Path session;
    private Ui ui = new NoUi();
    private Mode mode = Mode.PRINT;
    private Consumer<AgentEvent> listener = _ -> {};
    private Consumer<String> notices = _ -> {};
    private Runnable shutdown = () -> {};
    private Pause pause = Pause.real();
    private TraceSink traces = TraceSink.NONE;

    AgentBuilder(Pawl pawl, Path cwd) {
        this.pawl = pawl;
        this.cwd = cwd;
    }

    /** Sets the model as a user writes it: {@code provider/id}, a part of its name, and {@code :high} for how it thinks. */
    public AgentBuilder model(String written) {
        model = written;
        return this;
    }

    /** Sets the models to cycle through, as a user writes them; {@code *} stands for anything. */
    public AgentBuilder shortList(String... written) {
        shortList = List.of(written);
        return this;
    }

    public AgentBuilder thinking(ThinkingLevel level) {
        thinking = level;
        return this;
    }

    /** Adds a hook under the name hook1, hook2 and so on. */
    public AgentBuilder hook(Hook hook) {
        return hook("hook" + (hooks.size() + 1), hook);
    }

    /** Adds a hook under a name, which errors and traces show. */
    public AgentBuilder hook(String name, Hook hook) {
        hooks.add(new Named(name, hook));
        return this;
    }

    /** Sets the values of the flags that hooks have registered. */
    public AgentBuilder flags(Map<String, String> flags) {
        this.flags = Map.copyOf(flags);
        return this;
    }

    /** Sets the built-in tools that the model may use; none if there are no names. */
    public AgentBuilder tools(String... names) {
        active = List.of(names);
        return this;
    }

    /** Adds a tool of the embedding program. */
    public AgentBuilder tool(Tool tool) {
        ownTools.add(tool);
        return this;
    }

    /**
     * Sets the settings, in the form of settings.json. One that has no effect on an embedded agent is refused when the
     * agent starts.
     */
    public AgentBuilder settings(JsonObject settings) {
        this.settings = settings;
        return this;
    }

    /** Sets settings that only hooks read, under names that Pawl does not have. */
    public AgentBuilder hookSettings(JsonObject settings) {
        hookSettings = settings;
        return this;
    }

    /** Starts the agent also if hooks given here fail while they are installed; {@link #notices} are told about it. */
    public AgentBuilder withoutFailedHooks() {
        goesOnWithoutFailed = true;
        return this;
    }

    /**
     * Adds carriers of virtual threads to the JVM while hooks and tools hold all of them without ever blocking. The
     * parallelism of the JVM is left as it is otherwise, and a hook that never blocks can then delay all virtual
     * threads of the program.
     */
    public AgentBuilder guardCarriers() {
        guarded = true;
        return this;
    }

    /** Sets a system prompt in place of the ordinary one. */
    public AgentBuilder systemPrompt(String text) {
        systemPrompt = text;
        return this;
    }

    /** Uses the files of the folder and its user: AGENTS.md, skills, prompt templates and rules. */
    public AgentBuilder withProject() {
        ofProject = true;
        return this;
    }

    /** Keeps the session in memory while the program runs. This is the default. */
    public AgentBuilder inMemory() {
        return sessions(KeptSessions.inMemory(SessionOptions.standard()));
    }

    /** Keeps the session in a file, below the user's sessions of this folder. */
    public AgentBuilder onDisk() {
        return sessions(new Sessions(SessionPaths.below(pawl.folders(cwd).agentDir()), SessionOptions.standard()));
    }

    /** Keeps the session in a store, which agents may share. */
    public AgentBuilder sessions(SessionStore store) {
        sessions = store;
        return this;
    }

    /** Resumes a session of the store. */
    public AgentBuilder resume(Path session) {
        this.session = session;
        return this;
    }

    /** Sets the user interface through which hooks reach the user. */
    public AgentBuilder ui(Ui ui, Mode mode) {
        this.ui = ui;
        this.mode = mode;
        return this;
    }

    /** Receives every event, from the start. */
    public AgentBuilder listener(Consumer<AgentEvent> listener) {
        this.listener = listener;
        return this;
    }

    /** Receives messages for the user: problems with hooks, settings and models. */
    public AgentBuilder notices(Consumer<String> notices) {
        this.notices = notices;
        return this;
    }

    /** Sets what is run when a hook asks the program to end. */
    public AgentBuilder onShutdown(Runnable shutdown) {
        this.shutdown = shutdown;
        return this;
    }

    /** Sets how the agent waits before it tries something again. */
    AgentBuilder pause(Pause pause) {
        this.pause = pause;
        return this;
    }

    /** Records what hooks do. */
    AgentBuilder traces(TraceSink traces) {
        this.traces = traces;
        return this;
    }

    /** Sets the features whose settings count, in place of those that are present. */
    AgentBuilder features(Iterable<SettingsFeature> features) {
        this.features = features;
        return this;
    }

    /**
     * Starts the agent: loads the hooks and fires session_start.
     *
     * @throws IllegalArgumentException if the folder, a setting, a tool or the model is not there
     * @throws IllegalStateException if a hook fails while it is installed
     */
    public Agent start() throws IOException, InterruptedException {
        return start(this::choose);
    }

    /**
     * Starts the hooks, rules and records alone, around tool calls of another framework; no model is chosen, and the
     * built-in tools are left out.
     *
     * @throws IllegalArgumentException if the folder is not there, or a setting cannot be used
     * @throws IllegalStateException if a hook fails while it is installed
     */
    public ToolGate gate() throws IOException, InterruptedException {
        var ofFramework = new ToolGate.Tools();
        active = List.of();
        hook("tools", ofFramework);
        return new ToolGate(
                start(_ ->
                        new StartModel(null, Settings.of(settings).get(Keys.DEFAULT_THINKING_LEVEL), List.of(), null)),
                ofFramework);
    }

    private Agent start(StartModel.Chooser chooser) throws IOException, InterruptedException {
        if (!Files.isDirectory(cwd)) {
            throw new IllegalArgumentException("the agent was not started, because its folder " + cwd
                    + " is not there. Create it, or pass another one to Pawl.agent().");
        }
        var known = EmbeddedSettings.checked(settings, hookSettings, ofProject, features);
        var counters = new Counters();
        var setup = new AgentSetup(
                folder -> at(folder, known, counters),
                pawl.models(),
                chooser,
                sessions,
                new Frontend(ui, mode, notices, shutdown),
                Clock.systemUTC(),
                guarded ? pawl.carriers() : CarrierGuard.none(),
                pause);
        var begun = session == null ? sessions.begin(cwd, null) : sessions.open(session, cwd);
        var agent = Agent.start(setup, begun, listener);
        var there = agent.context().tools().all().stream().map(ToolInfo::name).toList();
        var unknown = active.stream().filter(name -> !there.contains(name)).toList();
        if (!unknown.isEmpty()) {
            agent.close();
            throw new IllegalArgumentException("the agent was not started, because there is no tool "
                    + String.join(", ", unknown) + ". tools() may name " + String.join(", ", there) + ".");
        }
        return agent;
    }

    /** Chooses the model; a session that was used before keeps its own. */
    private StartModel choose(@Nullable SessionState stored) {
        var models = pawl.models();
        var scoped = models.scope(shortList).models();
        var left = stored == null ? null : stored.model();
        var own = left == null ? null : models.find(left.provider(), left.id());
        if (stored != null && own != null) {
            var usual = Settings.of(settings).get(Keys.DEFAULT_THINKING_LEVEL);
            return new StartModel(own, Objects.requireNonNullElse(stored.thinkingLevel(), usual), scoped, null);
        }
        var choice = models.choose(RequestedModel.none().named(null, model, thinking));
        if (!(choice instanceof ModelChoice.Chosen(var chosen, var level, var note))) {
            throw new IllegalArgumentException("the agent was not started. " + ((ModelChoice.Refused) choice).why()
                    + " model() names the model, Pawl.models() has those that there are; demo/tour needs no"
                    + " key.");
        }
        var usual = Settings.of(settings).thinkingLevel(chosen.provider(), chosen.id());
        return new StartModel(chosen, thinking != null ? thinking : level != null ? level : usual, scoped, note);
    }

    private ProjectEnvironment at(Path folder, Settings known, Counters counters) throws InterruptedException {
        var folders = pawl.folders(folder);
        var effects = EmbeddedSettings.effects(
                features,
                new SettingsFeature.Place(
                        folders, known, pawl.tools().environment(), pawl.tools().localBash(), notices));
        var shell = known.shellPath(folders);
        var shellPath = shell == null ? null : shell.toString();
        var prefix = known.get(Keys.SHELL_COMMAND_PREFIX);
        boolean expose = known.get(Keys.EXPOSE_SESSION_ENVIRONMENT);
        var timeouts = Timeouts.ofMillis(known.get(Keys.HOOK_TIMEOUT), known.get(Keys.TOOL_CALL_HOOK_TIMEOUT))
                .atQuitMillis(known.get(Keys.SHUTDOWN_HOOK_TIMEOUT));
        var tools = new ArrayList<>(pawl.tools()
                .all(Path.of(""), new BashOptions(effects.shell(), prefix, shellPath, request -> request, expose)));
        tools.addAll(ownTools);
        var names = new ArrayList<>(active);
        ownTools.forEach(tool -> names.add(tool.name()));
        return new ProjectEnvironment(
                folder,
                known,
                ofProject,
                reason -> load(folders, effects.hooks(), timeouts, counters, reason),
                timeouts,
                (skills, prompts) -> resources(folders, known, skills, prompts),
                new ProjectTools(
                        tools,
                        names,
                        null,
                        _ -> true,
                        pawl.tools().userShell(prefix, shellPath, effects.shell()),
                        known.get(Keys.IMAGES_AUTO_RESIZE)),
                effects.hooks().stream()
                        .map(SettingsFeature.Bundled::hook)
                        .filter(TraceSink.class::isInstance)
                        .map(TraceSink.class::cast)
                        .reduce(traces, TraceSink::and),
                RuleSources.NONE,
                Secrets.NONE);
    }

    private Resources resources(
            Folders folders, Settings known, List<Contribution> skills, List<Contribution> prompts) {
        var request = ResourceRequest.of(folders, known);
        if (!ofProject) {
            request = request.withCommandLine(List.of(), true);
        }
        return new Resources(
                ofProject ? ContextFiles.load(folders) : ContextFiles.NONE,
                ofProject || systemPrompt != null
                        ? PromptFiles.load(folders, ofProject, systemPrompt, List.of())
                        : PromptFiles.none(),
                Skills.load(request.withContributed(skills)),
                PromptTemplates.load(request.withContributed(prompts)),
                ofProject ? RuleFiles.load(folders, true) : RuleFiles.NONE);
    }

    /** The hooks given here, and behind them those that the settings ask for, as in the program. */
    private LoadResult load(
            Folders folders,
            List<SettingsFeature.Bundled> ofSettings,
            Timeouts timeouts,
            Counters counters,
            SessionStart.Reason reason)
            throws InterruptedException {
        var services = new HostServices(new Bus(), counters, flags::get, pawl::tools, folders.cwd());
        var installer = new HookInstaller(services, timeouts, _ -> {});
        var installed = new ArrayList<InstalledHook>();
        var problems = new ArrayList<LoadProblem>();
        for (var named : hooks) {
            var source = new SourceInfo(named.name(), SourceInfo.Scope.USER, false, null);
            var result = installer.install(named.hook(), source);
            installed.addAll(result.hooks());
            problems.addAll(result.problems());
        }
        boolean complete = goesOnWithoutFailed || problems.stream().noneMatch(LoadProblem::fatal);
        for (var bundled : ofSettings) {
            var result = installer.install(bundled.hook(), bundled.source());
            installed.addAll(result.hooks());
            problems.addAll(result.problems());
            complete &= !result.hooks().isEmpty();
        }
        if (!complete && reason == SessionStart.Reason.STARTUP) {
            installed.forEach(InstalledHook::discard);
            throw new IllegalStateException("the agent was not started, because a hook failed:"
                    + problems.stream()
                            .filter(LoadProblem::fatal)
                            .map(problem -> " " + problem.path() + " " + problem.message() + ".")
                            .collect(Collectors.joining())
                    + " Correct it, or call withoutFailedHooks() to start without hooks that fail.");
        }
        return new LoadResult(installed, problems);
    }
}
