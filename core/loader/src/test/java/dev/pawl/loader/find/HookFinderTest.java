package dev.pawl.loader.find;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.api.value.SourceInfo.Scope;
import dev.pawl.hooks.registry.LoadProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HookFinderTest {
    @TempDir
    Path root;

    Path user;
    Path project;

    @BeforeEach
    void folders() {
        user = root.resolve("agent/extensions");
        project = root.resolve("project/.pi/extensions");
    }

    @Test
    void a_folder_gives_its_files_its_indexed_folders_and_what_manifests_list() throws IOException {
        file(user.resolve("a.java"));
        file(user.resolve("b-indexed/index.java"));
        manifest(user.resolve("c-listed"), "one.java", "./two.jar");
        file(user.resolve("c-listed/one.java"));
        file(user.resolve("c-listed/two.jar"));
        file(user.resolve("d-neither/helper.java"));
        file(user.resolve("e-nested/deeper/index.java"));
        file(user.resolve("f.jar"));
        file(user.resolve("notes.txt"));

        var found = find();

        assertThat(paths(found))
                .containsExactly("a.java", "b-indexed", "c-listed/one.java", "c-listed/two.jar", "f.jar");
        assertThat(found.problems()).isEmpty();
    }

    @Test
    void a_manifest_beats_an_index() throws IOException {
        manifest(user.resolve("x"), "main.java");
        file(user.resolve("x/main.java"));
        file(user.resolve("x/index.java"));

        assertThat(paths(find())).containsExactly("x/main.java");
    }

    @Test
    void a_manifest_that_says_nothing_of_hooks_leaves_it_to_the_index() throws IOException {
        file(user.resolve("x/package.json"), "{\"name\": \"x\"}");
        file(user.resolve("x/index.java"));
        file(user.resolve("y/package.json"), "{\"pi\": {\"extensions\": []}}");
        file(user.resolve("y/index.jar"));

        assertThat(paths(find())).containsExactly("x", "y/index.jar");
    }

    @Test
    void a_manifest_may_list_what_is_missing() throws IOException {
        manifest(user.resolve("x"), "missing.java", "there.java");
        file(user.resolve("x/there.java"));

        var found = find();

        assertThat(paths(found)).containsExactly("x/there.java");
        assertThat(found.problems()).isEmpty();
    }

    @Test
    void a_manifest_of_which_everything_is_missing_is_worth_a_word() throws IOException {
        manifest(user.resolve("x"), "missing.java");

        var found = find();

        assertThat(found.hooks()).isEmpty();
        assertThat(found.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("missing.java"));
    }

    @Test
    void a_manifest_that_lists_its_own_folder_is_read_once() throws IOException {
        manifest(user.resolve("x"), ".", "..", "a.java");
        file(user.resolve("x/a.java"));

        assertThat(paths(find())).containsExactly("x/a.java");
    }

    @Test
    void a_broken_manifest_is_named_and_the_index_taken() throws IOException {
        file(user.resolve("x/package.json"), "{");
        file(user.resolve("x/index.java"));

        var found = find();

        assertThat(paths(found)).containsExactly("x");
        assertThat(found.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.path()).endsWith("package.json");
            assertThat(problem.fatal()).isFalse();
        });
    }

    @Test
    void index_java_is_preferred_to_index_jar() throws IOException {
        file(user.resolve("x/index.java"));
        file(user.resolve("x/index.jar"));

        assertThat(paths(find())).containsExactly("x");
    }

    @Test
    void an_index_right_in_the_hooks_folder_is_a_hook_like_any_other() throws IOException {
        file(user.resolve("index.java"));
        file(user.resolve("other.java"));

        assertThat(paths(find())).containsExactly("index.java", "other.java");
    }

    @Test
    void linked_files_and_folders_count() throws IOException {
        file(root.resolve("elsewhere/real.java"));
        file(root.resolve("elsewhere/folder/index.java"));
        Files.createDirectories(user);
        Files.createSymbolicLink(user.resolve("a.java"), root.resolve("elsewhere/real.java"));
        Files.createSymbolicLink(user.resolve("b"), root.resolve("elsewhere/folder"));

        assertThat(paths(find())).containsExactly("a.java", "b");
    }

    @Test
    void the_same_file_on_two_ways_is_loaded_once() throws IOException {
        file(user.resolve("a.java"));
        file(user.resolve("b/index.java"));
        Files.createSymbolicLink(user.resolve("z.java"), user.resolve("a.java"));

        var found = HookFinder.find(places(
                List.of("extensions/a.java"),
                List.of(),
                List.of(user.resolve("b/index.java").toString()),
                false));

        assertThat(paths(found)).containsExactly("a.java", "b");
    }

    @Test
    void the_old_folder_still_counts_behind_what_the_settings_name() throws IOException {
        file(root.resolve("agent/hooks/old.java"));
        file(root.resolve("project/.pi/hooks/older.java"));
        file(root.resolve("agent/mine/a.java"));
        file(root.resolve("agent/mine/b.java"));

        var found = HookFinder.find(places(List.of("mine/b.java", "mine/a.java"), List.of(), List.of(), false));

        assertThat(names(found)).containsExactly("b.java", "a.java", "old.java", "older.java");
    }

    @Test
    void order_is_user_then_project_then_command_line() throws IOException {
        allOver();

        var found = HookFinder.find(places(List.of("s.java"), List.of("t.java"), List.of("c.java", "b.java"), false));

        assertThat(names(found)).containsExactly("s.java", "u.java", "t.java", "p.java", "c.java", "b.java");
        assertThat(found.hooks())
                .extracting(hook -> hook.source().scope())
                .containsExactly(
                        Scope.USER, Scope.USER, Scope.PROJECT, Scope.PROJECT, Scope.TEMPORARY, Scope.TEMPORARY);
    }

    @Test
    void project_first_is_command_line_then_project_then_user() throws IOException {
        allOver();

        var found = HookFinder.find(places(List.of("s.java"), List.of("t.java"), List.of("c.java", "b.java"), true));

        assertThat(names(found)).containsExactly("c.java", "b.java", "t.java", "p.java", "s.java", "u.java");
    }

    @Test
    void an_untrusted_project_brings_nothing() throws IOException {
        allOver();

        var found = HookFinder.find(new HookPlaces(
                root.resolve("agent"),
                root.resolve("project"),
                root,
                false,
                new HookPlaces.Named(List.of(), List.of("t.java", "missing.java"), List.of()),
                false,
                false));

        assertThat(names(found)).containsExactly("u.java");
        assertThat(found.problems()).isEmpty();
    }

    @Test
    void without_discovery_only_the_command_line_counts() throws IOException {
        allOver();

        var found = HookFinder.find(new HookPlaces(
                root.resolve("agent"),
                root.resolve("project"),
                root,
                true,
                new HookPlaces.Named(List.of("s.java"), List.of("t.java"), List.of("c.java")),
                true,
                false));

        assertThat(names(found)).containsExactly("c.java");
    }

    @Test
    void a_tilde_is_the_home_folder() throws IOException {
        file(root.resolve("mine/a.java"));

        assertThat(names(named("~/mine/a.java"))).containsExactly("a.java");
        assertThat(names(named("~/mine"))).containsExactly("a.java");
    }

    @Test
    void a_named_folder_is_asked_for_manifest_and_index_before_it_is_searched() throws IOException {
        file(root.resolve("project/indexed/index.java"));
        file(root.resolve("project/indexed/helper.java"));
        file(root.resolve("project/plain/b.java"));
        file(root.resolve("project/plain/a.java"));
        file(root.resolve("project/plain/sub/index.java"));

        assertThat(names(named("indexed"))).containsExactly("indexed");
        assertThat(names(named("plain"))).containsExactly("a.java", "b.java", "sub");
    }

    @Test
    void a_named_path_that_does_not_exist_is_an_error() {
        var found = named("nowhere.java");

        assertThat(found.hooks()).isEmpty();
        assertThat(found.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.fatal()).isTrue();
            assertThat(problem.path()).endsWith("nowhere.java");
            assertThat(problem.message()).contains("no such file").contains("command line");
        });
    }

    @Test
    void typescript_is_found_in_folders_and_when_named() throws IOException {
        var dropped = user.resolve("a.ts");
        var index = user.resolve("b/index.ts");
        var gate = root.resolve("project/gate.ts");
        file(dropped);
        file(index);
        file(gate);
        file(user.resolve("b/index.js"));
        file(user.resolve("types.d.ts"));

        var found = named("gate.ts");

        assertThat(found.problems()).isEmpty();
        assertThat(found.hooks()).extracting(HookFile::path).containsExactly(dropped, index, gate);
    }

    @Test
    void a_named_file_of_another_kind_gets_a_message_that_says_what_is_accepted() throws IOException {
        file(root.resolve("project/gate.py"));

        assertThat(named("gate.py").problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .contains(".java")
                        .contains(".jar")
                        .contains("index.java"));
    }

    @Test
    void a_named_folder_without_hooks_is_worth_a_word() throws IOException {
        Files.createDirectories(root.resolve("project/empty"));

        assertThat(named("empty").problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.fatal()).isFalse());
    }

    @Test
    void an_empty_path_and_a_path_that_is_none_are_errors() {
        assertThat(named("").problems()).hasSize(1);
        assertThat(named("a\0b").problems()).hasSize(1);
    }

    @Test
    void builtin_names_are_no_paths() {
        var entries = List.of("builtin:mcp", "+builtin:mcp", "-builtin:mcp", "!builtin:*");

        var found = HookFinder.find(places(entries, List.of(), List.of("builtin:mcp"), false));

        assertThat(found.hooks()).isEmpty();
        assertThat(found.problems()).isEmpty();
    }

    @Test
    void links_in_a_circle_are_named_and_the_rest_is_loaded() throws IOException {
        file(user.resolve("good.java"));
        Files.createSymbolicLink(user.resolve("loop.java"), user.resolve("loop.java"));
        Files.createSymbolicLink(user.resolve("there"), user.resolve("back"));
        Files.createSymbolicLink(user.resolve("back"), user.resolve("there"));
        Files.createSymbolicLink(user.resolve("up"), user);

        var found = find();

        assertThat(paths(found)).containsExactly("good.java");
        assertThat(found.problems())
                .extracting(problem -> Path.of(problem.path()).getFileName().toString())
                .containsExactly("back", "loop.java", "there");
    }

    @Test
    void a_link_to_nowhere_is_named() throws IOException {
        Files.createDirectories(user);
        Files.createSymbolicLink(user.resolve("gone.java"), root.resolve("gone.java"));

        assertThat(find().problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("leads nowhere"));
    }

    @Test
    void a_file_in_the_place_of_a_folder_is_named() throws IOException {
        file(root.resolve("agent/extensions"));
        file(root.resolve("project/.pi"));

        var found = find();

        assertThat(found.hooks()).isEmpty();
        assertThat(found.problems()).extracting(LoadProblem::path).contains(user.toString(), project.toString());
    }

    @Test
    void folders_without_read_permission_are_named_and_the_rest_is_loaded() throws IOException {
        file(root.resolve("agent/hooks/good.java"));
        file(user.resolve("a.java"));
        file(root.resolve("agent/hooks/closed/index.java"));
        Files.setPosixFilePermissions(user, PosixFilePermissions.fromString("---------"));
        Files.setPosixFilePermissions(root.resolve("agent/hooks/closed"), PosixFilePermissions.fromString("---------"));
        try {
            assumeTrue(!Files.isReadable(user), "root may read everything");

            var found = find();

            assertThat(names(found)).containsExactly("good.java");
            assertThat(found.problems())
                    .hasSize(2)
                    .allSatisfy(problem -> assertThat(problem.message()).contains("read permission"));
        } finally {
            Files.setPosixFilePermissions(user, PosixFilePermissions.fromString("rwx------"));
            Files.setPosixFilePermissions(
                    root.resolve("agent/hooks/closed"), PosixFilePermissions.fromString("rwx------"));
        }
    }

    private void allOver() throws IOException {
        file(user.resolve("u.java"));
        file(root.resolve("agent/s.java"));
        file(project.resolve("p.java"));
        file(root.resolve("project/.pi/t.java"));
        file(root.resolve("project/b.java"));
        file(root.resolve("project/c.java"));
    }

    private FoundHooks find() {
        return HookFinder.find(places(List.of(), List.of(), List.of(), false));
    }

    private FoundHooks named(String path) {
        return HookFinder.find(places(List.of(), List.of(), List.of(path), false));
    }

    private HookPlaces places(List<String> user, List<String> project, List<String> cli, boolean projectFirst) {
        return new HookPlaces(
                root.resolve("agent"),
                root.resolve("project"),
                root,
                true,
                new HookPlaces.Named(user, project, cli),
                false,
                projectFirst);
    }

    private List<String> paths(FoundHooks found) {
        return found.hooks().stream()
                .map(hook -> user.relativize(hook.path()).toString())
                .toList();
    }

    private static List<String> names(FoundHooks found) {
        return found.hooks().stream().map(HookFile::name).toList();
    }

    private static void manifest(Path folder, String... listed) throws IOException {
        file(folder.resolve("package.json"), "{\"pi\": {\"extensions\": [\"" + String.join("\", \"", listed) + "\"]}}");
    }

    private static void file(Path path) throws IOException {
        file(path, "");
    }

    private static void file(Path path, String content) throws IOException {
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }
}
