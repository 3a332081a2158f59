package dev.pawl.start;

import dev.pawl.agent.setup.TraceSink;
import dev.pawl.api.ui.Ui;
import dev.pawl.api.value.HookError;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.cli.BuiltinNames;
import dev.pawl.cli.CommandLine;
import dev.pawl.cli.NoticePrinter;
import dev.pawl.cli.Option;
import dev.pawl.cli.Places;
import dev.pawl.cli.Refusal;
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
import dev.pawl.loader.ForeignHooks;
import dev.pawl.loader.HookLoader;
import dev.pawl.loader.find.HookPlaces;
import dev.pawl.loader.install.HookInstaller;
import dev.pawl.loader.install.HostServices;
import dev.pawl.loader.install.LoadResult;
import dev.pawl.policy.rule.Confinement;
import dev.pawl.shellhooks.ShellHooks;
import dev.pawl.start.observing.Audited;
import dev.pawl.start.observing.KeptTraces;
import dev.pawl.start.observing.ShadowedHooks;
import dev.pawl.start.observing.Telemetered;
import dev.pawl.start.observing.Watched;
import dev.pawl.tools.LocalTools;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Loads the hooks of a folder, with the flags that the command line gives them, and reports what did not load. */
final class HookLoading {

    private final CommandLine line;
    private final Places places;
    private final LocalTools tools;
    private final NoticePrinter notices;
    private final Workplace workplace;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final Bus bus = new Bus();
    private final Counters counters = new Counters();
    private @Nullable ForeignHooks foreign;
    private @Nullable ForeignHookFiles shell;
    private volatile @Nullable BundledHooks bundled;
    private @Nullable PackageLoading packages;
    private @Nullable Telemetered telemetry;
    private @Nullable Watched watched;
    private volatile @Nullable TrustedFiles files;

    HookLoading(CommandLine line, Places places, LocalTools tools, NoticePrinter notices, Workplace workplace) {
        this.workplace = workplace;
        this.line = line;
        this.places = places;
        this.tools = tools;
        this.notices = notices;
    }

    /** The files of the project that hooks are loaded from next; null if nothing of it is loaded. */
    void standOn(@Nullable TrustedFiles trusted) {
        files = trusted;
    }

    /** The user reviewed what is there now. */
    void reviewed() {
        var trusted = files;
        if (trusted != null) {
            trusted.renew();
        }
    }

    /** What this program writes itself need not be reviewed. */
    private void written(Path file) {
        var trusted = files;
        if (trusted != null) {
            trusted.wroteItself(file);
        }
    }

    private void fetched() {
        var trusted = files;
        if (trusted != null) {
            trusted.fetchedPackages();
        }
    }

    /** Every hook of a project is called only while the project's files are those that were trusted. */
    private void guard(List<InstalledHook> hooks) {
        var trusted = files;
        if (trusted != null) {
            for (var hook : hooks) {
                if (hook.source().scope() == SourceInfo.Scope.PROJECT && !hook.hasStanding()) {
                    hook.standsOn(trusted::change);
                }
            }
        }
    }

    /** With the gate in front of the files that hooks of the project run with, if it has some. */
    private LoadResult withTrustGate(LoadResult loaded, Folders folders, Settings settings)
            throws InterruptedException {
        var trusted = files;
        boolean runs = loaded.hooks().stream().anyMatch(hook -> hook.source().scope() == SourceInfo.Scope.PROJECT);
        if (trusted == null || !(runs || hasProjectServers(folders))) {
            return loaded;
        }
        var source = new SourceInfo("builtin:trust", SourceInfo.Scope.BUILTIN, false, null);
        return loaded.with(installer(folders, settings).install(new TrustGate(trusted), source));
    }

    /**
     * The hooks of the user and of the command line, to be asked about a project; nothing else is reported about them.
     */
    LoadResult ofUser(Folders folders, Settings settings) throws InterruptedException {
        return find(folders, settings, false);
    }

