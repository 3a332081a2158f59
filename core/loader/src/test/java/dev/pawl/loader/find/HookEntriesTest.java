package dev.pawl.loader.find;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HookEntriesTest {
    @TempDir
    Path root;

    Path agent;

    @BeforeEach
    void files() throws IOException {
        agent = root.resolve("agent [mine]");
        for (var path : List.of(
                "extensions/gate.java",
                "extensions/notify.java",
                "extensions/todo/index.java",
                "more/a.java",
                "more/b.jar",
                "more/c.txt",
                "more/deep/d.java",
                "more/unit/index.java",
                "more/unit/helper.java")) {
            Files.createDirectories(agent.resolve(path).getParent());
            Files.writeString(agent.resolve(path), "");
        }
    }

    @Test
    void an_exclusion_filters_what_was_discovered() {
        assertThat(hooks("!gate.java")).containsExactly("notify.java", "todo");
        assertThat(hooks("!extensions/g*.java")).containsExactly("notify.java", "todo");
        assertThat(hooks("!**/gate.java")).containsExactly("notify.java", "todo");
        assertThat(hooks("!extensions")).isEmpty();
        assertThat(hooks("!./extensions/todo")).containsExactly("gate.java", "notify.java");
    }

    @Test
    void an_exclusion_filters_what_was_named() {
        assertThat(hooks("more", "!extensions", "!a.java")).containsExactly("b.jar", "unit");
    }

    @Test
    void a_forced_inclusion_overrules_an_exclusion() {
        assertThat(hooks("!extensions/*", "+extensions/gate.java")).containsExactly("gate.java");
    }

    @Test
    void a_forced_exclusion_overrules_everything() {
        assertThat(hooks("+extensions/gate.java", "-extensions/gate.java")).containsExactly("notify.java", "todo");
        assertThat(hooks("-extensions/todo")).containsExactly("gate.java", "notify.java");
        assertThat(hooks("-extensions/todo/index.java")).containsExactly("gate.java", "notify.java");
    }

    @Test
    void a_forced_inclusion_loads_what_nothing_else_names() {
        assertThat(hooks("!extensions", "+more/a.java")).containsExactly("a.java");
    }

    @Test
    void a_forced_inclusion_leaves_a_discovered_hook_in_its_place() {
        assertThat(hooks("+extensions/notify.java")).containsExactly("gate.java", "notify.java", "todo");
    }

    @Test
    void a_glob_names_files_and_folders_that_are_hooks() {
        assertThat(hooks("!extensions", "more/*.java")).containsExactly("a.java");
        assertThat(hooks("!extensions", "more/*")).containsExactly("a.java", "b.jar", "unit");
        assertThat(hooks("!extensions", "more/**")).containsExactly("a.java", "b.jar", "d.java", "unit");
        assertThat(hooks("!extensions", "~/agent*/more/d*/*.java")).containsExactly("d.java");
    }

    @Test
    void a_glob_without_matches_is_worth_a_word() {
        assertThat(find("nothing/*.java").problems()).hasSize(1);
    }

    @Test
    void a_glob_that_is_none_is_worth_a_word() {
        assertThat(find("![").problems()).hasSize(1);
        assertThat(find("extensions/[").problems()).hasSize(1);
    }

    @Test
    void the_command_line_overrules_the_settings() {
        var places = new HookPlaces(
                agent,
                root,
                root,
                true,
                new HookPlaces.Named(
                        List.of("!gate.java"),
                        List.of(),
                        List.of(agent.resolve("extensions/gate.java").toString())),
                false,
                false);

        assertThat(HookFinder.find(places).hooks())
                .extracting(HookFile::name)
                .containsExactly("notify.java", "todo", "gate.java");
    }

    private List<String> hooks(String... entries) {
        return find(entries).hooks().stream().map(HookFile::name).toList();
    }

    private FoundHooks find(String... entries) {
        return HookFinder.find(new HookPlaces(
                agent,
                root.resolve("project"),
                root,
                true,
                new HookPlaces.Named(List.of(entries), List.of(), List.of()),
                false,
                false));
    }
}
