package dev.pawl.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.base.LockFolder;
import dev.pawl.config.settings.Choices;
import dev.pawl.config.settings.Keys;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.config.text.Problem;
import dev.pawl.config.text.TextFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings in the files that users and other programs write. */
class SettingsFileTest {
    @TempDir
    Path root;

    private Desk desk;
    private SettingsStore store;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(root.toRealPath());
        store = SettingsStore.in(desk.folders());
    }

    private static final JsonEdit QUIET = JsonEdit.nothing().with(Keys.QUIET_STARTUP, Choices.QuietStartup.QUIET);

    @Test
    void files_that_are_not_there_are_no_problem() {
        var settings = store.read(true);

        assertThat(settings.problems()).isEmpty();
        assertThat(settings.json()).isEqualTo(JsonObject.empty());
        assertThat(desk.agentDir()).doesNotExist();
    }

    @Test
    void an_untrusted_project_has_no_say_and_its_settings_are_not_read() throws IOException {
        desk.write("home/.pi/agent/settings.json", "{\"theme\":\"dark\"}");
        Desk.write(
                desk.projectSettings(),
                "{\"theme\":\"light\",\"hooks\":[\"evil\"],\"sessionDir\":\"s\",\"quietStartup\":7}");

        var before = store.read(false);
        assertThat(before.get(Keys.THEME)).isEqualTo("dark");
        assertThat(before.hookEntries(Layer.PROJECT)).isEmpty();
        assertThat(before.sessionDir(desk.folders())).isNull();
        assertThat(before.problems()).isEmpty();

        var after = store.trust(true);
        assertThat(after).isSameAs(store.current());
        assertThat(after.get(Keys.THEME)).isEqualTo("light");
        assertThat(after.hookEntries(Layer.PROJECT)).containsExactly("evil");
        assertThat(after.problems()).hasSize(1);
        assertThat(after.sessionDir(desk.folders())).isEqualTo(desk.project().resolve("s"));
        assertThat(store.trust(false).json().string("theme")).isEqualTo("dark");
    }

    @Test
    void settings_of_a_project_are_a_regular_file_inside_of_it() throws Exception {
        var outside = Desk.write(desk.root().resolve("outside.json"), "{\"theme\":\"light\"}");
        Files.createDirectories(desk.projectSettings().getParent());
        for (var target : List.of(outside, Path.of("/dev/zero"), Path.of("/dev/tty"))) {
            Files.deleteIfExists(desk.projectSettings());
            Files.createSymbolicLink(desk.projectSettings(), target);
            var settings = store.read(true);
            assertThat(settings.get(Keys.THEME)).isNotEqualTo("light");
            assertThat(settings.problems()).hasSize(1);
            assertThat(settings.problems().getFirst().message()).contains("cannot be read");
        }
        assertThatThrownBy(() -> store.change(Layer.PROJECT, JsonEdit.nothing().with(Keys.THEME, "dark")))
                .hasMessageContaining("not written");
        assertThat(outside).hasContent("{\"theme\":\"light\"}");
    }

    @Test
    void a_file_that_is_no_json_any_more_leaves_what_it_said_before() throws IOException {
        Desk.write(desk.userSettings(), "{\"theme\":\"dark\"}");
        store.read(true);
        Desk.write(desk.userSettings(), "{\n  \"theme\": \"light\",\n  oops\n}");

        var settings = store.read(true);

        assertThat(settings.get(Keys.THEME)).isEqualTo("dark");
        assertThat(settings.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.where()).isEqualTo(desk.userSettings().toString());
            assertThat(problem.message())
                    .startsWith("cannot be read: line 3, column 3: ")
                    .endsWith("Its previous content still applies until it is mended.");
            assertThat(problem.error()).isTrue();
        });
    }

    @Test
    void one_bad_file_does_not_spoil_the_other() throws IOException {
        Desk.write(desk.userSettings(), "{");
        Desk.write(desk.projectSettings(), "{\"theme\":\"light\"}");

        var settings = store.read(true);

        assertThat(settings.get(Keys.THEME)).isEqualTo("light");
        assertThat(Desk.messages(settings.problems()))
                .singleElement()
                .asString()
                .contains("line 1");
    }

    @Test
    void more_text_after_the_object_and_lists_are_no_settings() throws IOException {
        Desk.write(desk.userSettings(), "{} \n }");
        Desk.write(desk.projectSettings(), "[1]");

        assertThat(Desk.messages(store.read(true).problems()))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("cannot be read: line 2, column "),
                        second ->
                                assertThat(second).startsWith("cannot be read: line 1, column 1: an object in braces"));
    }

    @Test
    void a_byte_order_mark_is_no_problem() throws IOException {
        Desk.write(desk.userSettings(), "\uFEFF{\"theme\":\"dark\"}");

        assertThat(store.read(true).problems()).isEmpty();
        assertThat(store.current().get(Keys.THEME)).isEqualTo("dark");
    }

    @FunctionalInterface
    private interface Breakage {
        void accept(Path file) throws IOException;
    }

    /** Each of them makes the content of a file unknown, in another way. */
    private static final List<Breakage> BREAKAGES = List.of(
            file -> Files.writeString(file, ""),
            file -> Files.writeString(file, " \n"),
            file -> Files.writeString(file, "\uFEFF"),
            file -> Files.writeString(file, "{\"permissions\":{\"deny\":[\"Ba"),
            file -> Files.writeString(file, "null"),
            file -> Files.writeString(file, "[]"),
            file -> Files.writeString(file, "{} {}"),
            file -> Files.write(file, new byte[] {'{', '"', (byte) 0xE9, '"', ':', '1', '}'}),
            file -> Files.write(file, new byte[100]),
            file -> Files.writeString(file, "x".repeat(TextFile.LARGEST + 1)),
            Files::createDirectory,
            file -> Files.createSymbolicLink(file, file.getFileName()),
            file -> Files.createSymbolicLink(file, Path.of("/nowhere/settings.json")),
            file -> Files.createSymbolicLink(file, Path.of("/dev/null")));

    @Test
    void a_file_that_was_never_read_is_unknown_in_whichever_way_it_is_broken() throws IOException {
        for (var layer : Layer.values()) {
            for (var breakage : BREAKAGES) {
                var file = desk.folders().settingsFile(layer);
                Files.createDirectories(file.getParent());
                breakage.accept(file);

                var settings = SettingsStore.in(desk.folders()).read(true);

                assertThat(settings.unreadable()).singleElement().satisfies(problem -> {
                    assertThat(problem.where()).isEqualTo(file.toString());
                    assertThat(problem.message()).startsWith("cannot be read: ").contains("Nothing runs until");
                });
                Files.delete(file);
                assertThat(SettingsStore.in(desk.folders()).read(true).unreadable())
                        .isEmpty();
            }
        }
    }

    @Test
    void what_was_read_last_stays_in_force_in_whichever_way_the_file_breaks() throws IOException {
        for (var layer : Layer.values()) {
            for (var breakage : BREAKAGES) {
                var file = Desk.write(desk.folders().settingsFile(layer), "{\"permissions\":{\"deny\":[\"Bash\"]}}");
                var running = SettingsStore.in(desk.folders());
                running.read(true);
                Files.delete(file);
                breakage.accept(file);

                var settings = running.at(desk.folders()).read(layer == Layer.PROJECT);
                if (layer == Layer.PROJECT) {
                    settings = running.read(true);
                }

                assertThat(settings.json().object("permissions").strings("deny"))
                        .containsExactly("Bash");
                assertThat(settings.unreadable()).isEmpty();
                assertThat(Desk.messages(settings.problems()))
                        .singleElement()
                        .asString()
                        .endsWith("Its previous content still applies until it is mended.");
                Files.delete(file);
            }
        }
    }

    @Test
    void an_empty_file_is_not_made_a_good_one_by_a_change() throws Exception {
        Desk.write(desk.userSettings(), "");

        assertThatThrownBy(() -> store.change(Layer.USER, QUIET)).hasMessageContaining("empty; write {} into it");
        assertThat(desk.userSettings()).isEmptyFile();
    }

    @Test
    void a_setting_that_stands_twice_is_a_mistake_and_never_the_loss_of_the_first() throws Exception {
        var rules = "{\"permissions\": {\"deny\": [\"Bash\"]}, %s}";
        for (var second : List.of("\"permissions\": null", "\"permissions\": {}", "\"a\": {\"b\": 1, \"b\": 2}")) {
            Desk.write(desk.userSettings(), rules.formatted(second));
            var settings = store.read(false);
            assertThat(settings.unreadable()).hasSize(1);
            assertThat(Desk.messages(settings.problems()))
                    .singleElement()
                    .asString()
                    .contains(" stands here twice");
            assertThatThrownBy(() -> store.change(Layer.USER, QUIET)).hasMessageContaining(" stands here twice");
            assertThat(desk.userSettings()).content().contains("deny");
        }
        Desk.write(desk.userSettings(), rules.formatted("\"a\": {\"permissions\": 1}, \"b\": {\"permissions\": 2}"));
        assertThat(store.read(false).unreadable()).isEmpty();
    }

    @Test
    void a_folder_a_link_in_a_circle_and_a_huge_file_are_problems_and_nothing_more() throws IOException {
        Files.createDirectories(desk.userSettings());
        Desk.unreadable(desk.projectSettings());

        var settings = store.read(true);
        assertThat(settings.json()).isEqualTo(JsonObject.empty());
        assertThat(settings.problems()).hasSize(2).allMatch(Problem::error);

        Files.delete(desk.userSettings());
        Desk.write(desk.userSettings(), "{\"a\":\"" + "x".repeat(TextFile.LARGEST) + "\"}");
        assertThat(Desk.messages(store.read(false).problems()))
                .singleElement()
                .asString()
                .contains("larger than 8 MiB");
    }

    @Test
    void what_is_no_utf_8_is_refused_and_not_overwritten() throws IOException {
        Files.createDirectories(desk.agentDir());
        var bytes = "{\"name\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
        Files.write(desk.userSettings(), bytes);

        assertThat(Desk.messages(store.read(true).problems()))
                .singleElement()
                .asString()
                .contains("not UTF-8 from byte 10 on");
        assertThatThrownBy(() -> store.change(Layer.USER, QUIET))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not UTF-8");
        assertThat(desk.userSettings()).hasBinaryContent(bytes);
        assertThat(store.current().get(Keys.QUIET_STARTUP)).isEqualTo(Choices.QuietStartup.QUIET);
    }

    @Test
    void a_change_makes_file_and_folders() throws Exception {
        store.change(Layer.USER, QUIET.with(Keys.RETRY_PROVIDER_MAX, 2));

        assertThat(desk.userSettings()).content().isEqualTo("""
            {
              "quietStartup": true,
              "retry": {
                "provider": {
                  "maxRetries": 2
                }
              }
            }
            """);
        try (var left = Files.list(desk.agentDir())) {
            assertThat(left).containsExactly(desk.userSettings());
        }
    }

    @Test
    void a_change_touches_nothing_else() throws Exception {
        Desk.write(
                desk.userSettings(),
                "{\"zebra\":[1.10,{},"
                    + " []],\"theme\":\"dark\",\"big\":123456789012345678901234567890,\"retry\":{\"mine\":\"\\u00e9\\n"
                    + "\",\"enabled\":true},\"a\":null}");
        store.read(true);

        store.change(
                Layer.USER, JsonEdit.nothing().with(Keys.RETRY_ENABLED, false).without(Keys.THEME));

        assertThat(desk.userSettings()).content().isEqualTo("""
            {
              "zebra": [
                1.1,
                {},
                []
              ],
              "big": 123456789012345678901234567890,
              "retry": {
                "mine": "é\\n",
                "enabled": false
              },
              "a": null
            }
            """);
        assertThat(store.current().retry().enabled()).isFalse();
        assertThat(store.current().get(Keys.THEME)).isEqualTo("system");
    }

    @Test
    void what_others_changed_in_the_meantime_stays_and_counts() throws Exception {
        Desk.write(desk.userSettings(), "{\"theme\":\"dark\"}");
        store.read(true);
        Desk.write(desk.userSettings(), "{\"theme\":\"light\",\"hookTimeout\":5}");

        var settings = store.change(Layer.USER, QUIET);

        assertThat(settings.get(Keys.THEME)).isEqualTo("light");
        assertThat(settings.get(Keys.HOOK_TIMEOUT)).isEqualTo(5);
        assertThat(JsonObject.parse(Files.readString(desk.userSettings())).names())
                .containsExactly("theme", "hookTimeout", "quietStartup");
    }

    @Test
    void a_group_that_is_no_object_is_replaced_by_one_when_it_is_changed() throws Exception {
        Desk.write(desk.userSettings(), "{\"retry\":5}");

        store.change(Layer.USER, JsonEdit.nothing().with(Keys.RETRY_MAX, 1));

        assertThat(JsonObject.parse(Files.readString(desk.userSettings())))
                .isEqualTo(JsonObject.parse("{\"retry\":{\"maxRetries\":1}}"));
    }

    @Test
    void a_file_that_is_no_json_is_not_overwritten_but_the_change_holds_for_the_run() throws Exception {
        Desk.write(desk.userSettings(), "{\"theme\":");
        store.read(true);

        assertThatThrownBy(() -> store.change(Layer.USER, QUIET))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(desk.userSettings().toString())
                .hasMessageContaining("holds for this run only")
                .hasMessageContaining("line 1, column 10");
        assertThat(desk.userSettings()).content().isEqualTo("{\"theme\":");
        assertThat(store.current().get(Keys.QUIET_STARTUP)).isEqualTo(Choices.QuietStartup.QUIET);
        assertThat(store.current().problems()).hasSize(1);
        assertThat(LockFolder.of(desk.userSettings())).doesNotExist();
    }

    @Test
    void settings_of_an_untrusted_project_are_not_written() {
        store.read(false);

        assertThatThrownBy(() -> store.change(Layer.PROJECT, QUIET))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not trusted");
        assertThat(desk.project().resolve(".pi")).doesNotExist();
    }

    @Test
    void links_and_permissions_outlive_a_change() throws Exception {
        var real = desk.write("dotfiles/pi.json", "{}");
        Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-------"));
        Files.createDirectories(desk.agentDir());
        Files.createSymbolicLink(desk.userSettings(), real);

        store.change(Layer.USER, QUIET);

        assertThat(desk.userSettings()).isSymbolicLink();
        assertThat(real).content().contains("quietStartup");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(real)))
                .isEqualTo("rw-------");
    }

    @Test
    void many_writers_undo_nothing_of_each_other() throws Exception {
        var writers = new ArrayList<Thread>();
        var failures = Collections.synchronizedList(new ArrayList<Throwable>());
        for (int writer = 0; writer < 6; writer++) {
            int number = writer;
            writers.add(Thread.startVirtualThread(() -> {
                var own = SettingsStore.in(desk.folders());
                try {
                    for (int i = 0; i < 10; i++) {
                        own.change(Layer.USER, JsonEdit.nothing().with(List.of("w" + number, "n" + i), i));
                    }
                } catch (IOException | InterruptedException e) {
                    failures.add(e);
                }
            }));
        }
        for (var writer : writers) {
            writer.join();
        }

        assertThat(failures).isEmpty();
        var json = JsonObject.parse(Files.readString(desk.userSettings()));
        assertThat(json.names()).hasSize(6);
        assertThat(json.names())
                .allSatisfy(name -> assertThat(json.object(name).names()).hasSize(10));
    }

    @Test
    void a_lock_that_is_held_is_respected_and_a_stale_one_is_not() throws Exception {
        var file = Desk.write(desk.userSettings(), "{}");
        try (var _ = LockFolder.take(file, Duration.ofSeconds(10), Duration.ZERO)) {
            assertThatThrownBy(() -> LockFolder.take(file, Duration.ofSeconds(10), Duration.ZERO))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("delete " + LockFolder.of(file));

            Files.setLastModifiedTime(
                    LockFolder.of(file), FileTime.from(Instant.now().minusSeconds(60)));
            store.change(Layer.USER, QUIET);
        }
        assertThat(file).content().contains("quietStartup");
    }

    @Test
    void an_interruption_ends_the_wait_for_a_lock() throws Exception {
        var file = Desk.write(desk.userSettings(), "{}");
        try (var _ = LockFolder.take(file, Duration.ofSeconds(10), Duration.ZERO)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> store.change(Layer.USER, QUIET)).isInstanceOf(InterruptedException.class);
        }
        assertThat(file).content().isEqualTo("{}");
    }
}
