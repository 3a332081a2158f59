import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles the sources of all rooms, then all tests, with Error Prone and NullAway, which must be on its class path:
 * {@code Check.java root output libraries}.
 *
 * <p>One JVM for all rooms, because most of the time of a compiler run of one room is the compiling of the checks'
 * own code. What the rooms may see of each other is the matter of their own compilation, so it is one class path here.
 */
class Check {
    private static final String MAIN = "-Xplugin:ErrorProne"
            + " -Xep:NonCanonicalType:OFF -Xep:SameNameButDifferent:OFF -Xep:StringSplitter:OFF"
            + " -Xep:ReferenceEquality:OFF"
            + " -Xep:NullAway:ERROR -XepOpt:NullAway:AnnotatedPackages=dev.pawl -XepOpt:NullAway:JSpecifyMode=true";

    /** All that Error Prone calls an error, and of its warnings these. */
    private static final String TESTS = "-Xplugin:ErrorProne -XepDisableAllWarnings"
            + " -Xep:UnusedVariable:WARN -Xep:UnusedMethod:WARN -Xep:UnusedNestedClass:WARN -Xep:MissingOverride:WARN"
            + " -Xep:MissingFail:WARN -Xep:AssertionFailureIgnored:WARN -Xep:CatchFail:WARN"
            + " -Xep:FutureReturnValueIgnored:WARN -Xep:EmptyCatch:WARN -Xep:NullAway:OFF";

    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final Path root;
    private final Path output;
    private final String libraries;

    private Check(Path root, Path output, String libraries) {
        this.root = root;
        this.output = output;
        this.libraries = libraries;
    }

    public static void main(String[] args) throws IOException {
        var check = new Check(Path.of(args[0]), Path.of(args[1]), args[2]);
        boolean passed = check.passes("main", MAIN) && check.passes("test", TESTS);
        System.exit(passed ? 0 : 1);
    }

    private boolean passes(String kind, String checks) throws IOException {
        var classes = Files.createDirectories(output.resolve(kind));
        var options = new ArrayList<>(List.of("-d", classes.toString(), "-encoding", "UTF-8", "-implicit:none"));
        options.addAll(List.of("-cp", output.resolve("main") + System.getProperty("path.separator") + libraries));
        options.addAll(List.of("-Xlint:none", "-Xmaxerrs", "1000", "-Xmaxwarns", "1000", checks));
        // As Error Prone asks for.
        options.addAll(List.of("-XDcompilePolicy=simple", "--should-stop=ifError=FLOW"));
        if (kind.equals("test")) {
            options.add("--should-stop=ifNoError=FLOW"); // No classes are needed.
        }
        try (var standard = compiler.getStandardFileManager(null, null, null);
                var files = new OneLoader(standard)) {
            var sources = standard.getJavaFileObjectsFromPaths(sources(kind));
            // Not -Werror, with which the checks end at the first warning.
            var found = new DiagnosticCollector<JavaFileObject>();
            boolean compiled =
                    compiler.getTask(null, files, found, options, null, sources).call();
            var wrong = found.getDiagnostics().stream()
                    .filter(one -> one.getKind() != Diagnostic.Kind.NOTE)
                    .toList();
            wrong.forEach(System.err::println);
            return compiled && wrong.isEmpty();
        }
    }

    private List<Path> sources(String kind) throws IOException {
        try (Stream<Path> rooms = Files.find(root, 2, (folder, _) -> Files.exists(folder.resolve("pom.xml")))) {
            // Those for frameworks are not: the frameworks would be part of every check.
            return rooms.filter(room -> !room.startsWith(root.resolve("integrations")))
                    .map(room -> room.resolve("src").resolve(kind).resolve("java"))
                    .filter(Files::isDirectory)
                    .flatMap(Check::javaFiles)
                    .sorted()
                    .toList();
        }
    }

    private static Stream<Path> javaFiles(Path directory) {
        try {
            return Files.walk(directory)
                    .filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("module-info.java"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Has the checks loaded by the loader of this program, once for both compilations. */
    private static final class OneLoader extends ForwardingJavaFileManager<StandardJavaFileManager> {
        OneLoader(StandardJavaFileManager files) {
            super(files);
        }

        @Override
        public boolean hasLocation(Location location) {
            return location == StandardLocation.ANNOTATION_PROCESSOR_PATH || super.hasLocation(location);
        }

        @Override
        public ClassLoader getClassLoader(Location location) {
            return location == StandardLocation.ANNOTATION_PROCESSOR_PATH
                    ? Check.class.getClassLoader()
                    : super.getClassLoader(location);
        }
    }
}
