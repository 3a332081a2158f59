package dev.pawl.ai.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.ai.AuthWriter;
import dev.pawl.ai.catalogue.ModelProblem;
import dev.pawl.api.json.JsonObject;
import dev.pawl.base.LockFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class AuthFileTest {
    private static final JsonObject KEY = JsonObject.of("type", "api_key", "key", "sk-1");

    @TempDir
    Path folder;

    private Path path;
    private AuthFile file;

    @BeforeEach
    void open() {
        path = folder.resolve("agent/auth.json");
        file = new AuthFile(path);
    }

    private void write(String text) throws IOException {
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void no_file_has_no_entries_and_is_not_made_by_looking() {
        assertThat(file.snapshot().entries().isEmpty()).isTrue();
        assertThat(file.snapshot().problems()).isEmpty();
        assertThat(path).doesNotExist();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void the_file_and_its_folder_belong_to_their_owner_alone() throws Exception {
        file.change("x", _ -> KEY);

        assertThat(permissions(path)).isEqualTo("rw-------");
        assertThat(permissions(path.getParent())).isEqualTo("rwx------");
        try (var files = Files.list(path.getParent())) {
            assertThat(files).containsExactly(path);
        }
    }

    @Test
    void keys_that_a_killed_program_left_beside_it_are_removed_by_the_next_change() throws Exception {
        write("{}");
        var left = path.resolveSibling("auth.json.0f8fad5b-d9cb-469f-a165-70867728950e.tmp");
        Files.writeString(left, "{\"x\":{\"type\":\"api_key\",\"key\":\"sk-old\"}}");
        file.change("x", _ -> KEY);
        assertThat(left).doesNotExist();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void while_it_is_changed_no_other_user_can_read_it() throws Exception {
        write("{}");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw-rw-"));

        file.change("x", _ -> KEY);

        assertThat(permissions(path)).isEqualTo("rw-------");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void permissions_that_are_too_wide_are_narrowed_when_it_is_read() throws Exception {
        write("{\"x\":{\"type\":\"api_key\",\"key\":\"k\"}}");
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));

        assertThat(file.entry("x")).isNotNull();
        assertThat(permissions(path)).isEqualTo("rw-------");
        assertThat(file.snapshot().problems()).isEmpty();
    }

    @Test
    void entries_and_fields_that_are_not_understood_are_kept() throws Exception {
        write("""
            {"other": {"type": "passkey", "blob": [1, {"a": null}]}, "x": {"type": "api_key", "key": "old"}, "n": 5}\
            """);

        file.change("x", _ -> KEY);

        assertThat(JsonObject.parse(Files.readString(path))).isEqualTo(JsonObject.parse("""
            {"other": {"type": "passkey", "blob": [1, {"a": null}]}, "x": {"type": "api_key", "key": "sk-1"}, "n": 5}\
            """));
        assertThat(Files.readString(path)).contains("\n  \"x\": {\n    \"type\": \"api_key\",");
        assertThat(file.snapshot().problems())
                .extracting(ModelProblem::toString)
                .containsExactlyInAnyOrder(
                        path + ": other: has a type other than \"api_key\" and \"oauth\". It is kept, but not used.",
                        path + ": n: must be an object, {\"type\": \"api_key\", \"key\": \"…\"}. It is kept, but not"
                                + " used.");
    }

    @Test
    void removing_the_last_entry_leaves_an_empty_file() throws Exception {
        file.change("x", _ -> KEY);
        file.change("x", _ -> null);

        assertThat(Files.readString(path)).isEqualTo("{}\n");
    }

    @Test
    void a_change_by_another_program_is_seen_at_the_next_look() throws Exception {
        file.change("x", _ -> KEY);
        assertThat(file.entry("x")).isEqualTo(KEY);

        new AuthFile(path).change("x", before -> KEY.with("key", "another"));

        assertThat(AuthWriter.key(file.entry("x"))).isEqualTo("another");
        Files.delete(path);
        assertThat(file.entry("x")).isNull();
    }

    @Test
    void a_broken_file_is_reported_by_place_and_never_overwritten() throws Exception {
        write("{\"x\": {\"type\": \"api_key\", \"key\": sk-secret}}");

        assertThat(file.snapshot().problems())
                .singleElement()
                .asString()
                .startsWith(path + ", line 1, column 34: not JSON")
                .doesNotContain("secret");
        assertThatThrownBy(() -> file.change("y", _ -> KEY))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Nothing was saved")
                .hasMessageContaining("line 1, column 34")
                .message()
                .doesNotContain("secret");
        assertThat(Files.readString(path)).contains("sk-secret");
        assertThat(path.resolveSibling("auth.json.lock")).doesNotExist();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_link_stays_a_link() throws Exception {
        var real = folder.resolve("real.json");
        Files.writeString(real, "{}");
        Files.createDirectories(path.getParent());
        Files.createSymbolicLink(path, real);

        file.change("x", _ -> KEY);

        assertThat(path).isSymbolicLink();
        assertThat(JsonObject.parse(Files.readString(real)).object("x")).isEqualTo(KEY);
    }

    @Test
    void a_lock_left_by_a_dead_program_is_taken_over() throws Exception {
        var lock = Files.createDirectories(path.resolveSibling("auth.json.lock"));
        Files.setLastModifiedTime(
                lock, FileTime.from(Instant.now().minus(AuthFile.STALE).minusSeconds(1)));

        file.change("x", _ -> KEY);

        assertThat(file.entry("x")).isEqualTo(KEY);
        assertThat(lock).doesNotExist();
    }

    @Test
    void while_another_program_holds_the_lock_a_change_waits() throws Exception {
        Files.createDirectories(path.getParent());
        var lock = LockFolder.take(path, AuthFile.STALE, AuthFile.STALE);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var change = threads.submit(() -> file.change("x", _ -> KEY));
            assertThat(file.entry("x")).isNull();
            assertThat(change.isDone()).isFalse();
            lock.close();
            change.get();
        }
        assertThat(file.entry("x")).isEqualTo(KEY);
    }

    @Test
    void waiting_for_the_lock_can_be_interrupted() throws Exception {
        Files.createDirectories(path.getParent());
        try (var _ = LockFolder.take(path, AuthFile.STALE, AuthFile.STALE)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> file.change("x", _ -> KEY)).isInstanceOf(InterruptedException.class);
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void a_change_that_fails_changes_nothing_and_gives_the_lock_back() throws Exception {
        file.change("x", _ -> KEY);

        assertThatThrownBy(() -> file.change("x", _ -> {
                    throw new IOException("no");
                }))
                .hasMessage("no");

        assertThat(new AuthFile(path).entry("x")).isEqualTo(KEY);
        assertThat(path.resolveSibling("auth.json.lock")).doesNotExist();
    }

    @Test
    void threads_and_processes_that_change_it_at_once_lose_no_change() throws Exception {
        int times = 25;
        Files.createDirectories(path.getParent());
        var processes = new ArrayList<Process>();
        for (int i = 0; i < 2; i++) {
            processes.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            AuthWriter.class.getName(),
                            path.toString(),
                            "process" + i + "-",
                            Integer.toString(times))
                    .inheritIO()
                    .start());
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<Future<?>>();
            for (int i = 0; i < 2; i++) {
                var name = "thread" + i + "-";
                results.add(threads.submit(() -> {
                    AuthWriter.count(path, name, times);
                    return null;
                }));
            }
            for (var result : results) {
                result.get();
            }
        }
        for (var process : processes) {
            assertThat(process.waitFor()).isZero();
        }

        assertThat(AuthWriter.key(file.entry("shared"))).isEqualTo(Integer.toString(4 * times));
        assertThat(file.snapshot().entries().names()).hasSize(4 * times + 1);
    }
}
