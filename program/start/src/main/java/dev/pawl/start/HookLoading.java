package dev.pawl.start;

import dev.pawl.api.Hook;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Option;
import dev.pawl.cli.Places;
import dev.pawl.cli.SlashCommand;
import dev.pawl.cli.Version;
import dev.pawl.config.settings.Choices;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.trust.ForeignFiles;
import dev.pawl.hooks.bound.Timeouts;
import dev.pawl.hooks.registry.Bus;
import dev.pawl.hooks.registry.Contributions;
import dev.pawl.hooks.registry.Counters;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.loader.HookLoader;
import dev.pawl.loader.find.HookPlaces;
import dev.pawl.loader.install.HookInstaller;
import dev.pawl.loader.install.HostServices;
import dev.pawl.loader.install.LoadResult;
import dev.pawl.mcp.McpHook;
import dev.pawl.mcp.McpSetup;
import dev.pawl.mcp.config.McpConfig;
import dev.pawl.policy.rule.Confinement;
import dev.pawl.policy.secret.SecretStore;
import dev.pawl.shellhooks.ShellHooks;
import dev.pawl.shellhooks.known.AgentFile.Root;
import dev.pawl.shellhooks.known.Gaps;
import dev.pawl.start.observing.Observers;
import dev.pawl.start.observing.ShadowedHooks;
import dev.pawl.tools.LocalTools;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Loads the hooks of projects, with the flags that the command line gives them, and reports what did not load. */
final class HookLoading {
    private final CommandLine line;
    private final Places places;
    private final LocalTools tools;
    private final NoticePrinter notices;
    private final Workplace workplace;
    private final @Nullable SecretStore secrets;
    private final Bus bus = new Bus();
    private final Counters counters = new Counters();
    private final ScriptHooks scripts;
    private final Observers observers;
    private @Nullable ForeignHookFiles shell;
    private volatile @Nullable BundledHooks bundled;
    private @Nullable PackageLoading packages;
    private volatile @Nullable TrustedFiles files;

    /** @param secrets the values that nothing may show; null if there are none */
    HookLoading(
            CommandLine line,
            Places places,
            LocalTools tools,
            NoticePrinter notices,
            Workplace workplace,
            @Nullable SecretStore secrets) {
        this.secrets = secrets;
        this.workplace = workplace;
        this.line = line;
        this.places = places;
        this.tools = tools;
        this.notices = notices;
        this.scripts = new ScriptHooks(line, places, notices);
        this.observers = new Observers(places, notices);
    }

    /** Returns the process for hooks in TypeScript. */
    ScriptHooks scripts() {
        return scripts;
    }

    /** Returns what records what hooks do. */
    Observers observers() {
        return observers;
    }

    /** The files of the project that hooks are loaded from next; null if nothing of it is loaded. */
    void standOn(@Nullable TrustedFiles trusted) {
        files = trusted;
    }

    /** The user reviewed what is there now. */
    void reviewed() {
        withFiles(TrustedFiles::renew);
    }

    private void withFiles(Consumer<TrustedFiles> action) {
        var trusted = files;
        if (trusted != null) {
            action.accept(trusted);
        }
    }

    /** Loads the hooks of the user and of the command line, to be asked about a project; nothing about them is reported. */
    LoadResult ofUser(Folders folders, Settings settings) throws InterruptedException {
        var load = new Load(new Project(folders, settings, false, false, ""));
        load.find();
        return load.loaded;
    }

    /** Loads all hooks, to be looked at. The flags of the command line must be theirs. */
    LoadResult all(Project project) throws InterruptedException {
        return loadAll(project, true).loaded;
    }

    /** @param start whether the flags of the command line are checked: at the start they must be those of hooks */
    private Load loadAll(Project project, boolean start) throws InterruptedException {
        var load = new Load(project);
        load.find();
        load.addForeign();
        load.addBundled();
        load.guard();
        load.loaded.problems().forEach(notices::notLoaded);
        if (start) {
            line.checkFlags(new Contributions(load.loaded.hooks()).flags());
        }
        return load;
    }

