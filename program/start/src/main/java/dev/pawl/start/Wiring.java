package dev.pawl.start;

import dev.pawl.agent.setup.AgentSetup;
import dev.pawl.agent.setup.Frontend;
import dev.pawl.agent.setup.Pause;
import dev.pawl.agent.setup.ProjectEnvironment;
import dev.pawl.agent.setup.Resources;
import dev.pawl.agent.setup.RuleSources;
import dev.pawl.agent.tool.ProjectTools;
import dev.pawl.ai.Models;
import dev.pawl.ai.OpenModels;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.Mode;
import dev.pawl.base.SystemRandom;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Option;
import dev.pawl.cli.Places;
import dev.pawl.config.resources.ContextFiles;
import dev.pawl.config.resources.PromptFiles;
import dev.pawl.config.resources.PromptTemplates;
import dev.pawl.config.resources.ResourceRequest;
import dev.pawl.config.resources.ResourceRequest.Contribution;
import dev.pawl.config.resources.RuleFiles;
import dev.pawl.config.resources.Skills;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.config.trust.ForeignFiles;
import dev.pawl.config.trust.Trust;
import dev.pawl.hooks.bound.CarrierGuard;
import dev.pawl.loader.find.HookPlaces;
import dev.pawl.policy.permission.PermissionSettings;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.Durability;
import dev.pawl.session.store.Journal;
import dev.pawl.session.store.SessionPaths;
import dev.pawl.shellhooks.file.PluginModule;
import dev.pawl.tools.LocalTools;
import dev.pawl.tools.secret.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts the program together from the command line, the settings and the folders it works in. */
public final class Wiring implements AutoCloseable {
    private final CommandLine line;
    private final Places places;
    private final StartedEnvironment started;
    private final Mode mode;
    private final Ui ui;
    private final NoticePrinter notices;
    private final Workplace workplace;
    private final LocalTools tools;
    private final HookLoading hooks;
    private final Projects projects;
    private final CarrierGuard carriers = new CarrierGuard();
    private @Nullable SessionPaths sessionPaths;

    public Wiring(CommandLine line, Places places, Mode mode, Ui ui, NoticePrinter notices) {
        this(line, places, mode, ui, notices, Workplace.HERE);
    }

    /** With what the program around it gives the session. */
    public Wiring(CommandLine line, Places places, Mode mode, Ui ui, NoticePrinter notices, Workplace workplace) {
        this.workplace = workplace;
        this.line = line;
        this.places = places;
        this.mode = mode;
        this.ui = ui;
        this.notices = notices;
        var store = SettingsStore.in(places.folders());
        this.started = StartedEnvironment.of(places, store.read(false), workplace, notices);
        this.tools = new LocalTools(started.ofPrograms(), places.home(), workplace.texts());
        this.hooks = new HookLoading(
                line, places.withEnvironment(started.ofPrograms()), tools, notices, workplace, started.secrets());
        this.projects = new Projects(line, places, mode, ui, notices, hooks, store);
        hooks.scripts().begin(settings());
    }

    public LocalTools tools() {
        return tools;
    }

    /** Wires what prints, and asks nothing. */
    public static Wiring printing(CommandLine line, Places places, NoticePrinter notices) {
        return new Wiring(line, places, Mode.PRINT, notices, notices);
    }

    /** Returns how the command line chooses a session. */
    public SessionChoice choice(Sessions sessions) throws InterruptedException {
        return new SessionChoice(line, places, sessionPaths(), sessions, notices, null);
    }

    /** The same where the user can choose from a list. */
    public SessionChoice choice(Sessions sessions, SessionChoice.Picker picker) throws InterruptedException {
        return new SessionChoice(line, places, sessionPaths(), sessions, notices, picker);
    }

    /** Ends the processes that hooks run in. */
    @Override
    public void close() {
        hooks.close();
        carriers.close();
    }

    /** The settings of the folder that was last looked at. */
    public Settings settings() {
        return projects.settings();
    }

    /** The user decided about a project while the program runs; it holds when its hooks are loaded next. */
    public void trust(Path cwd, boolean decided) {
        projects.trust(cwd, decided);
    }

    /** Returns a sentence about what the project contains and is not loaded. */
    public List<Notice> leftOut() {
        return projects.leftOut();
    }

    /** The location of the sessions. A project that names the place must be trusted first. */
    public synchronized SessionPaths sessionPaths() throws InterruptedException {
        var paths = sessionPaths;
        if (paths == null) {
            paths = SessionPlace.choose(line, places, this::sessionDir);
            sessionPaths = paths;
        }
        return paths;
    }

