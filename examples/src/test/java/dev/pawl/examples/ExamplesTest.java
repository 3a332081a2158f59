package dev.pawl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.HookTrial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every example. */
class ExamplesTest {
    static List<Path> examples() throws IOException {
        try (var files = Files.list(Path.of("."))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::getFileName)
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void every_example_is_one_file_that_loads_by_itself(Path example) throws Exception {
        try (var trial = HookTrial.ofFiles(example)) {
            assertThat(trial.problems()).isEmpty();
            assertThat(trial.engine().hooks()).hasSize(1);
        }
    }

    @Test
    void all_examples_get_along_with_each_other() throws Exception {
        try (var trial = HookTrial.ofFiles(examples().toArray(Path[]::new))) {
            assertThat(trial.problems()).isEmpty();
            assertThat(trial.engine().hooks()).hasSameSizeAs(examples());
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void every_example_says_in_one_sentence_what_it_is_and_stands_in_the_table(Path example) throws Exception {
        assertThat(example).content().containsPattern("\n/\\*\\* [A-Z][^\n]*\\. \\*/\nclass ");
        assertThat(Path.of("README.md")).content().contains("[`" + example + "`](" + example + ")");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void every_example_runs_in_the_real_agent(Path example) throws Exception {
        try (var tests = Files.list(Path.of("src/test/java/dev/pawl/examples"))) {
            assertThat(tests.filter(test -> test.toString().endsWith("InAgentTest.java")))
                    .anySatisfy(test -> assertThat(test).content().contains("\"" + example + "\""));
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void every_example_has_a_test(Path example) {
        var words = example.toString().replace(".java", "").split("-");
        var name = Arrays.stream(words)
                .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
                .collect(Collectors.joining());

        assertThat(Path.of("src/test/java/dev/pawl/examples", name + "Test.java"))
                .exists();
    }
}
