package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.Json;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Section;
import dev.pawl.config.settings.Setting;
import dev.pawl.property.GeneratedDoc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The tables of the documentation are made from {@link Keys}; {@code -Dgoldens=write} rewrites them. */
class SettingsDocTest {
    private static final Path DOC = Path.of("../docs/settings.md");

    @Test
    void the_documentation_lists_every_key_as_it_is() throws IOException {
        GeneratedDoc.check(DOC, "keys", tables());
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
                        key.isUserOnly() ? "; yours only" : "");
    }

    @Test
    void the_documentation_names_the_keys_that_are_the_users_alone() throws IOException {
        var doc = Files.readString(DOC).replaceAll("\\s+", " ");
        var names = Keys.all().stream()
                .filter(Setting::isUserOnly)
                .map(key -> "`" + key.name() + "`")
                .sorted()
                .toList();
        assertThat(doc).contains("These keys count in your file only: " + String.join(", ", names) + ".");
    }
}