    /**
     * Loads all hooks for an agent. It does not start without a hook that should be there, for that may be the one that
     * refuses, unless the user in front of the screen agrees.
     *
     * @param user the user who may agree; null if there is none
     */
    LoadResult forAgent(@Nullable Ui user, Project project, SessionStart.Reason reason) throws InterruptedException {
        boolean start = reason == SessionStart.Reason.STARTUP;
        var settings = project.settings();
        if (start) {
            Observers.tryOut(settings, project.folders());
        }
        var load = loadAll(project, start);
        if (start) {
            new MissingHooks(load.loaded.missing(), places).check(user);
        }
        if (user != null) {
            load.loaded.hooks().forEach(this::reportShadowed);
        }
        if (settings.isSet(Keys.SHADOW)) {
            ShadowedHooks.mark(load.loaded.hooks(), settings, notices);
        }
        load.loaded = load.loaded.withoutProblems();
        load.addTrustGate();
        load.addServers();
        load.addOwn();
        load.addObservers();
        return load.loaded;
    }

    /**
     * Loads the hooks that judge calls of another agent, or none at all. The policy services are not among them: they may ask
     * this program, and the other agent has its own.
     */
    LoadResult judging(Project project) throws InterruptedException {
        var load = loadAll(project, true);
        new MissingHooks(load.loaded.missing(), places).check(null);
        if (project.settings().isSet(Keys.SHADOW)) {
            ShadowedHooks.mark(load.loaded.hooks(), project.settings(), notices);
        }
        load.addTrustGate();
        var hooks = load.loaded.hooks().stream()
                .filter(hook -> !Path.of(hook.path()).endsWith(ForeignFiles.BACKENDS))
                .toList();
        return new LoadResult(hooks, List.of());
    }

    /** One load of the hooks of a project, step by step: each adds hooks behind those that are there. */
    private final class Load {
        private final Project project;
        private final Folders folders;
        private final Settings settings;
        private final HookInstaller installer;
        private LoadResult loaded = new LoadResult(List.of(), List.of());

        Load(Project project) {
            this.project = project;
            this.folders = project.folders();
            this.settings = project.settings();
            this.installer = new HookInstaller(
                    new HostServices(bus, counters, line::flag, () -> tools, folders.cwd()),
                    timeouts(settings),
                    notices::report);
        }

        private void add(Hook hook, String path) throws InterruptedException {
            loaded = loaded.with(install(hook, path));
        }

        private LoadResult install(Hook hook, String path) throws InterruptedException {
            return installer.install(hook, new SourceInfo(path, SourceInfo.Scope.BUILTIN, false, null));
        }

        void find() throws InterruptedException {
            var ofPackages = packages(settings);
            boolean discovers = !line.has(Option.NO_EXTENSIONS);
            boolean offline = line.isOffline(places.environment());
            loaded = new HookLoader(
                            installer,
                            folders.agentDir().resolve("cache").resolve("pawl-hooks"),
                            notices::progress,
                            () -> scripts.bridge(settings),
                            new HookLibraries(
                                    places,
                                    folders,
                                    offline,
                                    notices,
                                    lock -> withFiles(trusted -> trusted.wroteItself(lock))))
                    .load(new HookPlaces(
                            folders.agentDir(),
                            folders.cwd(),
                            folders.home(),
                            project.loads(),
                            new HookPlaces.Named(
                                    settings.hookEntries(Layer.USER),
                                    settings.hookEntries(Layer.PROJECT),
                                    ofPackages == null
                                            ? line.values(Option.HOOK).stream()
                                                    .map(places::written)
                                                    .toList()
                                            : ofPackages.hooksOfLine(folders),
                                    ofPackages == null || !discovers ? List.of() : ofPackages.hooks(project)),
                            line.has(Option.NO_EXTENSIONS),
                            settings.get(Keys.HOOK_ORDER) == Choices.HookOrder.PROJECT_FIRST));
        }

