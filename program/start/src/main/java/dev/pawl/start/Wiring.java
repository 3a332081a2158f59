package dev.pawl.start;

import dev.pawl.agent.setup.AgentSetup;
import dev.pawl.agent.setup.Frontend;
import dev.pawl.agent.setup.Pause;
import dev.pawl.agent.setup.ProjectEnvironment;
import dev.pawl.agent.setup.Resources;
import dev.pawl.agent.setup.RuleSources;
import dev.pawl.agent.tool.ProjectTools;
import dev.pawl.ai.OpenModels;
import dev.pawl.api.tool.BashOperations;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.Mode;
import dev.pawl.base.SystemRandom;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.Notice;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Option;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
import dev.pawl.config.resources.ContextFiles;
import dev.pawl.config.resources.PromptFiles;
import dev.pawl.config.resources.PromptTemplates;
import dev.pawl.config.resources.ResourceRequest;
import dev.pawl.config.resources.ResourceRequest.Contribution;
import dev.pawl.config.resources.RuleFiles;
import dev.pawl.config.resources.Skills;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.config.text.Problem;
import dev.pawl.config.trust.ForeignFiles;
import dev.pawl.config.trust.Trust;
import dev.pawl.config.trust.TrustDecision;
import dev.pawl.hooks.bound.CarrierGuard;
import dev.pawl.loader.find.HookPlaces;
import dev.pawl.policy.permission.PermissionSettings;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.Durability;
import dev.pawl.session.store.Journal;
import dev.pawl.session.store.SessionPaths;
import dev.pawl.tools.LocalTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Puts the program together from the command line, the settings and the folders it works in. */
public final class Wiring {
    private final CommandLine line;
    private final Places places;
    private final Mode mode;
    private volatile List<Notice> leftOut = List.of();
    private final Ui ui;
    private final NoticePrinter notices;
    private final Consumer<List<Path>> themes;
    private final Workplace workplace;
    private final LocalTools tools;
    private final HookLoading hooks;
    private final TrustMemory trusted = new TrustMemory();
    private final ChangedContent changes;
    private final CarrierGuard carriers = new CarrierGuard();
    private final SettingsStore user;
    private final Map<Path, SettingsStore> stores = new ConcurrentHashMap<>();
    private volatile Settings settings;
    private @Nullable SessionPaths sessionPaths;

    public Wiring(CommandLine line, Places places, Mode mode, Ui ui, NoticePrinter notices) {
        this(line, places, mode, ui, notices, Workplace.HERE);
    }

    /** With tools that work through another program. */
    public Wiring(CommandLine line, Places places, Mode mode, Ui ui, NoticePrinter notices, Workplace workplace) {
        this(line, places, mode, ui, notices, _ -> {}, workplace);
    }

    /** @param themes receives which themes hooks bring */
    public Wiring(
            CommandLine line,
            Places places,
            Mode mode,
            Ui ui,
            NoticePrinter notices,
            Consumer<List<Path>> themes,
            Workplace workplace) {
        this.themes = themes;
        this.workplace = workplace;
        this.line = line;
        this.places = places;
        this.mode = mode;
        this.ui = ui;
        this.notices = notices;
        this.tools = new LocalTools(places.environment(), places.home(), workplace.texts());
        this.hooks = new HookLoading(line, places, tools, notices, workplace);
        this.changes = new ChangedContent(mode, ui, notices);
        this.user = SettingsStore.in(places.folders());
        this.settings = known(user.read(false));
        hooks.begin(settings);
    }

    public LocalTools tools() {
        return tools;
    }

    /** Ends the processes that hooks run in. */
    public void closeHooks() {
        hooks.close();
        carriers.close();
    }

    /** The settings of the folder that was last looked at. */
    public Settings settings() {
        return settings;
    }