    /** All hooks. At the start the flags of the command line must be theirs. */
    LoadResult all(Folders folders, Settings settings, boolean trusted) throws InterruptedException {
        var others = withForeign(find(folders, settings, trusted), folders, settings, trusted);
        var loaded = withBundled(others, folders, settings);
        guard(loaded.hooks());
        loaded.problems().forEach(this::report);
        if (begun.compareAndSet(false, true)) {
            line.checkFlags(new Contributions(loaded.hooks()).flags());
        }
        return loaded;
    }

    /**
     * All hooks, for an agent. It does not start without a hook that should be there, for that may be the one that
     * refuses, unless the user in front of the screen agrees.
     *
     * @param user the user who may agree; null if there is none
     */
    LoadResult forAgent(@Nullable Ui user, Folders folders, Settings settings, boolean trusted)
            throws InterruptedException {
        boolean start = !begun.get();
        if (start && settings.isSet(Keys.AUDIT)) {
            Audited.tryOut(settings, folders);
        }
        var loaded = all(folders, settings, trusted);
        if (start && !loaded.missing().isEmpty() && !goesOnWithout(loaded.missing(), user)) {
            throw Refusal.because(
                    isRequired(loaded.missing())
                            ? "nothing was asked, because hooks of your organisation did not load. Correct the file; no"
                                    + " option leaves them out."
                            : "nothing was asked, because a hook did not load. Correct it, or start without hooks:"
                                    + " pawl -ne");
        }
        if (user != null) {
            loaded.hooks().forEach(this::reportShadowed);
        }
        if (settings.isSet(Keys.SHADOW)) {
            ShadowedHooks.mark(loaded.hooks(), settings, notices);
        }
        var gated = withTrustGate(loaded.withoutProblems(), folders, settings);
        var all = withServers(gated, folders, settings, trusted);
        return observed(withOwn(all, folders, settings), folders, settings);
    }

    /** With hooks of the program's own that this session has. */
    private LoadResult withOwn(LoadResult loaded, Folders folders, Settings settings) throws InterruptedException {
        var all = loaded;
        for (var own : workplace.hooks().entrySet()) {
            var source = new SourceInfo("builtin:" + own.getKey(), SourceInfo.Scope.BUILTIN, false, null);
            all = all.with(installer(folders, settings).install(own.getValue(), source));
        }
        return all;
    }

    /** With telemetry and, behind all others, the audit, where they are asked for. */
    private LoadResult observed(LoadResult all, Folders folders, Settings settings) throws InterruptedException {
        var watching = watched;
        if (watching != null) {
            all = watching.behind(all, installer(folders, settings));
        }
        if (Telemetered.isAsked(settings, places.environment())) {
            var sending = new Telemetered(places.environment(), notices);
            telemetry = sending;
            var ofPackages = packages(settings);
            all = sending.behind(
                    all,
                    installer(folders, settings),
                    settings,
                    ofPackages == null ? List.of() : ofPackages.names(folders, settings));
        }
        return settings.isSet(Keys.AUDIT)
                ? Audited.behind(all, installer(folders, settings), folders, settings, notices)
                : all;
    }

    /** Records the effects of hooks, and has the telemetry of the hooks that were loaded last. */
    TraceSink traces(Folders folders, Settings settings) {
        var kept = KeptTraces.of(settings, folders, notices);
        return (session, engine) -> {
            kept.begin(session, engine);
            var sending = telemetry;
            if (sending != null) {
                sending.begin(session, engine);
            }
            var watching = watched;
            if (watching != null) {
                watching.begin(session, engine);
            }
        };
    }

    /** The user interface for hooks, which those who watch can answer as well, if the settings let them. */
    Ui asking(Ui ui, Settings settings) {
        if (!settings.get(Keys.WATCH)) {
            return ui;
        }
        var watching = new Watched(places.agentDir());
        watched = watching;
        return watching.around(ui);
    }

