package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.Json;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.ProjectRule;
import dev.pawl.config.settings.Section;
import dev.pawl.config.settings.Setting;
import dev.pawl.machine.Checkout;
import dev.pawl.machine.GeneratedDoc;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

/** The tables of the documentation are made from {@link Keys}; {@code -Dgoldens=write} rewrites them. */
class SettingsDocTest {
    private static final Path DOC = Checkout.file("docs/settings.md");

    @Test
    void the_documentation_lists_every_key_as_it_is() throws IOException {
        GeneratedDoc.check(DOC, "keys", tables());
    }

    @Test
    void the_documentation_lists_the_keys_of_pi_that_do_nothing() throws IOException {
        var text = new StringBuilder("""

            | key of pi | why it does nothing here |
            |---|---|
            """);
        KeysOfPi.names()
                .forEach(name -> text.append(
                        "| `%s` | %s |\n".formatted(name, KeysOfPi.reasons().get(name))));
        GeneratedDoc.check(DOC, "keys-of-pi", text.append('\n').toString());
    }

    @Test
    void the_documentation_lists_the_variables() throws IOException {
        var text = new StringBuilder("""

            | variable | meaning |
            |---|---|
            """);
        Variables.all()
                .forEach(variable -> text.append("| `%s` | %s |\n"
                        .formatted(
                                variable.name(),
                                variable.read() ? variable.about() : "not read: " + variable.about())));
        GeneratedDoc.check(DOC, "variables", text.append('\n').toString());
    }

    /** The names are in a file that was written from the documentation of pi 1.5.0. */
    @Test
    void every_setting_and_variable_of_pi_works_or_has_a_reason() throws IOException {
        var known = new HashSet<String>();
        Keys.all().forEach(key -> known.add(key.name()));
        known.addAll(KeysOfPi.reasons().keySet());
        Variables.all().forEach(variable -> known.add(variable.name()));
        try (var names = SettingsDocTest.class.getResourceAsStream("/pi-1.5.0-names.txt")) {
            assertThat(new String(names.readAllBytes(), StandardCharsets.UTF_8).lines())
                    .hasSizeGreaterThan(80)
                    .allSatisfy(name -> assertThat(known).contains(name));
        }
        assertThat(KeysOfPi.reasons().keySet())
                .as("what works has no reason why it does nothing")
                .doesNotContainAnyElementsOf(
                        Keys.all().stream().map(Setting::name).toList());
    }

    private static String tables() {
        var text = new StringBuilder();
        for (var section : Section.values()) {
            text.append("\n### ").append(section.title()).append("""


                | key | value | default | meaning |
                |---|---|---|---|
                """);
            for (var key : Keys.all()) {
                if (key.section() == section) {
                    text.append(row(key));
                }
            }
        }
        return text.append('\n').toString();
    }

    private static <T> String row(Setting<T> key) {
        var json = key.json(key.otherwise());
        return "| `%s` | %s | %s | %s%s |\n"
                .formatted(
                        key.name(),
                        key.expected(),
                        json == null ? "–" : "`" + Json.write(json) + "`",
                        key.about(),
                        switch (key.projectRule()) {
                            case ProjectRule.UserOnly<T> _ -> "; yours only";
                            case ProjectRule.Tightens<T> _ -> "; a project can only tighten it";
                            case ProjectRule.MaySet<T> _, ProjectRule.Joins<T> _ -> "";
                        });
    }

    @Test
    void the_documentation_names_the_keys_that_are_the_users_alone() throws IOException {
        var doc = Files.readString(DOC).replaceAll("\\s+", " ");
        var names = Keys.all().stream()
                .filter(key -> key.projectRule() instanceof ProjectRule.UserOnly)
                .map(key -> "`" + key.name() + "`")
                .sorted()
                .toList();
        assertThat(doc).contains("These keys count in your file only: " + String.join(", ", names) + ".");
    }
}