    private @Nullable Path sessionDir() throws InterruptedException {
        // The client of a driven program is not read yet, so that neither it nor a hook that asks it can decide.
        if (mode.isDriven()) {
            return SessionPlace.unasked(line, places);
        }
        var folders = places.folders();
        return Files.exists(folders.settingsFile(Layer.PROJECT))
                ? projects.at(places.cwd()).settings().sessionDir(folders)
                : settings().sessionDir(folders);
    }

    public Sessions sessions() throws InterruptedException {
        return sessions(Journal.NONE);
    }

    /**
     * The sessions of this user.
     *
     * @param journal has every line before the files of sessions
     */
    public Sessions sessions(Journal journal) throws InterruptedException {
        var durability =
                Durability.valueOf(settings().get(Keys.SESSION_DURABILITY).name());
        return new Sessions(
                sessionPaths(),
                new SessionOptions(
                        durability,
                        InstantSource.system(),
                        SystemRandom.shared(),
                        notice -> notices.report(Notice.warning("session", notice)),
                        journal,
                        given().filter()));
    }

    public OpenModels models() {
        return ModelAccess.open(line, places, settings(), notices);
    }

    /**
     * The parts of an agent.
     *
     * @param shutdown called when a hook wants the program to end
     */
    public AgentSetup agent(OpenModels models, Sessions sessions, Runnable shutdown) {
        return new AgentSetup(
                cwd -> at(cwd, models.models()),
                models.models(),
                new ModelSelection(line, models, this::settings, notices, mode),
                sessions,
                new Frontend(
                        hooks.observers().asking(ui, settings()),
                        mode,
                        message -> notices.report(Notice.of(message)),
                        shutdown),
                Clock.systemUTC(),
                carriers,
                Pause.real());
    }

    /** What depends on the folder: its settings if it is trusted, hooks, resources and tools. */
    private ProjectEnvironment at(Path cwd, Models models) throws InterruptedException {
        var project = projects.at(cwd);
        return new ProjectEnvironment(
                cwd,
                project.settings(),
                project.trusted(),
                reason -> {
                    if (reason == SessionStart.Reason.RELOAD) {
                        hooks.scripts().renew();
                    }
                    return hooks.forAgent(mode == Mode.TUI ? ui : null, project, reason);
                },
                hooks.timeouts(project.settings()),
                new Resources.Source() {
                    @Override
                    public Resources load(List<Contribution> skills, List<Contribution> prompts) {
                        return resources(project, skills, prompts);
                    }

                    @Override
                    public void themes(List<Path> paths) {
                        workplace.themes().accept(withPackages(paths, project));
                    }
                },
                tools(project, models),
                hooks.observers().traces(project.settings(), project.folders()),
                rules(project),
                given());
    }

    private Secrets given() {
        var secrets = started.secrets();
        return secrets == null ? Secrets.NONE : secrets;
    }

    /** Returns whether there are values that nothing may show. */
    public boolean hidesValues() {
        return started.secrets() != null;
    }

    /** Returns where rules and hooks come from, besides the settings. */
    private RuleSources rules(Project project) {
        var folders = project.folders();
        var files = new ArrayList<>(PermissionSettings.files(folders));
        files.addAll(ForeignFiles.places(folders.home(), folders.cwd()));
        files.add(folders.agentDir().resolve(ForeignFiles.BACKENDS));
        for (var base : List.of(folders.agentDir(), folders.projectDir())) {
            files.addAll(HookPlaces.foldersIn(base));
        }
        var mode = line.value(Option.PERMISSION_MODE);
        return new RuleSources(files, List.of("permission mode " + mode, "project " + project.content()));
    }

    private ProjectTools tools(Project project, Models models) throws InterruptedException {
        var tools = this.tools.inheriting(
                () -> started.ofCommands(models.keyVariables(), settings().get(Keys.COMMAND_KEYS)));
        var shell = shell(tools, project);
        // Commands of clients are confined like those of the model; what is typed on the screen is not.
        var ofClients = mode == Mode.TUI || shell == workplace.shell() ? null : shell;
        return new ToolSelection(line, tools, shell, ofClients).in(project.folders(), project.settings());
    }

