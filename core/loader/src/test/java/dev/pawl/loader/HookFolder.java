package dev.pawl.loader;

import dev.pawl.api.value.SourceInfo;
import dev.pawl.loader.compile.ApiModules;
import dev.pawl.loader.compile.CompileResult;
import dev.pawl.loader.compile.HookClasses;
import dev.pawl.loader.compile.HookCompiler;
import dev.pawl.loader.compile.HookSources;
import dev.pawl.loader.compile.LoadableHooks;
import dev.pawl.loader.compile.SourceHooks;
import dev.pawl.loader.depend.Dependencies;
import dev.pawl.loader.find.HookFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.jspecify.annotations.Nullable;

/** A folder in which tests write hooks, and a loader that tells what it compiled. */
public final class HookFolder {
    final Path root;
    public final List<String> progress = new ArrayList<>();

    public HookFolder(Path root) {
        this.root = root;
    }

    /** Writes a source file; the hook is the file itself. */
    public HookFile write(String name, String source) throws IOException {
        var path = root.resolve(name);
        Files.createDirectories(path.getParent());
        Files.writeString(path, source);
        return file(name);
    }

    public HookFile file(String name) {
        var path = root.resolve(name);
        return new HookFile(path, new SourceInfo(path.toString(), SourceInfo.Scope.USER, false, null));
    }

    /** A source with one hook, which is also a supplier, so that tests can ask it something. */
    public static String supplier(String className, String expression) {
        return """
            import module dev.pawl.api;

            public class %s implements Hook, Supplier<Object> {
                @Override
                public void install(Host pi) {}

                @Override
                public Object get() {
                    return %s;
                }
            }
            """.formatted(className, expression);
    }

    public Path jar(String name, Map<String, byte[]> entries) throws IOException {
        var path = root.resolve(name);
        Files.createDirectories(path.getParent());
        try (OutputStream file = Files.newOutputStream(path);
                var jar = new JarOutputStream(file)) {
            for (var entry : entries.entrySet()) {
                jar.putNextEntry(new JarEntry(entry.getKey()));
                jar.write(entry.getValue());
                jar.closeEntry();
            }
        }
        return path;
    }

    /** The class files of a source, by the names they have in a jar; what a build would make of it. */
    public Map<String, byte[]> classFiles(String source) throws IOException {
        var hook = write("build/source.java", source);
        var api = ApiModules.ofThisProgram();
        var results = new HookCompiler(api).compile(List.of(HookSources.read(hook)), Map.of(), _ -> {});
        var files = new TreeMap<String, byte[]>();
        if (results.values().iterator().next() instanceof CompileResult.Compiled compiled) {
            compiled.classes().forEach((name, bytes) -> files.put(name.replace('.', '/') + ".class", bytes));
            return files;
        }
        throw new IllegalArgumentException(results.toString());
    }

    public LoadableHooks load(@Nullable Path cache, HookFile... hooks) {
        return classes(cache, InstantSource.system()).load(List.of(hooks), progress::add);
    }

    public LoadableHooks load(HookFile... hooks) {
        return load(null, hooks);
    }

    public static HookClasses classes(@Nullable Path cache, InstantSource clock) {
        var api = ApiModules.ofThisProgram();
        return new HookClasses(new SourceHooks(api, new HookCompiler(api), cache, clock, Dependencies.NONE));
    }

    /** What the hook answers that was loaded alone. */
    public static Object ask(LoadableHooks loaded) throws ReflectiveOperationException {
        return ask(loaded, 0);
    }

    public static Object ask(LoadableHooks loaded, int index) throws ReflectiveOperationException {
        if (loaded.hooks().size() <= index) {
            throw new AssertionError(loaded.problems().toString());
        }
        var constructor = loaded.hooks().get(index).classes().getFirst().getDeclaredConstructor();
        constructor.setAccessible(true);
        return ((Supplier<?>) constructor.newInstance()).get();
    }
}
