package dev.pawl.loader;

import dev.pawl.api.Hook;
import dev.pawl.hooks.registry.Contributions;
import dev.pawl.hooks.registry.InstalledHook;
import dev.pawl.loader.compile.ClassTrouble;
import dev.pawl.loader.compile.HookClasses;
import dev.pawl.loader.compile.Loadable;
import dev.pawl.loader.depend.Dependencies;
import dev.pawl.loader.find.HookFile;
import dev.pawl.loader.find.HookFinder;
import dev.pawl.loader.find.HookPlaces;
import dev.pawl.loader.install.HookInstaller;
import dev.pawl.loader.install.LoadResult;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Turns dropped-in files into installed hooks: finds them, compiles what changed, and lets them register. */
public final class HookLoader {
    private final HookInstaller installer;
    private final HookClasses classes;
    private final Consumer<String> progress;
    private final Supplier<ForeignHooks> foreign;

    /**
     * @param cache where compiled classes are kept; null keeps none
     * @param progress receives what is going on before something that takes its time
     */
    public HookLoader(HookInstaller installer, @Nullable Path cache, Consumer<String> progress) {
        this(
                installer,
                cache,
                progress,
                () -> {
                    throw new IllegalStateException("hooks in TypeScript are not part of this program");
                },
                Dependencies.NONE);
    }

    /**
     * Loads hooks that may ask for libraries.
     *
     * @param foreign asked for when the first hook in another language is found
     * @param dependencies asked for libraries that hooks name and that are not known from an earlier start
     */
    public HookLoader(
            HookInstaller installer,
            @Nullable Path cache,
            Consumer<String> progress,
            Supplier<ForeignHooks> foreign,
            Dependencies dependencies) {
        this.installer = installer;
        this.foreign = foreign;
        this.classes = HookClasses.cachedIn(cache, dependencies);
        this.progress = progress;
    }

    /** Loads all hooks of a start, in order. */
    public LoadResult load(HookPlaces places) throws InterruptedException {
        var found = HookFinder.find(places);
        var loaded = load(found.hooks());
        var problems = new ArrayList<>(found.problems());
        problems.addAll(loaded.problems());
        return new LoadResult(loaded.hooks(), problems);
    }

    /** Loads these files, in this order. */
    public LoadResult load(List<HookFile> files) throws InterruptedException {
        var own = new ArrayList<HookFile>();
        var apart = new ArrayList<HookFile>();
        for (var file : files) {
            (file.isForeign() ? apart : own).add(file);
        }
        var others = new FutureTask<>(() -> installForeign(apart));
        if (!apart.isEmpty()) {
            // One after another: they share a process, in which one that hangs would hold up another.
            Thread.ofPlatform().daemon().name("load others").start(others);
        }
        var loadable = classes.load(own, progress);
        // By identity: the first hash code of a record costs a start 10 ms and more.
        var installing = new IdentityHashMap<HookFile, HookInstaller.Installing>();
        for (var one : loadable.hooks()) {
            // Side by side, for hooks do not know each other; their order is that of the list all the same.
            installing.put(
                    one.file(), installer.begin(() -> make(one), one.file().source(), one.loader()));
        }
        var hooks = new ArrayList<InstalledHook>();
        var problems = new ArrayList<>(loadable.problems());
        for (var file : files) {
            var begun = installing.get(file);
            var result = file.isForeign() ? outcome(others).get(file) : begun != null ? begun.result() : null;
            if (result != null) {
                hooks.addAll(result.hooks());
                problems.addAll(result.problems());
            }
        }
        problems.addAll(new Contributions(hooks).clashes());
        return new LoadResult(hooks, problems);
    }

    private Map<HookFile, LoadResult> installForeign(List<HookFile> files) throws InterruptedException {
        var results = new IdentityHashMap<HookFile, LoadResult>();
        for (int i = 0; i < files.size(); i++) {
            var file = files.get(i);
            var next = i + 1 < files.size() ? files.get(i + 1) : null;
            var there = foreign.get();
            there.prepare();
            results.put(file, installer.install(there.hook(file, next), file.source()));
        }
        return results;
    }

    private static Map<HookFile, LoadResult> outcome(FutureTask<Map<HookFile, LoadResult>> task)
            throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("installing a hook failed unexpectedly", e);
        }
    }

    private static List<Hook> make(Loadable loadable) throws Exception {
        var hooks = new ArrayList<Hook>();
        for (var type : loadable.classes()) {
            var hook = make(type, loadable.file());
            hooks.add(pi -> {
                try {
                    hook.install(pi);
                } catch (LinkageError e) {
                    throw new IllegalStateException(ClassTrouble.explain(loadable.file(), e), e);
                }
            });
        }
        return hooks;
    }

    private static Hook make(Class<? extends Hook> type, HookFile file) throws Exception {
        var constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } catch (LinkageError e) {
            throw new IllegalStateException(ClassTrouble.explain(file, e), e);
        }
    }
}
