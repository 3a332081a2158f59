package dev.pawl.hooks.compile;

import dev.pawl.hooks.find.HookFile;
import dev.pawl.hooks.find.LoadProblem;
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

    public SourceHooks(ApiModules api, HookCompiler compiler, @Nullable Path cacheFolder, InstantSource clock) {
        this.api = api;
        this.compiler = compiler;
        this.cacheFolder = cacheFolder;
        this.clock = clock;
    }

    /** What becomes of each hook, by its path. Trouble with the cache is only reported, and only once. */
    Map<Path, CompileResult> compile(List<HookFile> hooks, Consumer<String> progress, Consumer<LoadProblem> problems) {
        var results = new HashMap<Path, CompileResult>();
        if (hooks.isEmpty()) {
            return results;
        }
        var cache = cache(problems);
        var missing = new ArrayList<HookSources>();
        var owners = new LinkedHashMap<String, HookFile>();
        for (var hook : hooks) {
            try {
                var sources = HookSources.read(hook);
                var cached = cache == null ? null : cache.read(cache.key(sources));
                if (cached == null) {
                    missing.add(sources);
                } else {
                    results.put(hook.path(), cached);
                    cached.classes().keySet().forEach(name -> owners.putIfAbsent(name, hook));
                }
            } catch (IOException e) {
                results.put(hook.path(), new CompileResult.Refused("cannot be read: " + e));
            }
        }
        if (!missing.isEmpty()) {
            var compiled = compiler.compile(missing, owners, progress);
            compiled.forEach((sources, result) -> results.put(sources.hook().path(), result));
            if (cache != null) {
                keep(cache, compiled, problems);
            }
        }
        return results;
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