    /** Tool servers are connected by a hook of the program's own, which is behind all others. */
    private LoadResult withServers(LoadResult loaded, Folders folders, Settings settings, boolean trusted)
            throws InterruptedException {
        var registered = new ArrayList<>(workplace.servers());
        loaded.hooks().forEach(hook -> registered.addAll(hook.registry().mcpServers()));
        boolean wanted = !registered.isEmpty() || hasServers(folders, trusted);
        boolean replaced = loaded.hooks().stream()
                .flatMap(hook -> hook.registry().commands().stream())
                .anyMatch(command -> command.name().equals("mcp"));
        if (!wanted || replaced || line.has(Option.NO_MCP) || isSwitchedOff(settings)) {
            return loaded;
        }
        var standing = files;
        var installed = McpServers.install(
                installer(folders, settings),
                places,
                folders,
                settings,
                trusted,
                registered,
                standing == null ? () -> null : standing::change,
                workplace.later());
        installed.problems().forEach(this::report);
        var all = new ArrayList<>(loaded.hooks());
        all.addAll(installed.hooks());
        return new LoadResult(all, loaded.problems(), loaded.missing());
    }

    /** Whether there is a file that configures servers; looked for without loading what reads it. */
    private static boolean hasServers(Folders folders, boolean trusted) {
        return folders.agentDir().resolve("mcp.json").toFile().exists() || (trusted && hasProjectServers(folders));
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
            if (BuiltinNames.has(command.name())) {
                notices.notLoaded(LoadProblem.warning(
                        hook.path(),
                        "brings the command /" + command.name() + ", which is one of the program's own; on the screen"
                                + " that one is used. Give the hook's another name."));
            }
        }
    }

    private static boolean isRequired(List<LoadProblem> missing) {
        return missing.stream().anyMatch(problem -> ForeignFiles.isOfOrganisation(problem.path()));
    }

    private boolean goesOnWithout(List<LoadProblem> missing, @Nullable Ui user) throws InterruptedException {
        if (user == null || isRequired(missing)) {
            return false;
        }
        var files =
                missing.stream().map(problem -> places.shown(problem.path())).distinct();
        return user.confirm(
                "A hook did not load. Go on without it?",
                files.collect(Collectors.joining("\n"))
                        + "\nWhat it would refuse or change is not refused or changed.");
    }

    /** With the hooks in files of other agents, which come behind all others. */
    private LoadResult withForeign(LoadResult loaded, Folders folders, Settings settings, boolean trusted)
            throws InterruptedException {
        var scope = line.has(Option.NO_EXTENSIONS)
                ? ShellHooks.Scope.ORGANISATION
                : settings.get(Keys.FOREIGN_HOOKS) ? ShellHooks.Scope.ALL : ShellHooks.Scope.SETTINGS;
        return ForeignHookFiles.areThere(scope, folders, settings, trusted)
                ? shell().inside(around(folders, settings))
                        .added(
                                loaded,
                                installer(folders, settings),
                                folders,
                                new ShellHooks.Wanted(
                                        trusted,
                                        scope,
                                        settings.get(Keys.SHELL_HOOKS_BLOCK),
                                        settings.get(Keys.SHELL_HOOKS_SPLIT),
                                        settings.get(Keys.SHELL_HOOKS_TRANSCRIPT) == Choices.Transcript.CLAUDE))
                : loaded;
    }

    private BiFunction<List<String>, List<Path>, List<String>> around(Folders folders, Settings settings) {
        return settings.isSet(Keys.SANDBOX)
                ? SandboxedShell.aroundHooks(tools, folders, settings, places.environment())
                : (words, _) -> words;
    }

    private HookInstaller installer(Folders folders, Settings settings) {
        var services = new HostServices(bus, counters, line::flag, () -> tools, folders.cwd());
        return new HookInstaller(services, timeouts(settings), this::report);
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
            there = new ForeignHookFiles(tools, places.home(), places.agentDir(), () -> files);
            shell = there;
        }
        return there;
    }

    /** The command that runs in a project instead of this one: the same, unless rules are in use. */
    String confined(Path project, String command, Path cwd) {
        var there = bundled;
        return there == null ? command : there.line(project, command, cwd);
    }

    /** What rules keep from a command of a project. */
    Confinement confinement(Path project, String command, Path cwd) {
        var there = bundled;
        return there == null ? Confinement.NONE : there.confinement(project, command, cwd);
    }

    /** The hooks of the policy come last, if they are asked for. */
    private synchronized LoadResult withBundled(LoadResult others, Folders folders, Settings settings)
            throws InterruptedException {
        if (bundled == null && !BundledHooks.areAsked(line, settings, folders)) {
            return others;
        }
        var there = bundled == null ? new BundledHooks(line, tools, notices) : bundled;
        bundled = there;
        return there.behind(
                others,
                installer(folders, settings),
                folders,
                settings,
                SandboxedShell.isAsked(folders, settings),
                workplace.shell() == null);
    }

    /** The packages; null if none are named, so that nothing about them is loaded. */
    synchronized @Nullable PackageLoading packages(Settings settings) {
        var there = packages;
        if (there == null && PackageLoading.areNamed(line, settings)) {
            there = new PackageLoading(line, places, notices, this::fetched);
            packages = there;
        }
        return there;
    }

    private LoadResult find(Folders folders, Settings settings, boolean trusted) throws InterruptedException {
        var ofPackages = packages(settings);
        boolean discovers = !line.has(Option.NO_EXTENSIONS);
        return new HookLoader(
                        installer(folders, settings),
                        folders.agentDir().resolve("cache").resolve("pawl-hooks"),
                        notices::progress,
                        () -> foreign(settings),
                        new HookLibraries(
                                places, folders, line.isOffline(places.environment()), notices, this::written))
                .load(new HookPlaces(
                        folders.agentDir(),
                        folders.cwd(),
                        folders.home(),
                        trusted,
                        new HookPlaces.Named(
                                settings.hookEntries(Layer.USER),
                                settings.hookEntries(Layer.PROJECT),
                                ofPackages == null
                                        ? line.values(Option.HOOK).stream()
                                                .map(places::written)
                                                .toList()
                                        : ofPackages.hooksOfLine(folders),
                                ofPackages == null || !discovers ? List.of() : ofPackages.hooks(folders, settings)),
                        line.has(Option.NO_EXTENSIONS),
                        settings.get(Keys.HOOK_ORDER) == Choices.HookOrder.PROJECT_FIRST));
    }

    /** Starts the process for hooks in TypeScript while the rest is put together, if there seem to be such hooks. */
    void begin(Settings settings) {
        // Not a virtual one: the first of those waits until their pool is made.
        Thread.ofPlatform().daemon().name("script hooks").start(() -> {
            if (ScriptHooks.seemThere(line, places)) {
                try {
                    foreign(settings).prepare();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
    }

    /** One process for all hooks in TypeScript, however often they are loaded again. */
    private synchronized ForeignHooks foreign(Settings settings) {
        var there = foreign;
        if (there == null) {
            there = NodeHooks.open(places, settings, line.isOffline(places.environment()), notices);
            foreign = there;
        }
        return there;
    }

    /** Code that hooks in other languages share from session to session is run again when they are loaded next. */
    synchronized void renew() throws InterruptedException {
        if (foreign != null) {
            foreign.renew();
        }
    }

    /** Ends what hooks in other languages run in. */
    synchronized void close() {
        if (shell != null) {
            shell.close();
        }
        if (foreign != null) {
            foreign.close();
        }
    }

    /** No limits while a debugger is attached. */
    Timeouts timeouts(Settings settings) {
        return places.debugging()
                ? Timeouts.ofMillis(0, 0)
                : Timeouts.ofMillis(settings.get(Keys.HOOK_TIMEOUT), settings.get(Keys.TOOL_CALL_HOOK_TIMEOUT))
                        .atQuitMillis(settings.get(Keys.SHUTDOWN_HOOK_TIMEOUT));
    }

    private void report(LoadProblem problem) {
        notices.notLoaded(problem);
    }

    private void report(HookError error) {
        notices.report(error);
    }
}
