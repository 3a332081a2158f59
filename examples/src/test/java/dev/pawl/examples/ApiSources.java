package dev.pawl.examples;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.pawl.machine.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import javax.tools.ToolProvider;

/** What the sources of the vocabulary contain about its types: signatures as they are written, and their comments. */
final class ApiSources {
    private static final Pattern MARKUP = Pattern.compile("\\{@(?:code|link|linkplain) ([^}]*)}");
    private static final Pattern SNIPPET =
            Pattern.compile("\\{@snippet :.*?\\n ?}(?=\\s*\\n\\s*\\n|\\s*\\z)", Pattern.DOTALL);
    private static final Pattern PARAM = Pattern.compile("@param (\\w+) (.*?)(?=\\n\\s*@|\\z)", Pattern.DOTALL);

    private final Map<String, Type> types = new TreeMap<>();

    /** One method, or one component of a record. */
    record Member(String name, String signature, String returns, String doc) {}

    /** One type of the vocabulary, by its simple name. */
    record Type(String doc, List<Member> components, List<Member> methods) {}

    static ApiSources read() throws IOException {
        var sources = new ApiSources();
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null);
                var all = Files.walk(Checkout.file("core/api/src/main/java"))) {
            var units = files.getJavaFileObjectsFromPaths(
                    all.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> !file.endsWith("module-info.java"))
                            .sorted()
                            .toList());
            var task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null, units);
            var docs = DocTrees.instance(task);
            for (var unit : task.parse()) {
                sources.new Scanner(docs).scan(unit, null);
            }
        }
        return sources;
    }

    Type type(String name) {
        return types.getOrDefault(name, new Type("", List.of(), List.of()));
    }

    private static String plain(String doc) {
        return MARKUP.matcher(SNIPPET.matcher(doc).replaceAll("").replaceAll("\\s+", " "))
                .replaceAll("`$1`")
                .replace("<p>", "")
                .strip();
    }

    /** The comment without its tags. */
    private static String text(String doc) {
        int tags = doc.indexOf("\n @");
        int first = doc.stripLeading().startsWith("@") ? 0 : tags;
        return plain(first < 0 ? doc : doc.substring(0, first));
    }

    private final class Scanner extends TreePathScanner<Void, Void> {
        private final DocTrees docs;

        Scanner(DocTrees docs) {
            this.docs = docs;
        }

        @Override
        public Void visitClass(ClassTree tree, Void unused) {
            var doc = comment(getCurrentPath());
            var params = new LinkedHashMap<String, String>();
            var matcher = PARAM.matcher(doc);
            while (matcher.find()) {
                params.put(matcher.group(1), plain(matcher.group(2)));
            }
            var components = new ArrayList<Member>();
            var methods = new ArrayList<Member>();
            for (var member : tree.getMembers()) {
                if (member instanceof com.sun.source.tree.VariableTree field
                        && tree.getKind() == Tree.Kind.RECORD
                        && !field.getModifiers().getFlags().contains(Modifier.STATIC)) {
                    var name = field.getName().toString();
                    var type = (field.getModifiers().getAnnotations().isEmpty() ? "" : "@Nullable ") + field.getType();
                    components.add(new Member(name, type, type, params.getOrDefault(name, "")));
                } else if (member instanceof MethodTree method && isShown(tree, method)) {
                    methods.add(method(method, new TreePath(getCurrentPath(), method)));
                }
            }
            types.putIfAbsent(tree.getSimpleName().toString(), new Type(text(doc), components, methods));
            return super.visitClass(tree, null);
        }

        private boolean isShown(ClassTree tree, MethodTree method) {
            var flags = method.getModifiers().getFlags();
            return method.getReturnType() != null
                    && (tree.getKind() == Tree.Kind.INTERFACE || flags.contains(Modifier.PUBLIC))
                    && !flags.contains(Modifier.PRIVATE)
                    && !List.of("equals", "hashCode", "toString")
                            .contains(method.getName().toString());
        }

        private Member method(MethodTree method, TreePath path) {
            var parameters = method.getParameters().stream()
                    .map(one -> (one.getModifiers().getAnnotations().isEmpty() ? "" : "@Nullable ") + one.getType()
                            + " " + one.getName())
                    .collect(Collectors.joining(", "));
            var returns = String.valueOf(method.getReturnType());
            boolean fixed = method.getModifiers().getFlags().contains(Modifier.STATIC);
            return new Member(
                    method.getName().toString(),
                    (fixed ? "static " : "") + returns + " " + method.getName() + "(" + parameters + ")",
                    returns,
                    text(comment(path)));
        }

        private String comment(TreePath path) {
            var doc = docs.getDocComment(path);
            return doc == null ? "" : doc;
        }
    }
}
