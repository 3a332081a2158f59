package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.HookPoints;
import dev.pawl.property.Needed;
import dev.pawl.testkit.HookTrial;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference is made from the sources; {@code -Dgoldens=write} writes it again. Its examples compile and load. */
class ReferenceTest {
    private static final Path REFERENCE = Path.of("../docs/reference");

    @TempDir
    Path dir;

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
    void the_java_examples_load_as_one_hook() throws Exception {
        try (var trial = HookTrial.ofFiles(ReferenceExamples.JAVA.file)) {
            assertThat(trial.errors()).isEmpty();
        }
    }

    @Test
    void the_typescript_examples_can_be_parsed() throws Exception {
        Needed.program("node");
        var file = dir.resolve("points.mjs");
        Files.copy(ReferenceExamples.TYPE_SCRIPT.file, file);
        var process = new ProcessBuilder("node", "--check", file.toString())
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
