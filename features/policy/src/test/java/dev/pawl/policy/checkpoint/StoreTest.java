package dev.pawl.policy.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.machine.Deep;
import dev.pawl.tools.LocalTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots of a folder and their return, with the real git. */
@Deep
class StoreTest {
    @TempDir
    Path dir;

    private Path root;

    @BeforeEach
    void folder() throws Exception {
        root = Files.createDirectories(dir.toRealPath().resolve("project"));
    }

    private Store store(CheckpointSettings settings) {
        return store(settings, System.getenv());
    }

    private Store store(CheckpointSettings settings, Map<String, String> environment) {
        var programs = new LocalTools(environment, dir, dir).programs(null);
        return new Store(programs, root, dir.resolve("kept/one"), Set.of(), settings);
    }

    private Path file(String name, String text) throws Exception {
        var file = root.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static Restore.Done back(Store store, String tree) throws Exception {
        return Restore.plan(store, store.read(tree), Map.of()).run();
    }

    @Test
    void files_links_modes_and_empty_folders_come_back() throws Exception {
        file("a/b.txt", "one");
        var secret = file("secret", "key");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        var script = file("run.sh", "#!/bin/sh\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-x---"));
        Files.createDirectories(root.resolve("empty/inside"));
        Files.createSymbolicLink(root.resolve("link"), Path.of("a/b.txt"));
        Files.createSymbolicLink(root.resolve("dangling"), Path.of("/nowhere/at all"));
        file("with\nnewline \"quoted\" ä", "odd");
        file("\"begins", "quote");
        var was = TreeText.of(root);
        try (var store = store(CheckpointSettings.DEFAULT)) {
            var tree = store.take();

            file("a/b.txt", "two");
            Files.delete(secret);
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rw-r--r--"));
            Files.delete(root.resolve("empty/inside"));
            Files.delete(root.resolve("empty"));
            file("empty", "now a file");
            Files.delete(root.resolve("link"));
            Files.createDirectories(root.resolve("link/is/a/folder"));
            file("new/one.txt", "new");
            Files.delete(root.resolve("with\nnewline \"quoted\" ä"));
            Files.delete(root.resolve("\"begins"));

            var done = back(store, tree);

            assertThat(done.problems()).isEmpty();
            assertThat(TreeText.of(root)).isEqualTo(was);
        }
    }

    @Test
    void another_start_of_the_program_reads_what_an_earlier_one_kept() throws Exception {
        file("a.txt", "one");
        Files.createDirectories(root.resolve("empty"));
        var was = TreeText.of(root);
        String tree;
        try (var store = store(CheckpointSettings.DEFAULT)) {
            tree = store.take();
        }
        file("a.txt", "two");
        Files.delete(root.resolve("empty"));
        try (var store = store(CheckpointSettings.DEFAULT)) {
            back(store, tree);
        }
        assertThat(TreeText.of(root)).isEqualTo(was);
    }

    @Test
    void a_restore_can_be_undone() throws Exception {
        file("a.txt", "one");
        try (var store = store(CheckpointSettings.DEFAULT)) {
            var tree = store.take();
            file("a.txt", "two");
            file("b.txt", "by hand");
            var was = TreeText.of(root);

            var restore = Restore.plan(store, store.read(tree), Map.of());
            var undo = restore.before();
            restore.run();
            assertThat(root.resolve("b.txt")).doesNotExist();
            Restore.plan(store, store.read(undo.tree()), undo.named()).run();

            assertThat(TreeText.of(root)).isEqualTo(was);
        }
    }