        /** Adds the hooks in files of other agents. */
        void addForeign() throws InterruptedException {
            var scope = line.has(Option.NO_EXTENSIONS)
                    ? ShellHooks.Scope.ORGANISATION
                    : settings.get(Keys.FOREIGN_HOOKS) ? ShellHooks.Scope.ALL : ShellHooks.Scope.SETTINGS;
            if (ForeignHookFiles.areThere(scope, folders, settings, project.loads())) {
                BiFunction<List<String>, List<Path>, List<String>> around = settings.isSet(Keys.SANDBOX)
                        ? SandboxedShell.aroundHooks(tools, folders, settings, places.environment())
                        : (words, _) -> words;
                var wanted = new ShellHooks.Wanted(
                        project.loads(),
                        scope,
                        settings.get(Keys.SHELL_HOOKS_BLOCK),
                        settings.get(Keys.SHELL_HOOKS_SPLIT),
                        settings.get(Keys.SHELL_HOOKS_TRANSCRIPT) == Choices.Transcript.CLAUDE);
                loaded = shell().inside(around)
                        .added(loaded, installer, folders, wanted, module -> scripts.mod(module, settings, around));
            }
            var roots = scope != ShellHooks.Scope.ALL
                    ? EnumSet.of(Root.SYSTEM)
                    : project.loads() ? EnumSet.allOf(Root.class) : EnumSet.of(Root.SYSTEM, Root.HOME);
            var problems = new ArrayList<>(loaded.problems());
            problems.addAll(Gaps.of(Path.of("/"), folders.home(), folders.cwd(), roots));
            var known = new KnownGaps(folders, settings);
            loaded = new LoadResult(
                    loaded.hooks(), problems.stream().map(known::weighed).toList());
        }

        /** Adds the hooks of the policy, if they are asked for. */
        void addBundled() throws InterruptedException {
            var there = bundled(folders, settings);
            if (there != null) {
                boolean sandboxed = SandboxedShell.isAsked(folders, settings);
                loaded = there.behind(loaded, installer, project, sandboxed, workplace.shell() == null);
            }
        }

        /** Every hook of a project is called only while the project's files are those that were trusted. */
        void guard() {
            withFiles(trusted -> {
                for (var hook : loaded.hooks()) {
                    if (isOfProject(hook) && !hook.hasStanding()) {
                        hook.standsOn(trusted::change);
                    }
                }
            });
        }

        /** Adds the gate in front of the files that hooks of the project run with, if it has some. */
        void addTrustGate() throws InterruptedException {
            var trusted = files;
            boolean runs = loaded.hooks().stream().anyMatch(HookLoading::isOfProject);
            if (trusted != null && (runs || hasProjectServers(folders))) {
                add(new TrustGate(trusted), "builtin:trust");
            }
        }

        /** Adds the hook that connects tool servers; its classes are loaded only if a server is configured. */
        void addServers() throws InterruptedException {
            var registered = new ArrayList<>(workplace.servers());
            loaded.hooks()
                    .forEach(hook ->
                            registered.addAll(hook.registry().mcpServers().all()));
            boolean wanted = !registered.isEmpty()
                    || folders.agentDir().resolve("mcp.json").toFile().exists()
                    || (project.loads() && hasProjectServers(folders));
            boolean replaced = loaded.hooks().stream()
                    .flatMap(hook -> hook.registry().commands().stream())
                    .anyMatch(command -> command.name().equals("mcp"));
            if (!wanted || replaced || line.has(Option.NO_MCP) || isSwitchedOff(settings)) {
                return;
            }
            var standing = files;
            var setup = new McpSetup(
                    folders,
                    McpConfig.read(folders, project.loads()),
                    places.environment(),
                    Version.text(),
                    settings.network(folders, places.environment()),
                    standing == null ? () -> null : standing::change,
                    secrets == null ? _ -> Map.of() : secrets::ofServer,
                    workplace.later());
            var installed = install(new McpHook(setup, registered), McpHook.PATH);
            installed.problems().forEach(notices::notLoaded);
            loaded = loaded.with(new LoadResult(installed.hooks(), List.of()));
        }

