package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.HookPoints;
import dev.pawl.machine.Checkout;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The reference is made from the sources; {@code -Dgoldens=write} writes it again. Its examples compile and load; the
 * program's own tests call each of them.
 */
class ReferenceTest {
    private static final Path REFERENCE = Checkout.file("docs/reference");
    private static final Pattern SNIPPET =
            Pattern.compile("\\{@snippet :\\n(.*?)\\n *\\* }(?=\\n *\\*(?:/|\\n))", Pattern.DOTALL);

    @Test
    void the_reference_is_made_from_the_sources() throws Exception {
        var pages = new ReferencePages(ApiSources.read());
        check("points.md", pages.points());
        check("host.md", pages.host());
    }

    private static void check(String name, String text) throws Exception {
        var page = REFERENCE.resolve(name);
        if ("write".equals(System.getProperty("goldens"))) {
            Files.createDirectories(REFERENCE);
            Files.writeString(page, text);
        }
        assertThat(Files.readString(page))
                .as("%s; -Dgoldens=write writes it again", page)
                .isEqualTo(text);
    }

    @Test
    void every_point_has_a_section_and_every_method_a_row() throws Exception {
        var points = Files.readString(REFERENCE.resolve("points.md"));
        assertThat(HookPoints.all()).allSatisfy(point -> assertThat(points).contains("\n## " + point.name() + "\n"));
        var host = Files.readString(REFERENCE.resolve("host.md"));
        for (var type : new Class<?>[] {
            dev.pawl.api.Host.class,
            dev.pawl.api.context.HookContext.class,
            dev.pawl.api.context.OpenSession.class,
            dev.pawl.api.session.SessionView.class,
            dev.pawl.api.context.SessionModels.class,
            dev.pawl.api.model.ModelRegistry.class,
            dev.pawl.api.context.Tools.class,
            dev.pawl.api.context.Messages.class,
            dev.pawl.api.context.Project.class,
            dev.pawl.api.context.CommandContext.class,
            dev.pawl.api.ui.Ui.class
        }) {
            for (var method : type.getDeclaredMethods()) {
                if (!method.isSynthetic() && java.lang.reflect.Modifier.isPublic(method.getModifiers())) {
                    assertThat(host).as("%s", method).contains(" " + method.getName() + "(");
                }
            }
        }
    }

    @Test
    void every_point_has_an_example_in_both_languages() {
        for (var point : HookPoints.all()) {
            var constant = "HookPoints." + ReferencePages.constant(point) + ",";
            assertThat(ReferenceExamples.JAVA.of(point)).containsPattern("^pi\\.on\\(\\s*" + constant);
            assertThat(ReferenceExamples.TYPE_SCRIPT.of(point)).startsWith("pi.on(\"" + point.name() + "\", ");
        }
    }

    @Test
    void the_examples_in_the_javadoc_of_the_api_compile(@TempDir Path folder) throws Exception {
        var hooks = new ArrayList<Path>();
        try (var sources = Files.walk(Checkout.file("core/api/src/main/java"))) {
            for (var source : (Iterable<Path>) sources::iterator) {
                if (!source.toString().endsWith(".java")) {
                    continue;
                }
                var found = SNIPPET.matcher(Files.readString(source));
                while (found.find()) {
                    var code = found.group(1).replaceAll("(?m)^ *\\* ?", "");
                    var body = code.contains("pi.") ? code : "pi.on(SESSION_START, (start, ctx) -> {" + code + "});";
                    var name = "Example" + hooks.size();
                    hooks.add(Files.writeString(
                            folder.resolve(name + ".java"),
                            "import module dev.pawl.api;\nimport static dev.pawl.api.HookPoints.*;\nclass " + name
                                    + " implements Hook { public void install(Host pi) {" + body + "} }"));
                }
            }
        }
        assertThat(hooks).isNotEmpty();
        try (var trial = HookTrial.ofFiles(hooks.toArray(Path[]::new))) {
            assertThat(trial.errors()).isEmpty();
        }
    }

    @Test
    void the_java_examples_load_as_one_hook() throws Exception {
        try (var trial = HookTrial.ofFiles(ReferenceExamples.JAVA.file)) {
            assertThat(trial.errors()).isEmpty();
        }
    }

    @Test
    void every_field_answer_and_method_has_a_meaning() throws Exception {
        var sources = ApiSources.read();
        var members = new ArrayList<ApiSources.Member>();
        for (var point : HookPoints.all()) {
            var type = sources.type(point.event().getSimpleName());
            members.addAll(type.components());
            members.addAll(type.methods());
        }
        ReferencePages.GIVEN.forEach(name -> members.addAll(sources.type(name).methods()));
        assertThat(members).hasSizeGreaterThan(HookPoints.all().size());
        assertThat(members).filteredOn(member -> member.doc().isBlank()).isEmpty();
    }
}
