package dev.pawl.loader.compile;

import dev.pawl.base.FailureText;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.loader.depend.Dependencies;
import dev.pawl.loader.depend.DependencyCache;
import dev.pawl.loader.depend.Directives;
import dev.pawl.loader.depend.Wanted;
import dev.pawl.loader.find.HookFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Turns hooks that are sources into class files: from the cache where they are known, else with the compiler. */
public final class SourceHooks {
    private final ApiModules api;
    private final HookCompiler compiler;
    private final @Nullable Path cacheFolder;
    private final InstantSource clock;
    private final DependencyCache dependencies;

    /**
     * What became of a hook.
     *
     * @param sources null if they could not be read
     */
    record Result(CompileResult result, @Nullable HookSources sources) {}

    /**
     * Compiles hooks that may ask for libraries.
     *
     * @param dependencies finds the libraries that hooks ask for by name
     */
    public SourceHooks(
            ApiModules api,
            HookCompiler compiler,
            @Nullable Path cacheFolder,
            InstantSource clock,
            Dependencies dependencies) {
        this.dependencies = new DependencyCache(cacheFolder, dependencies);
        this.api = api;
        this.compiler = compiler;
        this.cacheFolder = cacheFolder;
        this.clock = clock;
    }

    /** Returns what becomes of each hook, by its path. Trouble with the cache is only reported, and only once. */
    Map<Path, Result> compile(List<HookFile> hooks, Consumer<String> progress, Consumer<LoadProblem> problems) {
        var results = new HashMap<Path, Result>();
        if (hooks.isEmpty()) {
            return results;
        }
        var cache = cache(problems);
        var missing = new ArrayList<HookSources>();
        var owners = new LinkedHashMap<String, HookFile>();
        for (var hook : hooks) {
            try {
                var sources = withDependencies(HookSources.read(hook));
                var cached = cache == null ? null : cache.read(cache.key(sources));
                if (cached == null) {
                    missing.add(sources);
                } else {
                    results.put(hook.path(), new Result(cached, sources));
                    cached.classes().keySet().forEach(name -> owners.putIfAbsent(name, hook));
                }
            } catch (NotLoadable e) {
                results.put(hook.path(), new Result(new CompileResult.Refused(e.getMessage()), null));
            } catch (IOException e) {
                results.put(
                        hook.path(),
                        new Result(new CompileResult.Refused("cannot be read: " + FailureText.plain(e)), null));
            }
        }
        if (!missing.isEmpty()) {
            var compiled = compiler.compile(missing, owners, progress);
            compiled.forEach((sources, result) -> results.put(sources.hook().path(), new Result(result, sources)));
            missing.forEach(sources -> passedOver(sources, problems));
            if (cache != null) {
                keep(cache, compiled, problems);
            }
        }
        return results;
    }

    private HookSources withDependencies(HookSources sources) throws NotLoadable {
        var wanted = sources.directives() == Directives.NONE ? null : Wanted.of(sources.hook(), sources.directives());
        try {
            return wanted == null || wanted.isNothing() ? sources : sources.with(dependencies.find(wanted));
        } catch (IOException e) {
            throw new NotLoadable(FailureText.plain(e) + ".");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotLoadable("was not loaded, because its libraries were still being looked for.");
        }
    }

    /** Reported once, when the hook is compiled. */
    private static void passedOver(HookSources sources, Consumer<LoadProblem> problems) {
        var names = sources.directives().passedOver();
        if (!names.isEmpty()) {
            problems.accept(LoadProblem.warning(
                    sources.hook().path().toString(),
                    "//" + String.join(", //", names) + " means nothing for a hook and is passed over."));
        }
    }

    private @Nullable ClassCache cache(Consumer<LoadProblem> problems) {
        if (cacheFolder == null) {
            return null;
        }
        try {
            return new ClassCache(cacheFolder, api.stamp(), clock);
        } catch (IOException e) {
            problems.accept(uncached(cacheFolder, e));
            return null;
        }
    }

    private void keep(ClassCache cache, Map<HookSources, CompileResult> compiled, Consumer<LoadProblem> problems) {
        for (var hook : compiled.entrySet()) {
            if (hook.getValue() instanceof CompileResult.Compiled classes) {
                var failure = written(cache, hook.getKey(), classes);
                if (failure.isPresent()) {
                    problems.accept(uncached(cache.folder(), failure.get()));
                    return;
                }
            }
        }
        cache.tidy();
    }

    private static Optional<IOException> written(
            ClassCache cache, HookSources sources, CompileResult.Compiled classes) {
        try {
            return cache.write(cache.key(sources), classes);
        } catch (IOException e) {
            return Optional.of(e);
        }
    }

    private static LoadProblem uncached(Path folder, IOException why) {
        return LoadProblem.warning(
                folder.toString(),
                "compiled hooks cannot be kept here (" + why + "), so they are compiled at every start. Make the folder"
                        + " writable.");
    }
}