        /** Adds the hooks of the program around it. */
        void addOwn() throws InterruptedException {
            for (var own : workplace.hooks().entrySet()) {
                add(own.getValue(), "builtin:" + own.getKey());
            }
        }

        /** Adds what records, behind all others. */
        void addObservers() throws InterruptedException {
            loaded = observers.behind(loaded, installer, settings, folders, () -> {
                var ofPackages = packages(settings);
                return ofPackages == null ? List.of() : ofPackages.names(project);
            });
        }
    }

    private static boolean isOfProject(InstalledHook hook) {
        return hook.source().scope() == SourceInfo.Scope.PROJECT;
    }

    private static boolean hasProjectServers(Folders folders) {
        return folders.projectDir().resolve("mcp.json").toFile().exists()
                || folders.cwd().resolve(".mcp.json").toFile().exists();
    }

    private static boolean isSwitchedOff(Settings settings) {
        var entries = new ArrayList<>(settings.hookEntries(Layer.USER));
        entries.addAll(settings.hookEntries(Layer.PROJECT));
        return entries.contains("-builtin:mcp") || entries.contains("!builtin:mcp");
    }

    /** On the screen a name means the program's own command, also if a hook has one of that name. */
    private void reportShadowed(InstalledHook hook) {
        for (var command : hook.registry().commands()) {
            if (SlashCommand.find(command.name()) != null) {
                notices.notLoaded(LoadProblem.warning(
                        hook.path(),
                        "brings the command /" + command.name() + ", which is one of the program's own; on the screen"
                                + " that one is used. Give the hook's another name."));
            }
        }
    }

    /** The hooks in files of other agents, to be looked at. */
    ForeignHookFiles files(Folders folders, boolean trusted) {
        var files = shell();
        files.at(folders, trusted);
        return files;
    }

    /** One runner for all commands of hooks, however often they are loaded again. */
    private synchronized ForeignHookFiles shell() {
        var there = shell;
        if (there == null) {
            there = new ForeignHookFiles(tools, places.home(), places.agentDir(), () -> files, places::network);
            shell = there;
        }
        return there;
    }

    /** The command that runs in a project instead of this one: the same, unless rules are in use. */
    String confined(Path project, String command, Path cwd) {
        var there = bundled;
        return there == null ? command : there.line(project, command, cwd);
    }

    /** Returns what rules keep from a command of a project. */
    Confinement confinement(Path project, String command, Path cwd) {
        var there = bundled;
        return there == null ? Confinement.NONE : there.confinement(project, command, cwd);
    }

    private synchronized @Nullable BundledHooks bundled(Folders folders, Settings settings) {
        if (bundled == null && BundledHooks.areAsked(line, settings, folders)) {
            bundled = new BundledHooks(line, tools, notices, secrets);
        }
        return bundled;
    }

    /** The packages; null if none are named, so that nothing about them is loaded. */
    synchronized @Nullable PackageLoading packages(Settings settings) {
        var there = packages;
        if (there == null && PackageLoading.areNamed(line, settings)) {
            there = new PackageLoading(line, places, notices, () -> withFiles(TrustedFiles::fetchedPackages));
            packages = there;
        }
        return there;
    }

    /** Ends what hooks of others run in. */
    synchronized void close() {
        if (shell != null) {
            shell.close();
        }
        scripts.close();
    }

    /** No limits while a debugger is attached. */
    Timeouts timeouts(Settings settings) {
        return places.debugging()
                ? Timeouts.ofMillis(0, 0)
                : Timeouts.ofMillis(settings.get(Keys.HOOK_TIMEOUT), settings.get(Keys.TOOL_CALL_HOOK_TIMEOUT))
                        .atQuitMillis(settings.get(Keys.SHUTDOWN_HOOK_TIMEOUT));
    }
}
