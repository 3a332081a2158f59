package dev.pawl.loader.compile;

import com.sun.source.util.JavacTask;
import dev.pawl.loader.classfile.ExitGuard;
import dev.pawl.loader.classfile.LambdaClasses;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.SimpleJavaFileObject;
import org.jspecify.annotations.Nullable;

/** One task of the compiler: parses some hooks and, if there is nothing wrong with them, makes their classes. */
final class CompilerTask {
    private static final List<String> OPTIONS = List.of(
            "-g",
            "-parameters",
            "-proc:none",
            "-implicit:none",
            "-Xlint:none",
            "-Xmaxerrs",
            "0",
            // Texts put together without a method that is made when it is first called: hooks are used for one run.
            "-XDstringConcat=inline",
            "--add-modules",
            "dev.pawl.api");

    private static final Pattern COUNT_AT_END = Pattern.compile("\\R\\d+ [^\\r\\n]*\\R?\\z");

    private final Set<HookSources> hooks;
    private final Map<URI, HookSources> hookOfSource = new HashMap<>();
    private final MemoryFiles files;
    private final JavacTask javac;
    private final Map<HookSources, HookNames> names = new LinkedHashMap<>();
    private final Map<HookSources, HookTypes> types = new HashMap<>();
    private final Map<HookSources, List<Diagnostic<? extends JavaFileObject>>> errors = new LinkedHashMap<>();

    CompilerTask(
            JavaCompiler compiler,
            JavaFileManager manager,
            Map<HookSources, List<SourceObject>> hooks,
            List<String> options) {
        this.hooks = hooks.keySet();
        files = new MemoryFiles(manager);
        var sources = hooks.values().stream().flatMap(List::stream).toList();
        sources.forEach(source -> hookOfSource.put(source.toUri(), source.hook()));
        // Only javac itself gives a task that can be asked for what it parsed.
        javac = (JavacTask) compiler.getTask(null, files, this::note, with(options), null, sources);
    }

    private static List<String> with(List<String> options) {
        if (options.isEmpty()) {
            return OPTIONS;
        }
        var all = new ArrayList<>(OPTIONS);
        if (options.stream().anyMatch(option -> option.startsWith("-Xlint"))) {
            all.remove("-Xlint:none");
        }
        all.addAll(options);
        return all;
    }

    /** Returns what javac itself prints about sources: it words its errors better there than in the objects it hands out. */
    static String printed(
            JavaCompiler compiler, JavaFileManager manager, List<SourceObject> sources, List<String> options) {
        var out = new StringWriter();
        compiler.getTask(out, new MemoryFiles(manager), null, with(options), null, sources)
                .call();
        return COUNT_AT_END.matcher(out.toString()).replaceFirst("");
    }

    /** Returns the names in each hook. */
    Map<HookSources, HookNames> parse() throws IOException {
        hooks.forEach(hook -> names.put(hook, new HookNames()));
        for (var unit : javac.parse()) {
            // The file of a tree is not our object but javac's wrapper around it.
            var hook = hookOfSource.get(unit.getSourceFile().toUri());
            if (hook != null) {
                names.computeIfAbsent(hook, _ -> new HookNames()).add(unit);
            }
        }
        return names;
    }

    /** Goes on after {@link #parse}; there are classes only if no hook has errors. */
    void generate() throws IOException {
        javac.analyze();
        if (errors.isEmpty()) {
            // Once the classes are made, javac answers no more questions.
            names.forEach((hook, own) ->
                    types.put(hook, HookTypes.among(own.topLevel(), javac.getElements(), javac.getTypes())));
            javac.generate();
        }
    }

    /** Returns what is wrong, by hook. An error that belongs to no file stands with every hook. */
    Map<HookSources, List<Diagnostic<? extends JavaFileObject>>> errors() {
        return errors;
    }

    /** Returns the classes of a hook after {@link #generate}. */
    CompileResult result(HookSources hook) {
        var hookTypes = types.getOrDefault(hook, new HookTypes(List.of(), List.of()));
        if (hookTypes.names().isEmpty()) {
            return new CompileResult.Refused(hookTypes.noHook());
        }
        var classes = files.classesOf(hook);
        classes.replaceAll((_, bytes) -> ExitGuard.guard(bytes));
        return new CompileResult.Compiled(hookTypes.names(), LambdaClasses.in(classes));
    }

    private void note(Diagnostic<? extends JavaFileObject> diagnostic) {
        if (diagnostic.getKind() != Diagnostic.Kind.ERROR) {
            return;
        }
        var at = diagnostic.getSource() instanceof SourceObject source ? Set.of(source.hook()) : hooks;
        at.forEach(hook -> errors.computeIfAbsent(hook, _ -> new ArrayList<>()).add(diagnostic));
    }

    /** Keeps the class files of one compiler run in memory, sorted by the hook whose source they come from. */
    private static final class MemoryFiles extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<HookSources, Map<String, ByteArrayOutputStream>> classes = new LinkedHashMap<>();

        MemoryFiles(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, Kind kind, @Nullable FileObject sibling) {
            if (!(sibling instanceof SourceObject source)) {
                throw new IllegalStateException("class " + className + " comes from no source of a hook: " + sibling);
            }
            var content = new ByteArrayOutputStream();
            classes.computeIfAbsent(source.hook(), _ -> new LinkedHashMap<>()).put(className, content);
            return new SimpleJavaFileObject(URI.create("memory:/" + className.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return content;
                }
            };
        }

        /** Returns the class files of a hook by binary name. */
        Map<String, byte[]> classesOf(HookSources hook) {
            var files = new LinkedHashMap<String, byte[]>();
            classes.getOrDefault(hook, Map.of()).forEach((name, content) -> files.put(name, content.toByteArray()));
            return files;
        }
    }
}
