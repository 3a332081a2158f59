import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Prints the sizes of the main code at a commit beside those at an earlier one: {@code java build/Sizes.java [EARLIER
 * [LATER]]}, by default HEAD beside the commit of a week ago. A report, not a rule: no number in it fails a build.
 */
class Sizes {
    private static final int MOST_ROWS = 10;

    /** A top-level type of main code. */
    record Source(String path, String name, int lines, int parameters, int forwards, Set<String> names) {
        String folder() {
            return path.substring(0, path.lastIndexOf('/'));
        }

        String room() {
            return path.substring(0, path.indexOf("/src/main/"));
        }
    }

    public static void main(String[] args) throws IOException {
        var later = args.length > 1 ? args[1] : "HEAD";
        var earlier = args.length > 0 ? args[0] : weekBefore(later);
        var before = sources(earlier);
        var after = sources(later);
        System.out.println("Main code at " + name(later) + ", and at " + name(earlier) + ":\n");
        row("files", before.size(), after.size());
        row("lines", sum(before, Source::lines), sum(after, Source::lines));
        row("types with one user", singleUsers(before), singleUsers(after));
        row("methods that only forward", sum(before, Source::forwards), sum(after, Source::forwards));
        row("packages", folders(before).size(), folders(after).size());
        top("Longest files (lines)", after, before, Source::lines);
        top("Most parameters of a constructor", after, before, Source::parameters);
        print("Packages with the most types", folders(after), folders(before));
        print("Rooms (lines)", rooms(after), rooms(before));
    }

    private static void row(String what, int before, int after) {
        System.out.printf("%-28s %8d %8d %+8d%n", what, before, after, after - before);
    }

    private static void top(String title, List<Source> after, List<Source> before, ToIntFunction<Source> size) {
        print(title, byPath(after, size), byPath(before, size));
    }

    private static Map<String, Integer> byPath(List<Source> sources, ToIntFunction<Source> size) {
        var sizes = new HashMap<String, Integer>();
        sources.forEach(source -> sizes.merge(source.path(), size.applyAsInt(source), Math::max));
        return sizes;
    }

    private static void print(String title, Map<String, Integer> after, Map<String, Integer> before) {
        System.out.println("\n" + title);
        after.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(title.startsWith("Rooms") ? Integer.MAX_VALUE : MOST_ROWS)
                .forEach(entry -> System.out.printf(
                        "%8d  %s%s%n",
                        entry.getValue(), entry.getKey(), change(before.get(entry.getKey()), entry.getValue())));
    }

    private static String change(Integer before, int after) {
        return before == null ? "  (new)" : before == after ? "" : "  (%+d)".formatted(after - before);
    }

    private static Map<String, Integer> folders(List<Source> sources) {
        var folders = new TreeMap<String, Integer>();
        sources.forEach(source -> folders.merge(source.folder(), 1, Integer::sum));
        return folders;
    }

    private static Map<String, Integer> rooms(List<Source> sources) {
        var rooms = new TreeMap<String, Integer>();
        sources.forEach(source -> rooms.merge(source.room(), source.lines(), Integer::sum));
        return rooms;
    }

    private static int sum(List<Source> sources, ToIntFunction<Source> size) {
        return sources.stream().mapToInt(size).sum();
    }

    /** Counts the types that exactly one other file names. */
    private static int singleUsers(List<Source> sources) {
        var users = new HashMap<String, Integer>();
        for (var source : sources) {
            source.names().forEach(name -> users.merge(name, 1, Integer::sum));
        }
        return (int) sources.stream()
                .filter(source -> users.getOrDefault(source.name(), 0) == 2)
                .count();
    }

    private static List<Source> sources(String commit) throws IOException {
        var paths = new String(git("ls-tree", "-r", "--name-only", commit), StandardCharsets.UTF_8)
                .lines()
                .filter(path -> path.endsWith(".java") && path.contains("/src/main/java/"))
                .filter(path -> !path.endsWith("-info.java") && !path.startsWith("testing/"))
                .sorted(Comparator.naturalOrder())
                .toList();
        var sources = new ArrayList<Source>();
        for (int from = 0; from < paths.size(); from += 500) {
            sources.addAll(read(commit, paths.subList(from, Math.min(from + 500, paths.size()))));
        }
        return sources;
    }