    @Test
    void a_change_that_keeps_size_and_time_is_seen() throws Exception {
        var file = file("a.txt", "one");
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L));
        try (var store = store(CheckpointSettings.DEFAULT)) {
            var first = store.take();
            Files.writeString(file, "two");
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L));

            assertThat(store.take()).isNotEqualTo(first);
        }
    }

    @Test
    void ignored_files_are_left_alone_unless_they_are_wanted() throws Exception {
        file(".gitignore", "build/\n*.log\n!keep.log\n");
        file("build/out.bin", "1");
        file("x.log", "1");
        file("keep.log", "1");
        try (var store = store(CheckpointSettings.DEFAULT)) {
            var snapshot = store.take(List.of());
            assertThat(snapshot.nodes()).containsOnlyKeys(".gitignore", "keep.log");
            file("build/out.bin", "2");
            file("keep.log", "2");
            back(store, snapshot.tree());
            assertThat(root.resolve("build/out.bin")).hasContent("2");
            assertThat(root.resolve("keep.log")).hasContent("1");
        }
        var all = new CheckpointSettings(true, false, true, 1 << 20, 100, 30, List.of());
        try (var store = store(all)) {
            assertThat(store.take(List.of()).nodes()).containsKeys("build/out.bin", "x.log");
        }
    }

    @Test
    void an_ignored_file_that_a_call_names_belongs_to_the_snapshot() throws Exception {
        file(".gitignore", ".env\n");
        file(".env", "old");
        try (var store = store(CheckpointSettings.DEFAULT)) {
            var before = store.take(List.of(".env", "made/later"));
            assertThat(before.named()).containsOnlyKeys(".env", "made/later");
            file(".env", "new");
            Restore.plan(store, store.read(before.tree()), before.named()).run();
            assertThat(root.resolve(".env")).hasContent("old");
        }
    }

    @Test
    void what_an_ignore_file_hid_then_is_not_removed_when_it_comes_back() throws Exception {
        file(".gitignore", "data/\n");
        file("data/precious", "1");
        try (var store = store(CheckpointSettings.DEFAULT)) {
            var tree = store.take();
            file(".gitignore", "");
            store.take();
            back(store, tree);
            assertThat(root.resolve("data/precious")).hasContent("1");
        }
    }

    @Test
    void large_files_are_left_out_and_named_and_never_lost() throws Exception {
        var settings = new CheckpointSettings(true, false, false, 1 << 20, 100, 30, List.of());
        Files.write(root.resolve("big.bin"), new byte[(1 << 20) + 1]);
        file("grows", "small");
        try (var store = store(settings)) {
            var snapshot = store.take(List.of());
            assertThat(snapshot.omitted()).containsExactly("big.bin");
            Files.write(root.resolve("grows"), new byte[(1 << 20) + 7]);
            var was = TreeText.of(root);
            var done =
                    Restore.plan(store, store.read(snapshot.tree()), Map.of()).run();
            assertThat(done.problems()).singleElement().asString().contains("grows: it is left out of checkpoints now");
            assertThat(TreeText.of(root)).isEqualTo(was);
        }
    }

    @Test
    void a_file_that_was_too_large_then_is_not_removed() throws Exception {
        var settings = new CheckpointSettings(true, false, false, 1 << 20, 100, 30, List.of());
        Files.write(root.resolve("shrinks"), new byte[(1 << 20) + 1]);
        String tree;
        try (var store = store(settings)) {
            tree = store.take();
        }
        file("shrinks", "small");
        try (var another = store(settings)) {
            back(another, tree);
        }
        assertThat(root.resolve("shrinks")).hasContent("small");
    }

    @Test
    void a_file_that_an_ignore_file_names_by_now_is_not_overwritten() throws Exception {
        file("notes", "then");
        try (var store = store(CheckpointSettings.DEFAULT)) {
            var tree = store.take();
            file("notes", "now");
            file(".gitignore", "notes\n");
            Restore.plan(store, store.read(tree), Map.of()).run();
        }
        assertThat(root.resolve("notes")).hasContent("now");
    }

    @Test
    void too_many_files_are_an_error_that_says_what_to_do() throws Exception {
        for (int i = 0; i < 20; i++) {
            file("f" + i, "x");
        }
        try (var store = store(new CheckpointSettings(true, false, false, 1 << 20, 10, 30, List.of()))) {
            assertThatThrownBy(store::take)
                    .hasMessageContaining("more than 10 files")
                    .hasMessageContaining("checkpoints.maxFiles");
        }
    }

    @Test
    void nothing_of_the_users_repository_is_used_or_touched() throws Exception {
        git("init", "-q");
        file("a.txt", "one\r\n");
        file(".gitattributes", "* text eol=lf filter=shout\n*.utf16 working-tree-encoding=UTF-16\n");
        file("b.utf16", "not utf-16");
        git("config", "filter.shout.clean", "touch " + dir.resolve("filtered") + "; cat");
        git("config", "core.fsmonitor", "touch " + dir.resolve("monitored"));
        git("config", "core.hooksPath", dir.resolve("hooks").toString());
        var inner = TreeText.of(root.resolve(".git"));
        var environment = new HashMap<>(System.getenv());
        environment.put("GIT_DIR", root.resolve(".git").toString());
        environment.put("GIT_INDEX_FILE", root.resolve(".git/index").toString());
        environment.put("GIT_OBJECT_DIRECTORY", root.resolve(".git/objects").toString());
        var was = TreeText.of(root);
        try (var store = store(CheckpointSettings.DEFAULT, environment)) {
            var tree = store.take();
            file("a.txt", "two\n");
            file("b.utf16", "other");
            assertThat(store.difference(store.take(), tree, 10_000)).contains("+one");
            back(store, tree);
        }
        assertThat(TreeText.of(root)).isEqualTo(was);
        assertThat(TreeText.of(root.resolve(".git"))).isEqualTo(inner);
        assertThat(dir.resolve("filtered")).doesNotExist();
        assertThat(dir.resolve("monitored")).doesNotExist();
    }

    @Test
    void a_repository_inside_is_kept_like_any_folder() throws Exception {
        git("init", "-q", "inner");
        file("inner/code", "1");
        try (var store = store(CheckpointSettings.DEFAULT)) {
            var tree = store.take();
            file("inner/code", "2");
            back(store, tree);
            assertThat(root.resolve("inner/code")).hasContent("1");
            assertThat(root.resolve("inner/.git/HEAD")).exists();
        }
    }

    @Test
    void a_file_in_place_of_a_folder_with_ignored_files_is_reported() throws Exception {
        file(".gitignore", "ignored\n");
        file("thing", "file");
        try (var store = store(CheckpointSettings.DEFAULT)) {
            var tree = store.take();
            Files.delete(root.resolve("thing"));
            file("thing/ignored", "precious");
            var done = back(store, tree);
            assertThat(done.problems())
                    .singleElement()
                    .asString()
                    .contains("thing")
                    .contains("no checkpoint has");
            assertThat(root.resolve("thing/ignored")).hasContent("precious");
        }
    }

    private void git(String... words) throws Exception {
        var command = new java.util.ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        assertThat(new ProcessBuilder(command).directory(root.toFile()).start().waitFor())
                .isZero();
    }

    /** A time that lies so many days from now, for files that are looked at. */
    private static void age(Path file, int days) throws Exception {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(days))));
    }

    private static void ageAll(Path folder, int days) throws Exception {
        try (var all = Files.walk(folder)) {
            for (var file : all.filter(Files::isRegularFile).toList()) {
                age(file, days);
            }
        }
    }

    @Test
    void what_is_unused_for_long_is_taken_out_and_said_to_be_gone() throws Exception {
        String old;
        String young;
        file("a", "old words");
        try (var store = store(CheckpointSettings.DEFAULT)) {
            old = store.take();
        }
        ageAll(dir.resolve("kept/one"), 31);
        file("a", "new words");
        try (var store = store(CheckpointSettings.DEFAULT)) {
            young = store.take();
        }
        try (var store = store(CheckpointSettings.DEFAULT)) {
            store.prune(Instant.now());
            back(store, young);
            assertThat(root.resolve("a")).hasContent("new words");
            assertThatThrownBy(() -> store.read(old)).hasMessageContaining("checkpoints.keepDays");
        }
    }

    @Test
    void content_that_is_kept_again_stays() throws Exception {
        file("a", "the same");
        try (var store = store(CheckpointSettings.DEFAULT)) {
            store.take();
        }
        ageAll(dir.resolve("kept/one"), 31);
        String again;
        try (var store = store(CheckpointSettings.DEFAULT)) {
            again = store.take();
        }
        try (var store = store(CheckpointSettings.DEFAULT)) {
            store.prune(Instant.now());
            Files.delete(root.resolve("a"));
            back(store, again);
            assertThat(root.resolve("a")).hasContent("the same");
        }
    }

    @Test
    void nothing_is_taken_out_while_another_program_uses_the_store() throws Exception {
        file("a", "one");
        try (var other = store(CheckpointSettings.DEFAULT)) {
            var kept = other.take();
            ageAll(dir.resolve("kept/one/objects"), 31);
            try (var store = store(CheckpointSettings.DEFAULT)) {
                store.prune(Instant.now());
            }
            file("a", "two");
            back(other, kept);
            assertThat(root.resolve("a")).hasContent("one");
        }
    }

    @Test
    void stores_of_projects_that_are_not_used_are_removed() throws Exception {
        file("a", "one");
        try (var store = store(CheckpointSettings.DEFAULT)) {
            store.take();
        }
        var programs = new LocalTools(System.getenv(), dir, dir).programs(null);
        for (var name : List.of("old", "young")) {
            try (var store = new Store(
                    programs, root, dir.resolve("kept").resolve(name), Set.of(), CheckpointSettings.DEFAULT)) {
                store.take();
            }
        }
        Files.createDirectories(dir.resolve("kept/no store"));
        age(dir.resolve("kept/old/HEAD"), 31);
        try (var store = store(CheckpointSettings.DEFAULT)) {
            store.prune(Instant.now());
        }
        assertThat(dir.resolve("kept/old")).doesNotExist();
        assertThat(dir.resolve("kept/young/HEAD")).exists();
        assertThat(dir.resolve("kept/no store")).exists();
    }
}
