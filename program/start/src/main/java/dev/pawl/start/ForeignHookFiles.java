package dev.pawl.start;

import dev.pawl.api.Hook;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.value.SourceInfo;
import dev.pawl.base.net.Network;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.Settings;
import dev.pawl.config.trust.ForeignFiles;
import dev.pawl.config.trust.HookChanges;
import dev.pawl.config.trust.TrustedSet;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.hooks.registry.Standing;
import dev.pawl.loader.install.HookInstaller;
import dev.pawl.loader.install.LoadResult;
import dev.pawl.shellhooks.ShellHooks;
import dev.pawl.shellhooks.Trial;
import dev.pawl.shellhooks.TrustedScripts;
import dev.pawl.shellhooks.file.PluginModule;
import dev.pawl.tools.LocalTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The hooks in files of other agents; loaded only where there is such a file. */
public final class ForeignHookFiles {
    private final ShellHooks hooks;
    private volatile BiFunction<List<String>, List<Path>, List<String>> around = (words, _) -> words;
    private final Supplier<@Nullable TrustedFiles> files;
    private Path project = Path.of("");
    private boolean trusted;
    private List<String> listed = List.of();

    /**
     * @param files those of the project that is loaded; null if nothing of it is
     * @param network the way to web addresses
     */
    ForeignHookFiles(
            LocalTools tools,
            Path home,
            Path agentDir,
            Supplier<@Nullable TrustedFiles> files,
            Supplier<Network> network) {
        this.files = files;
        this.hooks = new ShellHooks(
                tools.programs(null),
                home,
                agentDir,
                (words, written) -> around.apply(words, written),
                this::scripts,
                Path.of("/"),
                network);
    }

    /** What is put around the commands of hooks from now on. */
    synchronized ForeignHookFiles inside(BiFunction<List<String>, List<Path>, List<String>> sandbox) {
        around = sandbox;
        return this;
    }

    /** What runs is what was trusted, also where it is written over while the session goes on. */
    private TrustedScripts.Look scripts(List<String> texts, String event, boolean ofProject) {
        var trusted = files.get();
        if (ofProject && trusted != null) {
            return new TrustedScripts.Look(trusted::change, trusted::writes);
        }
        var named = TrustedSet.ofCommand(project, texts, project, event, !ofProject);
        return named.isEmpty() ? TrustedScripts.Look.AT_NOTHING : new TrustedScripts.Look(named::change, named::writes);
    }

    /** Whether there are files of this scope that name hooks. */
    static boolean areThere(ShellHooks.Scope scope, Folders folders, Settings settings, boolean trusted) {
        return !ForeignFiles.ofOrganisation().isEmpty()
                || (scope != ShellHooks.Scope.ORGANISATION
                        && (areInSettings(settings, trusted) || areBackends(folders, trusted)))
                || (scope == ShellHooks.Scope.ALL && areInForeignFiles(folders, trusted));
    }

    private static boolean areBackends(Folders folders, boolean trusted) {
        return Files.exists(folders.agentDir().resolve(ForeignFiles.BACKENDS))
                || (trusted && Files.exists(folders.cwd().resolve(ForeignFiles.BACKENDS_OF_PROJECT)));
    }

    private static boolean areInForeignFiles(Folders folders, boolean trusted) {
        return !ForeignFiles.ofUser(folders.home()).isEmpty()
                || (trusted && !ForeignFiles.ofProject(folders.cwd()).isEmpty());
    }

    /** Whether the settings themselves name hooks that are shell commands or web addresses. */
    private static boolean areInSettings(Settings settings, boolean trusted) {
        return settings.hasShellHooks(Layer.USER) || (trusted && settings.hasShellHooks(Layer.PROJECT));
    }

    /** Makes a hook of a plugin whose hooks are functions. */
    @FunctionalInterface
    interface Modules {
        Hook hook(PluginModule module);
    }

    /** Adds them behind the hooks that are there. */
    synchronized LoadResult added(
            LoadResult loaded, HookInstaller installer, Folders folders, ShellHooks.Wanted wanted, Modules modules)
            throws InterruptedException {
        at(folders, wanted.trusted());
        var found = hooks.find(folders.cwd(), wanted);
        listed = found.listed();
        var all = new ArrayList<InstalledHook>(loaded.hooks());
        var problems = new ArrayList<LoadProblem>(loaded.problems());
        problems.addAll(found.problems());
        for (var one : found.hooks()) {
            var installed = installer.install(one.hook(), one.source());
            // Its files are looked at for each command that is meant, so that others go on.
            installed.hooks().forEach(hook -> hook.standsOn(Standing.LOOKS_ITSELF));
            all.addAll(installed.hooks());
            problems.addAll(installed.problems());
        }
        for (var module : found.modules()) {
            var source = new SourceInfo(module.module().toString(), SourceInfo.Scope.USER, false, null);
            var installed = installer.install(modules.hook(module), source);
            all.addAll(installed.hooks());
            problems.addAll(installed.problems());
        }
        return new LoadResult(all, problems);
    }

    /** The folder that is looked at. */
    synchronized void at(Folders folders, boolean trusted) {
        this.project = folders.cwd();
        this.trusted = trusted;
    }

    /** Each hook that was found, and whether it runs. */
    public synchronized List<String> listed() {
        var all = new ArrayList<>(listed);
        if (!trusted) {
            all.addAll(hooks.waiting(project, (_, _, _) -> "waits for trust"));
        }
        return all;
    }

    /**
     * Each hook of a project that is not what was trusted: whether it is different itself, or waits for the rest.
     *
     * @param changes what is different
     */
    synchronized List<String> changed(HookChanges changes) {
        return hooks.waiting(
                project,
                (file, place, texts) -> (changes.concern(file, place, texts) ? "changed" : "waits for trust")
                        + ": nothing of this project runs until you looked at it");
    }

    /** Runs the hooks of one event without a session. */
    public synchronized List<Trial> test(String event, JsonObject payload) throws InterruptedException {
        return hooks.test(project, trusted, event, payload);
    }

    void close() {
        hooks.close();
    }
}
