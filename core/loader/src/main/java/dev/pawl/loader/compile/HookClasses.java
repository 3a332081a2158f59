package dev.pawl.loader.compile;

import dev.pawl.api.Hook;
import dev.pawl.base.FailureText;
import dev.pawl.hooks.registry.LoadProblem;
import dev.pawl.loader.depend.Dependencies;
import dev.pawl.loader.find.HookFile;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Turns hook files into classes that are ready to be made, each hook with a class loader of its own. */
public final class HookClasses {
    private final SourceHooks sources;
    private final ApiLoader shared = new ApiLoader();

    public HookClasses(SourceHooks sources) {
        this.sources = sources;
    }

    /**
     * Compiles against the vocabulary of this program.
     *
     * @param cacheFolder where classes are kept; null keeps none
     * @param dependencies finds the libraries that hooks ask for by name
     */
    public static HookClasses cachedIn(@Nullable Path cacheFolder, Dependencies dependencies) {
        var api = ApiModules.ofThisProgram();
        return new HookClasses(
                new SourceHooks(api, new HookCompiler(api), cacheFolder, InstantSource.system(), dependencies));
    }

    /**
     * Loads hooks in the given order; those that cannot be loaded are among the problems.
     *
     * @param progress receives what is going on before something that takes its time
     */
    public LoadableHooks load(List<HookFile> files, Consumer<String> progress) {
        var problems = new ArrayList<LoadProblem>();
        var hooks = new ArrayList<Loadable>();
        var compiled =
                sources.compile(files.stream().filter(file -> !file.isJar()).toList(), progress, problems::add);
        // Hooks that ask for the same libraries share their classes.
        var libraries = new HashMap<List<Path>, LibraryLoader>();
        for (var file : files) {
            try {
                hooks.add(file.isJar() ? jar(file) : source(file, compiled.get(file.path()), libraries));
            } catch (NotLoadable e) {
                problems.add(LoadProblem.error(file.path().toString(), e.getMessage()));
            }
        }
        return new LoadableHooks(List.copyOf(hooks), List.copyOf(problems));
    }

    private Loadable source(
            HookFile file, SourceHooks.@Nullable Result outcome, Map<List<Path>, LibraryLoader> libraries)
            throws NotLoadable {
        var result = outcome == null ? null : outcome.result();
        var sources = outcome == null ? null : outcome.sources();
        // Not a switch: the first one over types costs 20 ms, and every start comes along here.
        if (result instanceof CompileResult.Compiled compiled) {
            var files = sources == null ? Map.<String, Path>of() : sources.resources();
            var jars = sources == null ? List.<Path>of() : sources.dependencies();
            return hook(
                    file,
                    compiled.hookNames(),
                    withLibraries(file, new HookContent.InMemory(compiled.classes(), files)),
                    jars.isEmpty() ? null : libraries.computeIfAbsent(jars, all -> new LibraryLoader(all, shared)));
        }
        throw new NotLoadable(
                result instanceof CompileResult.Refused refused ? refused.message() : "was not compiled.");
    }

    private static HookContent withLibraries(HookFile file, HookContent own) throws NotLoadable {
        var jars = new ArrayList<HookJar>();
        try {
            for (var library : HookSources.libraries(file)) {
                try {
                    jars.add(HookJar.open(library, Path.of(System.getProperty("java.io.tmpdir"))));
                } catch (IOException e) {
                    for (var jar : jars) {
                        jar.close();
                    }
                    throw new NotLoadable("the library " + library + " cannot be read: " + e.getMessage());
                }
            }
        } catch (IOException e) {
            throw new NotLoadable("its libraries cannot be read: " + e);
        }
        return jars.isEmpty() ? own : new HookContent.WithLibraries(own, List.copyOf(jars));
    }

    private Loadable jar(HookFile file) throws NotLoadable {
        try {
            var jar = HookJar.open(file.path(), Path.of(System.getProperty("java.io.tmpdir")));
            try {
                return hook(file, hookNames(jar), withLibraries(file, jar), null);
            } catch (NotLoadable | IOException e) {
                jar.close();
                throw e;
            }
        } catch (ZipException e) {
            throw new NotLoadable("is not a jar, or a damaged one (" + e.getMessage() + "). Build it again.");
        } catch (IOException e) {
            throw new NotLoadable("cannot be read: " + FailureText.plain(e));
        }
    }

    private static List<String> hookNames(HookJar jar) throws IOException, NotLoadable {
        var names = jar.hookNames();
        if (names.isEmpty()) {
            throw new NotLoadable("no hook in it: add the file " + HookJar.SERVICE_FILE
                    + " to the jar, with the name of the class that implements dev.pawl.api.Hook as its line.");
        }
        return names;
    }

    private Loadable hook(HookFile file, List<String> names, HookContent content, @Nullable LibraryLoader libraries)
            throws NotLoadable {
        var loader = new HookClassLoader(file, content, shared, libraries);
        var classes = new ArrayList<Class<? extends Hook>>();
        for (var name : names) {
            try {
                var type = Class.forName(name, false, loader);
                if (file.isJar()) {
                    check(type);
                }
                classes.add(type.asSubclass(Hook.class));
            } catch (ClassNotFoundException | LinkageError e) {
                throw new NotLoadable(ClassTrouble.explain(file, e));
            }
        }
        return new Loadable(file, List.copyOf(classes), loader);
    }

    /** Anything may be in a jar's list; of sources the compiler has seen to it. */
    private static void check(Class<?> type) throws NotLoadable {
        var complaint = "";
        if (!Hook.class.isAssignableFrom(type)) {
            complaint = "does not implement dev.pawl.api.Hook";
        } else if (Modifier.isAbstract(type.getModifiers())) {
            complaint = "is abstract and cannot be made";
        } else if (Stream.of(type.getDeclaredConstructors()).noneMatch(it -> it.getParameterCount() == 0)) {
            complaint = "has no constructor without parameters";
        }
        if (!complaint.isEmpty()) {
            throw new NotLoadable("lists " + type.getName() + " as a hook in " + HookJar.SERVICE_FILE + ", but it "
                    + complaint + ".");
        }
    }
}
