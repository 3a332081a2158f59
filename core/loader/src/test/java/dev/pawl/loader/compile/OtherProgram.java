package dev.pawl.loader.compile;

import dev.pawl.hooks.registry.LoadProblem;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Another running program that loads a hook, with the same classes as this one. */
public final class OtherProgram {
    private final String classPath;

    public OtherProgram(Path folder) throws IOException {
        var source = folder.resolve("Other.java");
        Files.createDirectories(folder);
        Files.writeString(source, """
            package dev.pawl.loader.compile;

            class Other {
                public static void main(String[] args) {
                    var path = java.nio.file.Path.of(args[1]);
                    var source = new dev.pawl.api.value.SourceInfo(
                            args[1], dev.pawl.api.value.SourceInfo.Scope.USER, false, null);
                    var loaded = HookClasses.cachedIn(java.nio.file.Path.of(args[0]), dev.pawl.loader.depend.Dependencies.NONE)
                            .load(java.util.List.of(new dev.pawl.loader.find.HookFile(path, source)), _ -> {});
                    System.out.print(loaded.hooks().getFirst().classes() + " " + loaded.problems());
                }
            }
            """);
        classPath = Stream.concat(
                        Stream.of(folder, place(HookClasses.class), place(LoadProblem.class)),
                        ApiModules.ofThisProgram().modulePath().stream())
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", classPath, "-d", folder.toString(), source.toString());
        if (failed != 0) {
            throw new IllegalStateException("the other program does not compile");
        }
    }

    private static Path place(Class<?> type) {
        return Path.of(URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    public Process start(Path cache, Path hook) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        java, "-cp", classPath, "dev.pawl.loader.compile.Other", cache.toString(), hook.toString())
                .redirectErrorStream(true)
                .start();
    }
}
