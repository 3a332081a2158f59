package dev.pawl.loader.compile;

import dev.pawl.loader.find.HookFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.Diagnostic;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/**
 * One use of the compiler for many hooks.
 *
 * <p>Starting a task costs far more than another file in it, so all hooks go into one. What each of them gives is still
 * what it would give alone: those that would disturb each other go into further tasks, and those that do not compile
 * are taken out before the others are tried again.
 */
final class CompilerRun implements AutoCloseable {
    /** The compiler names the types, but not the rule behind them. */
    private static final String RETURNS =
            "What a handler returns depends on the kind of its point: at a notice nothing, at a chain the event,"
                    + " changed or not, at a gate a decision such as call.allow(), call.block(\"…\") or"
                    + " Decision.pass(event). pawl hooks points lists the kinds.";

    /** Behind it stands {@code lambda} or {@code mref}. */
    private static final String WRONG_RETURN = "compiler.misc.incompatible.ret.type.in.";

    private final JavaCompiler compiler;
    private final StandardJavaFileManager files;
    private final Map<String, HookFile> owners;
    private final Map<HookSources, CompileResult> results = new LinkedHashMap<>();
    private final List<String> options;

    /**
     * The setup that the hooks of one run share.
     *
     * @param libraries the jars that they are compiled against
     * @param options what they ask of the compiler
     */
    record Setup(List<Path> libraries, List<String> options) {}

    /** Takes the classes of hooks that are already compiled, by binary name, with their owners. */
    CompilerRun(JavaCompiler compiler, ApiModules api, Map<String, HookFile> others, Setup setup) throws IOException {
        this.compiler = compiler;
        this.options = setup.options();
        this.owners = new TreeMap<>(others);
        files = compiler.getStandardFileManager(null, null, null);
        files.setLocationFromPaths(StandardLocation.MODULE_PATH, api.modulePath());
        // Without these javac would look at the program's own class path and at the current folder.
        files.setLocationFromPaths(StandardLocation.CLASS_PATH, setup.libraries());
        files.setLocationFromPaths(StandardLocation.SOURCE_PATH, List.of());
    }

    @Override
    public void close() throws IOException {
        files.close();
    }

    Map<HookSources, CompileResult> compile(Map<HookSources, List<SourceObject>> hooks) throws IOException {
        var task = new CompilerTask(compiler, files, hooks, options);
        var names = task.parse();
        names.forEach((hook, own) -> own.topLevel().forEach(name -> owners.putIfAbsent(name, hook.hook())));
        var parsed = new LinkedHashMap<>(hooks);
        parsed.keySet().removeAll(task.errors().keySet());
        var groups = apart(parsed, names);
        if (parsed.size() == hooks.size() && groups.size() == 1) {
            attempt(task, hooks);
        } else {
            refuse(task, hooks);
            for (var group : groups) {
                attempt(group);
            }
        }
        return results;
    }

    /** Splits hooks into as few groups as it takes for none to disturb another. */
    private static List<Map<HookSources, List<SourceObject>>> apart(
            Map<HookSources, List<SourceObject>> hooks, Map<HookSources, HookNames> names) {
        var groups = new ArrayList<Map<HookSources, List<SourceObject>>>();
        var groupNames = new ArrayList<HookNames>();
        hooks.forEach((hook, sources) -> {
            var own = names.getOrDefault(hook, new HookNames());
            int group = 0;
            while (group < groups.size() && groupNames.get(group).disturbs(own)) {
                group++;
            }
            if (group == groups.size()) {
                groups.add(new LinkedHashMap<>());
                groupNames.add(new HookNames());
            }
            groups.get(group).put(hook, sources);
            groupNames.get(group).addAll(own);
        });
        return groups;
    }

    private void attempt(Map<HookSources, List<SourceObject>> hooks) throws IOException {
        if (!hooks.isEmpty()) {
            var task = new CompilerTask(compiler, files, hooks, options);
            task.parse();
            attempt(task, hooks);
        }
    }

    private void attempt(CompilerTask parsed, Map<HookSources, List<SourceObject>> hooks) throws IOException {
        try {
            parsed.generate();
        } catch (RuntimeException | StackOverflowError e) {
            afterCrash(hooks, e);
            return;
        }
        if (parsed.errors().isEmpty()) {
            hooks.keySet().forEach(hook -> results.put(hook, parsed.result(hook)));
        } else {
            refuse(parsed, hooks);
            var rest = new LinkedHashMap<>(hooks);
            rest.keySet().removeAll(parsed.errors().keySet());
            attempt(rest);
        }
    }

    /** A bug of the compiler is the fault of one hook; the others shall not suffer from it. */
    private void afterCrash(Map<HookSources, List<SourceObject>> hooks, Throwable crash) throws IOException {
        if (hooks.size() == 1) {
            hooks.keySet()
                    .forEach(hook -> results.put(
                            hook,
                            new CompileResult.Refused("the Java compiler itself failed on it (" + crash
                                    + "). Write it in simpler parts, or make a .jar of it.")));
        } else {
            for (var hook : hooks.entrySet()) {
                attempt(Map.of(hook.getKey(), hook.getValue()));
            }
        }
    }

    private void refuse(CompilerTask task, Map<HookSources, List<SourceObject>> hooks) {
        task.errors().forEach((hook, errors) -> {
            var lines = new ArrayList<String>();
            var sources = hooks.getOrDefault(hook, List.of());
            lines.add(CompilerTask.printed(compiler, files, sources, options));
            lines.addAll(foreignClasses(hook.hook(), errors));
            if (hasWrongReturn(sources)) {
                lines.add(RETURNS);
            }
            results.put(hook, new CompileResult.Refused(String.join("\n", lines)));
        });
    }

    /** Adds a hint if the class that the compiler misses belongs to another hook. */
    private List<String> foreignClasses(HookFile hook, List<? extends Diagnostic<?>> errors) {
        var hints = new ArrayList<String>();
        owners.forEach((name, owner) -> {
            var simpleName = name.substring(name.lastIndexOf('.') + 1);
            if (!owner.equals(hook) && errors.stream().anyMatch(error -> misses(error, simpleName))) {
                hints.add(hook.path() + " uses the class " + name + " of " + owner.path()
                        + ", but every hook is compiled and loaded on its own. Copy the class, or put both files into a"
                        + " folder with an index.java.");
            }
        });
        return hints;
    }

    /** The words of the compiler depend on the language of the user, its codes do not. */
    private boolean hasWrongReturn(List<SourceObject> sources) {
        var asCodes = new ArrayList<>(options);
        asCodes.add("-XDrawDiagnostics");
        return CompilerTask.printed(compiler, files, sources, asCodes).contains(WRONG_RETURN);
    }

    private static boolean misses(Diagnostic<?> error, String simpleName) {
        var code = error.getCode();
        return code != null
                && (code.contains("cant.resolve") || code.contains("doesnt.exist"))
                && List.of(error.toString().split("\\W+")).contains(simpleName);
    }
}