    /** The user decided about a project while the program runs; it holds when its hooks are loaded next. */
    public void trust(Path cwd, boolean decided) {
        var trust = new Trust(folders(cwd));
        trusted.remember(cwd, decided, decided, trust.inventory());
        if (decided) {
            changes.approve(trust, trust.content());
            hooks.reviewed();
        }
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
                ? project(places.cwd()).settings().sessionDir(folders)
                : settings.sessionDir(folders);
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
                Durability.valueOf(settings.get(Keys.SESSION_DURABILITY).name());
        return new Sessions(
                sessionPaths(),
                new SessionOptions(
                        durability,
                        InstantSource.system(),
                        SystemRandom.shared(),
                        notice -> notices.report(Notice.warning("session", notice)),
                        journal));
    }

    public OpenModels models() {
        return ModelAccess.open(line, places, settings, notices);
    }

    /**
     * The parts of an agent.
     *
     * @param shutdown called when a hook wants the program to end
     */
    public AgentSetup agent(OpenModels models, Sessions sessions, Runnable shutdown) {
        return new AgentSetup(
                this::at,
                models.models(),
                new ModelSelection(line, models, () -> settings, notices, mode),
                sessions,
                new Frontend(hooks.asking(ui, settings), mode, message -> notices.report(Notice.of(message)), shutdown),
                Clock.systemUTC(),
                carriers,
                Pause.real());
    }

    /** What depends on the folder: its settings if it is trusted, hooks, resources and tools. */
    private ProjectEnvironment at(Path cwd) throws InterruptedException {
        var project = project(cwd);
        return new ProjectEnvironment(
                cwd,
                project.settings(),
                project.trusted(),
                afresh -> {
                    if (afresh) {
                        hooks.renew();
                    }
                    return hooks.forAgent(
                            mode == Mode.TUI ? ui : null, project.folders(), project.settings(), project.loads());
                },
                hooks.timeouts(project.settings()),
                new Resources.Source() {
                    @Override
                    public Resources load(List<Contribution> skills, List<Contribution> prompts) {
                        return resources(project, skills, prompts);
                    }

                    @Override
                    public void themes(List<Path> paths) {
                        themes.accept(withPackages(paths, project));
                    }
                },
                tools(project),
                hooks.traces(project.folders(), project.settings()),
                rules(project));
    }

    /** Returns where rules and hooks come from, besides the settings. */
    private RuleSources rules(Project project) {
        var folders = project.folders();
        var files = new ArrayList<>(PermissionSettings.files(folders));
        files.addAll(ForeignFiles.places(folders.home(), folders.cwd()));
        for (var base : List.of(folders.agentDir(), folders.projectDir())) {
            files.addAll(HookPlaces.foldersIn(base));
        }
        var mode = line.value(Option.PERMISSION_MODE);
        return new RuleSources(files, List.of("permission mode " + mode, "project " + project.content()));
    }

    private ProjectTools tools(Project project) throws InterruptedException {
        var shell = shell(project);
        // Commands of clients are confined like those of the model; what is typed on the screen is not.
        var ofClients = mode == Mode.TUI || shell == workplace.shell() ? null : shell;
        return new ToolSelection(line, tools, shell, ofClients).in(project.folders(), project.settings());
    }

    /** In a sandbox, if one is asked for; otherwise where the client wants it, or here, confined as rules say. */
    private @Nullable BashOperations shell(Project project) throws InterruptedException {
        var folders = project.folders();
        var inside = SandboxedShell.tried(
                tools,
                folders,
                project.settings(),
                (command, cwd) -> hooks.confinement(folders.cwd(), command, cwd),
                places.environment());
        if (inside != null || workplace.shell() != null) {
            return inside == null ? workplace.shell() : inside;
        }
        var shell = project.settings().shellPath(folders);
        return tools.bash(
                shell == null ? null : shell.toString(), (command, cwd) -> hooks.confined(folders.cwd(), command, cwd));
    }

