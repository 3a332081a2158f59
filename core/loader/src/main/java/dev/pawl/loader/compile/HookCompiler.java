package dev.pawl.loader.compile;

import dev.pawl.loader.find.HookFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Compiles the hooks of one start that are not in the cache, with the compiler of the JDK this program runs on. */
public final class HookCompiler {
    /** Options that change what is reported about a hook, and not what is read, written or run for it. */
    private static final Pattern ALLOWED = Pattern.compile(
            "-Xlint(:[a-z,-]+)?|-Werror|-nowarn|-deprecation|-parameters|-g(:[a-z,]+)?|-Xdiags:(verbose|compact)");

    private static final Pattern JAVA = Pattern.compile("(\\d{1,3})(\\.[\\d.]+)?(\\+)?");

    private final ApiModules api;
    private final Supplier<? extends @Nullable JavaCompiler> javac;

    public HookCompiler(ApiModules api) {
        this(api, ToolProvider::getSystemJavaCompiler);
    }

    HookCompiler(ApiModules api, Supplier<? extends @Nullable JavaCompiler> javac) {
        this.api = api;
        this.javac = javac;
    }

    /**
     * Compiles hooks that know nothing of each other.
     *
     * @param others the classes of hooks that need no compiling, to name the hook that has a missing class
     * @param progress called once, before the work begins
     */
    public Map<HookSources, CompileResult> compile(
            List<HookSources> hooks, Map<String, HookFile> others, Consumer<String> progress) {
        var results = new LinkedHashMap<HookSources, CompileResult>();
        var sources = new LinkedHashMap<HookSources, List<SourceObject>>();
        for (var hook : hooks) {
            var complaints = new ArrayList<String>();
            var objects = objects(hook, sources.size(), complaints);
            hook.jars().forEach(library -> complainOfLibrary(library, complaints));
            complainOfDirectives(hook, complaints);
            if (complaints.isEmpty()) {
                sources.put(hook, objects);
            } else {
                results.put(hook, new CompileResult.Refused(String.join("\n", complaints)));
            }
        }
        if (!sources.isEmpty()) {
            var first = sources.firstEntry().getKey().hook().name();
            progress.accept("Compiling " + (sources.size() == 1 ? first : sources.size() + " hooks"));
            results.putAll(runs(sources, others));
        }
        return results;
    }

    /** Hooks with the same libraries and options go together; nearly all have none. */
    private Map<HookSources, CompileResult> runs(
            Map<HookSources, List<SourceObject>> sources, Map<String, HookFile> others) {
        var groups = new LinkedHashMap<CompilerRun.Setup, Map<HookSources, List<SourceObject>>>();
        sources.forEach((hook, objects) -> groups.computeIfAbsent(
                        new CompilerRun.Setup(hook.jars(), hook.directives().options()), _ -> new LinkedHashMap<>())
                .put(hook, objects));
        var results = new LinkedHashMap<HookSources, CompileResult>();
        groups.forEach((setup, group) -> results.putAll(run(group, others, setup)));
        return results;
    }

    private Map<HookSources, CompileResult> run(
            Map<HookSources, List<SourceObject>> sources, Map<String, HookFile> others, CompilerRun.Setup setup) {
        var compiler = javac.get();
        String why;
        if (compiler == null) {
            why = "the Java in " + System.getProperty("java.home")
                    + " has no compiler. Run this program with a JDK, or make a .jar of the hook.";
        } else {
            try (var run = new CompilerRun(compiler, api, others, setup)) {
                return run.compile(sources);
            } catch (IOException e) {
                why = e.toString();
            }
        }
        var results = new LinkedHashMap<HookSources, CompileResult>();
        for (var hook : sources.keySet()) {
            results.put(hook, new CompileResult.Refused("cannot be compiled: " + why));
        }
        return results;
    }

    private static List<SourceObject> objects(HookSources hook, int number, List<String> complaints) {
        var objects = new ArrayList<SourceObject>();
        for (var file : hook.files()) {
            try {
                var object = new SourceObject(hook, number, file);
                objects.add(object);
            } catch (CharacterCodingException _) {
                complaints.add(file.path() + ": is not UTF-8. Save it as UTF-8.");
            }
        }
        return objects;
    }

    /** The compiler itself does not survive a jar that is none. */
    private static void complainOfLibrary(Path library, List<String> complaints) {
        try (var jar = new ZipFile(library.toFile())) {
            if (jar.size() == 0) {
                complaints.add(library + ": is an empty jar. Replace it or take it out.");
            }
        } catch (IOException e) {
            complaints.add(library + ": is not a jar, or a damaged one (" + e.getMessage() + "). Replace it.");
        }
    }

    private static void complainOfDirectives(HookSources hook, List<String> complaints) {
        for (var option : hook.directives().options()) {
            if (!ALLOWED.matcher(option).matches()) {
                complaints.add(hook.hook().path() + ": //COMPILE_OPTIONS " + option
                        + " is not allowed for a hook; -Xlint, -Werror, -nowarn, -deprecation, -parameters, -g and"
                        + " -Xdiags are.");
            }
        }
        var java = hook.directives().java();
        if (java == null) {
            return;
        }
        var wanted = JAVA.matcher(java);
        int here = Runtime.version().feature();
        if (!wanted.matches()) {
            complaints.add(hook.hook().path() + ": //JAVA " + java + " is no version; write //JAVA 25+.");
        } else if (Integer.parseInt(wanted.group(1)) > here) {
            complaints.add(hook.hook().path() + ": needs Java " + java + ", but this is Java " + here + ".");
        }
    }
}
