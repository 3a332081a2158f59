package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.Json;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** Every key stands in the documentation, with its default, and no other does. */
class SettingsDocTest {
    private static final Path DOC = Path.of("../docs/settings.md");

    @Test
    void the_tables_of_the_documentation_are_the_keys() throws IOException {
        var documented = new ArrayList<String>();
        var text = Files.readString(DOC);
        var tables = text.substring(text.indexOf("## Keys"), text.indexOf("An entry of the lists"));
        for (var line : tables.lines().toList()) {
            var cells = line.split(" \\| ");
            if (line.startsWith("| `")) {
                documented.add(cells[0].substring(2) + " " + cells[1]);
            }
        }

        assertThat(documented)
                .containsExactlyElementsOf(
                        Keys.all().stream().map(SettingsDocTest::documented).toList());
    }

    private static <T> String documented(Setting<T> key) {
        var json = key.json(key.otherwise());
        return "`" + key.name() + "` " + (json == null ? "–" : "`" + Json.write(json) + "`");
    }

    @Test
    void keys_that_are_the_users_alone_say_so() throws IOException {
        var text = Files.readString(DOC);
        for (var key : Keys.all()) {
            var row = text.lines()
                    .filter(line -> line.startsWith("| `" + key.name() + "` |"))
                    .findFirst()
                    .orElseThrow();
            assertThat(row.contains("yours only")).as(row).isEqualTo(key.isUserOnly());
        }
    }
}