    /** The hooks of the folder that the program was started in, to be looked at. */
    public LoadedHooks start() throws InterruptedException {
        var project = project(places.cwd());
        return new LoadedHooks(
                places,
                hooks.timeouts(project.settings()),
                hooks.all(project.folders(), project.settings(), project.loads()));
    }

    /** The hooks in files of other agents of that folder, to be looked at. */
    public ForeignHookFiles foreignHooks() throws InterruptedException {
        var project = project(places.cwd());
        return hooks.files(project.folders(), project.loads());
    }

    /** The same where the project is not what was trusted: each hook of it with this state. */
    public List<String> changedHooks() throws IOException, InterruptedException {
        var folders = folders(places.cwd());
        return hooks.files(folders, false).changed(new Trust(folders).changedHooks());
    }

    /**
     * A project as it is used.
     *
     * @param loads whether what the project brings is loaded; not what came to be where there was nothing to trust
     * @param content identifies what of the project can run; empty if nothing of it is loaded
     */
    private record Project(Folders folders, Settings settings, boolean trusted, boolean loads, String content) {}

    private Folders folders(Path cwd) {
        return new Folders(places.home(), places.agentDir(), cwd);
    }

    private Project project(Path cwd) throws InterruptedException {
        var folders = folders(cwd);
        var store = stores.computeIfAbsent(folders.cwd(), _ -> this.user.at(folders));
        var user = known(store.read(false));
        var brought = new Trust(folders).inventory();
        var decided = trusted.recall(cwd, brought);
        boolean approves = false;
        if (decided == null) {
            var decision = new Trust(folders)
                    .decide(
                            line.approved(),
                            user.get(Keys.DEFAULT_PROJECT_TRUST),
                            new Deciders(
                                    cwd,
                                    brought,
                                    mode,
                                    ui,
                                    hooks.timeouts(user),
                                    _ -> hooks.ofUser(folders, user),
                                    notices::report));
            decision.problems().forEach(this::report);
            decided = trusted.remember(cwd, decision.trusted(), decision.loads(), brought);
            approves = decision.loads() && decision.by() != TrustDecision.By.KEPT_DECISION;
        }
        // Looked at once: what is loaded then stands on what was compared, and nothing can come in between.
        var content = decided.loads() ? new Trust(folders).content() : null;
        if (content != null && approves) {
            changes.approve(new Trust(folders), content);
        }
        if (content != null && !changes.areLookedAt(new Trust(folders), content)) {
            decided = trusted.remember(cwd, false, false, brought);
            content = null;
        }
        leftOut = content == null && !brought.isEmpty()
                ? List.of(new Notice(
                        "",
                        Deciders.brings(cwd, brought)
                                + ", which is left out because the project is not trusted; look at it with"
                                + " pawl trust show, then use /trust.",
                        false))
                : List.of();
        hooks.standOn(content == null ? null : new TrustedFiles(folders, content));
        settings = known(store.trust(decided.loads()));
        return new Project(
                folders, settings, decided.trusted(), decided.loads(), content == null ? "" : content.digest());
    }

    /** What the project brings and does not count, in a sentence. */
    public List<Notice> leftOut() {
        return leftOut;
    }

    /** Reports what is wrong with settings; refuses those of which a file is not known, for it may hold what forbids. */
    private Settings known(Settings read) {
        var unreadable = read.unreadable();
        if (!unreadable.isEmpty()) {
            throw Refusal.because("nothing was started: "
                    + unreadable.stream()
                            .map(problem -> places.shown(problem.where()) + " " + problem.message())
                            .collect(Collectors.joining(" ")));
        }
        read.problems().forEach(this::report);
        return read;
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
        return packages == null ? List.of() : packages.resources(kind, project.folders(), project.settings());
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
        var all = new ArrayList<>(packages.themes(project.folders(), project.settings()));
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

    private void report(Problem problem) {
        notices.report(new Notice(problem.where(), problem.message(), problem.error()));
    }
}
