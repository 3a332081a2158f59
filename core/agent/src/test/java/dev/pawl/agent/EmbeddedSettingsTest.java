package dev.pawl.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** No setting of an embedded agent is without effect in silence. */
class EmbeddedSettingsTest {
    private static final List<Path> SOURCES = List.of(
            Path.of("src/main/java"), Path.of("../config/src/main/java/dev/pawl/config/settings/Settings.java"));

    /** The JSON that sets one key to a value that can be used. */
    private static JsonObject setting(Setting<?> setting) {
        var value = List.of("true", "1", "3", "8", "{}", "{\"a/b\": \"high\"}", "{\"low\": 1}", "[]", "\"a\"").stream()
                .map(setting::typed)
                .filter(typed -> typed != null)
                .findFirst()
                .orElseGet(() -> setting.words().getFirst());
        Object json = value;
        for (var name : setting.path().reversed()) {
            json = JsonObject.of(name, json);
        }
        return (JsonObject) json;
    }

    @Test
    void every_key_is_read_or_refused_by_name() {
        for (var key : Keys.all()) {
            var json = setting(key);
            if (EmbeddedSettings.READ.contains(key) || EmbeddedSettings.READ_WITH_PROJECT.contains(key)) {
                assertThatCode(() -> EmbeddedSettings.checked(json, JsonObject.empty(), true, List.of()))
                        .as(key.name())
                        .doesNotThrowAnyException();
            } else {
                assertThatThrownBy(() -> EmbeddedSettings.checked(json, JsonObject.empty(), true, List.of()))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining(key.name() + " has no effect");
            }
        }
    }

    @Test
    void every_key_that_is_let_through_is_read_by_the_agent() throws Exception {
        var names = new HashMap<Setting<?>, String>();
        for (var field : Keys.class.getFields()) {
            if (field.get(null) instanceof Setting<?> setting) {
                names.put(setting, field.getName());
            }
        }
        var sources = new StringBuilder();
        for (var root : SOURCES) {
            sources.append(read(root));
        }
        for (var key : EmbeddedSettings.READ) {
            assertThat(sources.toString()).containsPattern("Keys\\." + names.get(key) + "\\b");
        }
    }

    private static String read(Path root) throws IOException {
        try (var files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("EmbeddedSettings.java"))
                    .map(file -> {
                        try {
                            return Files.readString(file);
                        } catch (IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    })
                    .collect(Collectors.joining());
        }
    }

    @Test
    void a_name_that_is_no_setting_is_refused_unless_it_is_for_hooks() {
        var misspelt = JsonObject.parse("{\"permisions\": {\"deny\": [\"Bash\"]}, \"retry\": {\"maxRetrys\": 1}}");
        assertThatThrownBy(() -> EmbeddedSettings.checked(misspelt, JsonObject.empty(), false, List.of()))
                .hasMessageContaining("permisions is no setting")
                .hasMessageContaining("retry.maxRetrys is no setting");
        var ofHooks = JsonObject.of("mine", 1);
        assertThat(EmbeddedSettings.checked(JsonObject.empty(), ofHooks, false, List.of())
                        .json())
                .isEqualTo(ofHooks);
        var hidden = JsonObject.of("permissions", JsonObject.empty());
        assertThatThrownBy(() -> EmbeddedSettings.checked(JsonObject.empty(), hidden, false, List.of()))
                .hasMessageContaining("permissions is a setting of Pawl");
    }

    @Test
    void a_value_that_cannot_be_used_is_refused() {
        var wrong = JsonObject.of("hookTimeout", "soon");
        assertThatThrownBy(() -> EmbeddedSettings.checked(wrong, JsonObject.empty(), false, List.of()))
                .hasMessageContaining("hookTimeout is \"soon\"");
    }

    @Test
    void settings_of_files_of_the_project_need_the_project() {
        var skills = JsonObject.parse("{\"skills\": [\"a\"]}");
        assertThatThrownBy(() -> EmbeddedSettings.checked(skills, JsonObject.empty(), false, List.of()))
                .hasMessageContaining("call withProject()");
    }
}