    private static List<Source> read(String commit, List<String> paths) throws IOException {
        var process = new ProcessBuilder("git", "cat-file", "--batch")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var names = paths.stream().map(path -> commit + ":" + path + "\n").toList();
        Thread.ofVirtual().start(() -> {
            try (var out = process.getOutputStream()) {
                for (var name : names) {
                    out.write(name.getBytes(StandardCharsets.UTF_8));
                }
            } catch (IOException e) {
                process.destroy();
            }
        });
        var files = new ArrayList<JavaFileObject>();
        try (var in = new BufferedInputStream(process.getInputStream())) {
            for (var path : paths) {
                var header = line(in).split(" ");
                var text = new String(in.readNBytes(Integer.parseInt(header[2])), StandardCharsets.UTF_8);
                in.skipNBytes(1);
                files.add(new Text(path, text));
            }
        }
        return parsed(files);
    }

    private static String line(BufferedInputStream in) throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n' && c >= 0; c = in.read()) {
            line.append((char) c);
        }
        return line.toString();
    }

    private static List<Source> parsed(List<JavaFileObject> files) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var task = (JavacTask) compiler.getTask(null, null, problem -> {}, List.of("-proc:none"), null, files);
        var sources = new ArrayList<Source>();
        for (var unit : task.parse()) {
            var counter = new Counter();
            counter.scan(unit.getTypeDecls(), null);
            var path = unit.getSourceFile().toUri().getPath().substring(1);
            var file = path.substring(path.lastIndexOf('/') + 1);
            sources.add(new Source(
                    path,
                    file.substring(0, file.length() - ".java".length()),
                    (int) unit.getSourceFile()
                            .getCharContent(true)
                            .toString()
                            .lines()
                            .count(),
                    counter.parameters,
                    counter.forwards,
                    counter.names));
        }
        return sources;
    }

    private static final class Counter extends TreeScanner<Void, Void> {
        final Set<String> names = new HashSet<>();
        int parameters;
        int forwards;

        @Override
        public Void visitClass(ClassTree type, Void unused) {
            names.add(type.getSimpleName().toString());
            return super.visitClass(type, unused);
        }

        @Override
        public Void visitIdentifier(IdentifierTree name, Void unused) {
            names.add(name.getName().toString());
            return null;
        }

        @Override
        public Void visitMethod(MethodTree method, Void unused) {
            if (method.getName().contentEquals("<init>")) {
                parameters = Math.max(parameters, method.getParameters().size());
            } else if (forwards(method)) {
                forwards++;
            }
            return super.visitMethod(method, unused);
        }

        /** Returns whether a method only calls one of another object with its own parameters. */
        private static boolean forwards(MethodTree method) {
            BlockTree body = method.getBody();
            if (body == null || body.getStatements().size() != 1) {
                return false;
            }
            Tree only = body.getStatements().getFirst();
            var call = only instanceof ReturnTree back
                    ? back.getExpression()
                    : only instanceof ExpressionStatementTree statement ? statement.getExpression() : null;
            return call instanceof MethodInvocationTree invocation
                    && invocation.getMethodSelect() instanceof MemberSelectTree
                    && invocation.getArguments().stream()
                            .map(Object::toString)
                            .toList()
                            .equals(method.getParameters().stream()
                                    .map(VariableTree::getName)
                                    .map(Object::toString)
                                    .toList());
        }
    }

    private static final class Text extends SimpleJavaFileObject {
        private final String content;

        Text(String path, String content) {
            super(URI.create("string:///" + path), Kind.SOURCE);
            this.content = content;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return content;
        }
    }

    private static String weekBefore(String commit) throws IOException {
        var found = text(git("rev-list", "-1", "--before=1 week ago", commit));
        return found.isEmpty()
                ? text(git("rev-list", "--max-parents=0", commit))
                        .lines()
                        .findFirst()
                        .orElse(commit)
                : found;
    }

    private static String name(String commit) throws IOException {
        return text(git("log", "-1", "--format=%h (%as)", commit));
    }

    private static String text(byte[] output) {
        return new String(output, StandardCharsets.UTF_8).strip();
    }

    private static byte[] git(String... words) throws IOException {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        var process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var output = process.getInputStream().readAllBytes();
        try {
            if (process.waitFor() != 0) {
                System.exit(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return output;
    }
}
