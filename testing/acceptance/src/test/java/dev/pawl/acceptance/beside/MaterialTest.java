package dev.pawl.acceptance.beside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Beside;
import dev.pawl.machine.Comparison;
import dev.pawl.machine.Pi;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Pawl beside pi by tools and recordings that are no part of the project; -Dpawl.beside.material=FOLDER names the
 * folder that has corpus and fuzz.
 */
@Beside
class MaterialTest {
    @Test
    void listed_extensions_do_what_pi_does() throws Exception {
        var tools = Comparison.material("corpus");
        new Comparison("material, listed extensions", Pi.REFERENCE)
                .found(differing("corpus", tools.toString(), "/tmp/pawl-corpus"));
    }

    @Test
    void generated_extensions_do_what_pi_does() throws Exception {
        var tools = Comparison.material("fuzz");
        var work = Pi.PLACE.resolve("fuzz").toString();
        var seed = System.getProperty("pawl.seed", "2");
        new Comparison("material, generated extensions, seed " + seed, Pi.REFERENCE)
                .found(differing("fuzz", tools.toString(), work, seed));
    }

    /** Runs a script of {@code src/test/beside}; returns the packages that differ, each with the facets in which it does. */
    private static List<String> differing(String script, String... args) throws Exception {
        var words = new java.util.ArrayList<>(
                List.of(Path.of("src/test/beside", script).toString()));
        words.addAll(List.of(args));
        var process = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process.getOutputStream().close();
        var lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor()).as("status of " + words).isLessThan(2);
        lines.forEach(System.out::println);
        assertThat(lines.getLast()).contains("packages behave the same");
        return lines.stream()
                .filter(line -> line.startsWith("DIFFERS"))
                .map(line -> line.replaceFirst("DIFFERS +", "").strip())
                .toList();
    }
}