    /** In a sandbox, if one is asked for; otherwise where the client wants it, or here, confined as rules say. */
    private @Nullable BashOperations shell(LocalTools tools, Project project) throws InterruptedException {
        var folders = project.folders();
        var inside = SandboxedShell.tried(
                tools,
                folders,
                project.settings(),
                (command, cwd) -> hooks.confinement(folders.cwd(), command, cwd),
                started.ofPrograms());
        if (inside != null || workplace.shell() != null) {
            return inside == null ? workplace.shell() : inside;
        }
        var shell = project.settings().shellPath(folders);
        return tools.bash(
                shell == null ? null : shell.toString(), (command, cwd) -> hooks.confined(folders.cwd(), command, cwd));
    }

    /** The hooks of the folder that the program was started in, to be looked at. */
    public LoadedHooks start() throws InterruptedException {
        var project = projects.at(places.cwd());
        return new LoadedHooks(places, hooks.timeouts(project.settings()), hooks.all(project));
    }

    /** The hooks of that folder that judge calls of another agent. */
    public LoadedHooks judging() throws InterruptedException {
        var project = projects.at(places.cwd());
        return new LoadedHooks(places, hooks.timeouts(project.settings()), hooks.judging(project));
    }

    /** What a module of a plugin of Claude Code listens to and calls. It is loaded for that. */
    public JsonObject footprint(PluginModule module) throws InterruptedException {
        return hooks.scripts().footprint(module, projects.at(places.cwd()).settings());
    }

    /** The hooks in files of other agents of that folder, to be looked at. */
    public ForeignHookFiles foreignHooks() throws InterruptedException {
        var project = projects.at(places.cwd());
        return hooks.files(project.folders(), project.loads());
    }

    /** The same where the project is not what was trusted: each hook of it with this state. */
    public List<String> changedHooks() throws IOException, InterruptedException {
        var folders = places.folders();
        return hooks.files(folders, false).changed(new Trust(folders).changedHooks());
    }

    private Resources resources(Project project, List<Contribution> skills, List<Contribution> prompts) {
        var request = ResourceRequest.of(project.folders(), project.settings());
        var system = line.value(Option.SYSTEM_PROMPT);
        return new Resources(
                line.has(Option.NO_CONTEXT_FILES) ? ContextFiles.NONE : ContextFiles.load(project.folders()),
                PromptFiles.load(
                        project.folders(),
                        project.loads(),
                        system == null ? null : places.written(system),
                        written(line.values(Option.APPEND_SYSTEM_PROMPT))),
                Skills.load(
                        request.withCommandLine(named(line.values(Option.SKILL), "skills"), line.has(Option.NO_SKILLS))
                                .withPackages(ofPackages("skills", project))
                                .withContributed(ofLine("skills", project, skills))),
                PromptTemplates.load(request.withCommandLine(
                                named(line.values(Option.PROMPT_TEMPLATE), "prompts"),
                                line.has(Option.NO_PROMPT_TEMPLATES))
                        .withPackages(ofPackages("prompts", project))
                        .withContributed(ofLine("prompts", project, prompts))),
                RuleFiles.load(project.folders(), project.loads()));
    }

    private List<Contribution> ofPackages(String kind, Project project) {
        var packages = hooks.packages(project.settings());
        return packages == null ? List.of() : packages.resources(kind, project);
    }

    /** What packages of the command line bring, and then what hooks contribute. */
    private List<Contribution> ofLine(String kind, Project project, List<Contribution> contributed) {
        var packages = hooks.packages(project.settings());
        if (packages == null) {
            return contributed;
        }
        var all = new ArrayList<>(packages.resourcesOfLine(kind));
        all.addAll(contributed);
        return all;
    }

    private List<Path> withPackages(List<Path> themes, Project project) {
        var packages = hooks.packages(project.settings());
        if (packages == null || line.has(Option.NO_THEMES)) {
            return themes;
        }
        var all = new ArrayList<>(packages.themes(project));
        all.addAll(themes);
        return all;
    }

    /** What the command line names, with what the folders of its hooks bring. */
    private List<String> named(List<String> paths, String kind) {
        var all = new ArrayList<>(written(paths));
        for (var hook : line.values(Option.HOOK)) {
            var folder =
                    PackageLoading.seemsRemote(hook) ? null : places.folders().find(places.cwd(), hook);
            if (folder != null) {
                HookFolder.resources(folder, kind).forEach(path -> all.add(path.toString()));
            }
        }
        return all;
    }

    private List<String> written(List<String> paths) {
        return paths.stream().map(places::written).toList();
    }
}
