package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Checkout;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples in a project without modules: on the class path, with packages imported instead of modules. */
class ClassPathTest {
    private static final Path API = Checkout.file("core/api/src/main/java");
    private static final Pattern EXPORTS = Pattern.compile("^ *exports ([\\w.]+);");
    private static final String MODULE = "import module dev.pawl.api;";

    @TempDir
    Path classes;

    /** All in one run of the compiler, each in a package of its own. */
    @Test
    void every_example_compiles_on_the_class_path_without_import_module() throws Exception {
        var imports = imports();
        var sources = new ArrayList<Source>();
        for (var example : Stream.concat(ExamplesTest.examples().stream(), MoreExamplesTest.examples().stream())
                .toList()) {
            var text = Files.readString(example);
            assertThat(text).contains(MODULE);
            sources.add(new Source(example, "package example" + sources.size() + "; " + text.replace(MODULE, imports)));
        }
        assertThat(sources).hasSizeGreaterThan(60);
        assertThat(compiled(sources)).isEmpty();
    }

    /** What {@code import module} stands for: the packages of the vocabulary, and those of the JDK that it brings along. */
    private static String imports() throws IOException {
        try (var declared = Files.lines(API.resolve("module-info.java"))) {
            var own = declared.map(EXPORTS::matcher).filter(Matcher::find).map(found -> found.group(1));
            var base = Object.class.getModule().getDescriptor().exports().stream()
                    .filter(one -> !one.isQualified())
                    .map(one -> one.source());
            return Stream.of(own, base, Stream.of("org.jspecify.annotations"))
                    .flatMap(names -> names)
                    .map(name -> "import " + name + ".*;")
                    .collect(Collectors.joining(" "));
        }
    }

    /** Returns what the compiler prints about the sources; nothing if they compile. */
    private String compiled(List<Source> sources) {
        var printed = new StringWriter();
        var options =
                List.of("-proc:none", "-d", classes.toString(), "--class-path", System.getProperty("java.class.path"));
        ToolProvider.getSystemJavaCompiler()
                .getTask(printed, null, null, options, null, sources)
                .call();
        return printed.toString();
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(Path file, String text) {
            super(URI.create("string:///" + file.getFileName()), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
