package dev.pawl.app;

import dev.pawl.api.HookError;
import dev.pawl.api.Mode;
import dev.pawl.config.Choices;
import dev.pawl.config.Folders;
import dev.pawl.config.Keys;
import dev.pawl.config.Layer;
import dev.pawl.config.Settings;
import dev.pawl.hooks.Brought;
import dev.pawl.hooks.Bus;
import dev.pawl.hooks.ForeignHooks;
import dev.pawl.hooks.HookInstaller;
import dev.pawl.hooks.HookLoader;
import dev.pawl.hooks.HookPlaces;
import dev.pawl.hooks.HostServices;
import dev.pawl.hooks.LoadProblem;
import dev.pawl.hooks.LoadResult;
import dev.pawl.hooks.Timeouts;
import dev.pawl.tools.LocalTools;
import java.io.File;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Loads the hooks of a folder, with the flags that the command line gives them, and tells what did not load. */
final class HookLoading {
    private final CommandLine line;
    private final Places places;
    private final LocalTools tools;
    private final NoticePrinter notices;
    private final AtomicBoolean begun = new AtomicBoolean();
    private @Nullable ForeignHooks foreign;

    HookLoading(CommandLine line, Places places, LocalTools tools, NoticePrinter notices) {
        this.line = line;
        this.places = places;
        this.tools = tools;
        this.notices = notices;
    }

    /** The hooks of the user and of the command line, to be asked about a project; nothing else is said about them. */
    LoadResult ofUser(Folders folders, Settings settings) throws InterruptedException {
        return find(folders, settings, false);
    }

    /** All hooks. At the start the flags of the command line must be theirs. */
    LoadResult all(Folders folders, Settings settings, boolean trusted) throws InterruptedException {
        var loaded = find(folders, settings, trusted);
        loaded.problems().forEach(this::tell);
        if (begun.compareAndSet(false, true)) {
            line.checkFlags(new Brought(loaded.hooks()).flags());
        }
        return loaded;
    }

    /**
     * All hooks, for an agent in some mode. Where nobody watches it does not start without a hook that should be there:
     * it may be the one that says no.
     */
    LoadResult forAgent(Mode mode, Folders folders, Settings settings, boolean trusted) throws InterruptedException {
        boolean start = !begun.get();
        var loaded = all(folders, settings, trusted);
        boolean watched = mode == Mode.TUI || mode == Mode.RPC;
        if (start && !watched && loaded.problems().stream().anyMatch(LoadProblem::fatal)) {
            throw Refusal.because("nothing was asked, because a hook did not load. Correct it, or start without hooks:"
                    + " pawl -ne");
        }
        // What went wrong has been told.
        return new LoadResult(loaded.hooks(), List.of());
    }

    private LoadResult find(Folders folders, Settings settings, boolean trusted) throws InterruptedException {
        var services = new HostServices(new Bus(), line::flag, () -> tools, folders.cwd());
        return new HookLoader(
                        new HookInstaller(services, timeouts(settings), this::tell),
                        folders.agentDir().resolve("cache").resolve("pawl-hooks"),
                        notices::progress,
                        () -> foreign(settings))
                .load(new HookPlaces(
                        folders.agentDir(),
                        folders.cwd(),
                        folders.home(),
                        trusted,
                        settings.hookEntries(Layer.USER),
                        settings.hookEntries(Layer.PROJECT),
                        line.hooks.stream().map(places::written).toList(),
                        line.noDiscovery,
                        settings.get(Keys.HOOK_ORDER) == Choices.HookOrder.PROJECT_FIRST));
    }

    /** Starts the process for hooks in TypeScript while the rest is put together, if there seem to be such hooks. */
    void begin(Settings settings) {
        Thread.startVirtualThread(() -> {
            if (seemForeign()) {
                try {
                    foreign(settings).prepare();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
    }

    private boolean seemForeign() {
        for (var hook : line.hooks) {
            if (isForeign(places.cwd().resolve(hook).toFile())) {
                return true;
            }
        }
        if (!line.noDiscovery) {
            for (var name : List.of("extensions", "hooks")) {
                var there = places.agentDir().resolve(name).toFile().listFiles();
                for (var file : there == null ? new File[0] : there) {
                    if (isForeign(file)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** A script, an npm package, or a folder that has a script as its index. What is not seen is found a little later. */
    private static boolean isForeign(File file) {
        return file.getName().endsWith(".ts")
                || file.getName().endsWith(".js")
                || new File(file, "index.ts").exists()
                || new File(file, "index.js").exists()
                || new File(file, "package.json").exists();
    }

    /** One process for all hooks in TypeScript, however often they are loaded anew. */
    private synchronized ForeignHooks foreign(Settings settings) {
        var there = foreign;
        if (there == null) {
            there = NodeHooks.open(places, settings, notices);
            foreign = there;
        }
        return there;
    }

    /** Ends what hooks in other languages run in. */
    synchronized void close() {
        if (foreign != null) {
            foreign.close();
        }
    }

    /** Whoever stands at a breakpoint has all the time in the world. */
    Timeouts timeouts(Settings settings) {
        return places.debugging()
                ? Timeouts.ofMillis(0, 0)
                : Timeouts.ofMillis(settings.get(Keys.HOOK_TIMEOUT), settings.get(Keys.TOOL_CALL_HOOK_TIMEOUT));
    }

    private void tell(LoadProblem problem) {
        notices.tell(new Notice(problem.path(), problem.message(), problem.fatal()));
    }

    private void tell(HookError error) {
        notices.tell(error);
    }
}
