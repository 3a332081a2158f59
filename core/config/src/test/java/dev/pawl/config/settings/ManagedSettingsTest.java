package dev.pawl.config.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.config.text.JsonPaths;
import dev.pawl.config.text.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a user, a project or a command line sets, it loosens nothing that an organisation set. */
class ManagedSettingsTest {
    private static final List<Object> VALUES = List.of(
            true,
            false,
            0L,
            1L,
            7L,
            1_000_000L,
            "x",
            "off",
            "on",
            "plan",
            "bypass",
            "line",
            "os",
            "once",
            "high",
            "all",
            List.of("x"),
            List.of("y", "z"),
            JsonObject.of("deny", List.of("Bash")),
            JsonObject.of("mode", "plan"),
            JsonObject.of("mode", "bypass"),
            JsonObject.of("day", 1L),
            JsonObject.of("day", 9L),
            JsonObject.of("enabled", true),
            JsonObject.parse("{\"enabled\": true, \"network\": \"on\", \"write\": [\"/\"]}"),
            JsonObject.of("enabled", false));

    @TempDir
    Path dir;

    private Folders folders() {
        return new Folders(
                dir.resolve("home"), dir.resolve("agent"), dir.resolve("project"), List.of(dir.resolve("etc")));
    }

    private void write(String path, String text) throws IOException {
        var file = dir.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static Settings settings(JsonObject managed, JsonObject user, JsonObject project) {
        var problems = new ArrayList<Problem>();
        return Settings.of(
                List.of(
                        source(Layer.MANAGED, managed, problems),
                        source(Layer.USER, user, problems),
                        source(Layer.PROJECT, project, problems)),
                true,
                problems);
    }

    private static Settings.Source source(Layer layer, JsonObject json, List<Problem> problems) {
        return new Settings.Source("x", layer, new SettingsCheck("x", layer, problems).clean(json));
    }

    private static JsonObject one(Setting<?> setting, Object value) {
        return JsonPaths.with(JsonObject.empty(), setting.path(), value);
    }

    @Test
    void no_layer_below_loosens_a_managed_key() {
        int checked = 0;
        for (var setting : Keys.all()) {
            for (var managed : usable(setting)) {
                var alone = settings(one(setting, managed), JsonObject.empty(), JsonObject.empty());
                for (var user : VALUES) {
                    for (var project : List.<Object>of("x", true, JsonObject.of("mode", "bypass"), List.of("q"))) {
                        var all = settings(one(setting, managed), one(setting, user), one(setting, project));
                        checkedAgainst(setting, alone, all);
                        checkedAgainst(setting, alone, all.with(one(setting, user)));
                        checkedAgainst(setting, alone, all.withoutProject());
                        checked++;
                    }
                }
            }
        }
        assertThat(checked).isGreaterThan(10_000);
    }

    /** The values that an organisation can set. */
    private static List<Object> usable(Setting<?> setting) {
        return VALUES.stream()
                .filter(value -> !(setting.projectRule() instanceof ProjectRule.Joins))
                .filter(value -> {
                    var problems = new ArrayList<Problem>();
                    var clean = new SettingsCheck("x", Layer.MANAGED, problems).clean(one(setting, value));
                    return problems.isEmpty() && JsonPaths.get(clean, setting.path()) != null;
                })
                .toList();
    }

    private static <T extends @Nullable Object> void checkedAgainst(Setting<T> setting, Settings alone, Settings all) {
        var floor = alone.get(setting);
        var now = all.get(setting);
        if (setting.projectRule() instanceof ProjectRule.Tightens<T>(var stricter, _)) {
            // To tighten by it once more changes nothing.
            assertThat(Objects.requireNonNull(stricter.apply(now, floor)))
                    .as("%s: %s", setting, Json.write(all.json().asMap()))
                    .isEqualTo(now);
        } else if (floor instanceof Map<?, ?> map) {
            map.forEach((key, value) -> assertThat((Object) ((Map<?, ?>) Objects.requireNonNull(now)).get(key))
                    .isEqualTo(value));
        } else if (floor instanceof JsonObject object && setting.projectRule() instanceof ProjectRule.MaySet) {
            assertThat(((JsonObject) Objects.requireNonNull(now)).asMap()).containsAllEntriesOf(object.asMap());
        } else {
            assertThat(now)
                    .as("%s: %s", setting, Json.write(all.json().asMap()))
                    .isEqualTo(floor);
        }
    }

    @Test
    void a_managed_sandbox_decides_about_the_fields_that_it_leaves_out() {
        var all = settings(
                JsonObject.parse("{\"sandbox\": {\"enabled\": true}}"),
                JsonObject.parse("{\"sandbox\": {\"enabled\": false, \"network\": \"on\", \"write\": [\"/\"]}}"),
                JsonObject.empty());
        assertThat(Objects.requireNonNull(all.get(Keys.SANDBOX)).asMap())
                .containsEntry("enabled", true)
                .containsEntry("network", "off")
                .doesNotContainKey("write");
    }

    @Test
    void managed_permissions_without_a_mode_leave_it_to_the_user() {
        var all = settings(
                JsonObject.parse("{\"permissions\": {\"deny\": [\"Bash(rm *)\"]}}"),
                JsonObject.parse("{\"permissions\": {\"mode\": \"bypass\", \"deny\": [\"Edit\"]}}"),
                JsonObject.empty());
        assertThat(Objects.requireNonNull(all.get(Keys.PERMISSIONS)).asMap())
                .containsEntry("mode", "bypass")
                .containsEntry("deny", List.of("Edit", "Bash(rm *)"));
    }

    @Test
    void all_files_hold_and_each_is_named_with_its_rules() throws Exception {
        write(
                "etc/settings.json",
                "{\"budget\": {\"day\": 5}, \"theme\": \"dark\", \"permissions\": {\"deny\": [\"Edit\"]}}");
        write("etc/settings.d/20-b.json", "{\"budget\": {\"day\": 9}, \"theme\": \"light\"}");
        write("etc/settings.d/10-a.json", "{\"budget\": {\"day\": 2}}");
        write("etc/settings.d/notes.txt", "{");
        write("agent/settings.json", "{\"theme\": \"mine\", \"quietStartup\": true}");
        var settings = SettingsStore.in(folders()).read(false);
        assertThat(settings.problems()).isEmpty();
        assertThat(Objects.requireNonNull(settings.get(Keys.BUDGET)).asMap()).containsEntry("day", 2L);
        assertThat(settings.get(Keys.THEME)).isEqualTo("light");
        assertThat(settings.get(Keys.QUIET_STARTUP)).isEqualTo(Choices.QuietStartup.QUIET);
        assertThat(settings.groups(Keys.BUDGET, List.of("day")))
                .extracting(Settings.Group::file)
                .containsExactly(
                        dir.resolve("etc/settings.json").toString(),
                        dir.resolve("etc/settings.d/10-a.json").toString(),
                        dir.resolve("etc/settings.d/20-b.json").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"etc/settings.json", "etc/settings.d/a.json", "etc/settings.d"})
    void with_a_file_that_cannot_be_read_nothing_runs(String path) throws Exception {
        write(path, "{\"permissions\":");
        assertThat(SettingsStore.in(folders()).read(false).unreadable())
                .singleElement()
                .satisfies(problem -> assertThat(problem.where()).endsWith(path));
    }

    @Test
    void a_file_that_breaks_while_the_program_runs_still_holds() throws Exception {
        write("etc/settings.json", "{\"budget\": {\"day\": 5}}");
        var store = SettingsStore.in(folders());
        store.read(false);
        write("etc/settings.json", "{");
        assertThat(store.read(false).get(Keys.BUDGET)).isNotNull();
        assertThat(store.current().unreadable()).isEmpty();
        assertThat(store.current().problems()).hasSize(1);
    }

    @Test
    void what_runs_or_is_read_by_the_model_is_not_managed() throws Exception {
        write("etc/settings.json", "{\"hooks\": [\"/x.java\"], \"packages\": [\"npm:x\"]}");
        var settings = SettingsStore.in(folders()).read(false);
        assertThat(settings.hookEntries(Layer.USER)).isEmpty();
        assertThat(settings.json().isEmpty()).isTrue();
        assertThat(settings.problems())
                .hasSize(2)
                .allSatisfy(problem -> assertThat(problem.message())
                        .contains("is not used, because managed settings bring nothing that runs"));
    }

    @Test
    void the_program_does_not_change_them() {
        assertThatThrownBy(() -> SettingsStore.in(folders())
                        .change(Layer.MANAGED, JsonEdit.nothing().with(Keys.THEME, "dark")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_variable_adds_a_folder_of_the_administrator_and_hides_none() throws Exception {
        var usual = new Folders(dir, dir, dir).managed();
        var mine = Files.createDirectory(dir.resolve("mine"));
        Files.setPosixFilePermissions(mine, PosixFilePermissions.fromString("rwxr-xr-x"));
        boolean root = Files.getAttribute(mine, "unix:uid").equals(0);
        var now = Folders.of(Map.of("HOME", dir.toString(), "PAWL_MANAGED", mine.toString()), dir);
        assertThat(now.managed()).startsWith(usual.toArray(Path[]::new)).hasSize(usual.size() + (root ? 1 : 0));
        assertThat(now.at(dir.resolve("x")).managed()).isEqualTo(now.managed());

        Files.setPosixFilePermissions(mine, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThat(Folders.of(Map.of("HOME", dir.toString(), "PAWL_MANAGED", mine.toString()), dir)
                        .managed())
                .isEqualTo(usual);
        assertThat(Folders.of(Map.of("HOME", dir.toString(), "PAWL_MANAGED", "/nowhere"), dir)
                        .managed())
                .isEqualTo(usual);
    }
}
