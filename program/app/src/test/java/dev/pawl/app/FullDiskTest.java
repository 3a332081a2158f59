package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.accounts.secret.Secret;
import dev.pawl.ai.OpenModels;
import dev.pawl.ai.credentials.ModelsSetup;
import dev.pawl.ai.http.CallSettings;
import dev.pawl.base.net.Network;
import dev.pawl.config.settings.Folders;
import dev.pawl.config.settings.Layer;
import dev.pawl.config.settings.SettingsStore;
import dev.pawl.config.text.JsonEdit;
import dev.pawl.config.text.JsonFile;
import dev.pawl.machine.Needed;
import dev.pawl.observe.page.SessionPage;
import dev.pawl.screen.command.LocalServers;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.SessionPaths;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a disk without room every file of the user's stays as it was, and whoever wanted to change it is told why. */
class FullDiskTest {
    @TempDir
    Path dir;

    private Path disk;
    private Path agent;

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createDirectory(dir.toRealPath().resolve("disk"));
        Needed.orSkip(
                new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", disk.toString())
                                .redirectErrorStream(true)
                                .start()
                                .waitFor()
                        == 0,
                "needs the right to mount a small disk");
        agent = Files.createDirectories(disk.resolve(".pi/agent"));
    }

    @AfterEach
    void unmount() throws Exception {
        new ProcessBuilder("umount", "-l", disk.toString()).start().waitFor();
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(agent.resolve(name), text);
    }

    private void fill() throws IOException {
        try (var out = Files.newOutputStream(disk.resolve("filler"))) {
            while (true) {
                out.write(new byte[1_024]);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }

    private void leaves(Path file, ThrowingCallable change) throws IOException {
        var before = Files.readAllBytes(file);
        var names = names();
        assertThatThrownBy(change).isInstanceOf(IOException.class).hasMessageContaining("No space left");
        assertThat(file).hasBinaryContent(before);
        assertThat(names()).as("nothing else is left").isEqualTo(names);
    }

    private List<String> names() throws IOException {
        var names = new ArrayList<String>();
        try (var all = Files.walk(agent)) {
            all.forEach(path -> names.add(path.toString()));
        }
        return names;
    }

    @Test
    void an_audit_without_room_stops_the_start() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Done."))
                .user("settings.json", "{\"audit\":{\"file\":\"" + disk.resolve("audit.jsonl") + "\"}}")) {
            fill();
            var run = pawl.run("-p", "Go");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.err()).contains("nothing was started, because the audit file", "No space left");
            assertThat(pawl.requests()).isZero();
        }
    }

    @Test
    void settings_trust_keys_and_servers_stay_as_they_were() throws Exception {
        var settings = file("settings.json", "{\"defaultProvider\": \"scripted\"}\n");
        var trust = file("trust.json", "{\"/src\": true}\n");
        var auth = file("auth.json", "{\"openai\": {\"type\": \"api_key\", \"key\": \"sk-a-key-that-is-kept\"}}\n");
        var models = file("models.json", "{\"providers\": {}}\n");
        var store = SettingsStore.in(new Folders(disk, agent, dir));
        fill();
        leaves(settings, () -> store.change(Layer.USER, JsonEdit.nothing().with(List.of("theme"), "light")));
        leaves(trust, () -> new JsonFile(trust).edit(JsonEdit.nothing().with(List.of("/other"), true)));
        leaves(
                models,
                () -> LocalServers.keep(
                        new LocalServers.Server("ollama", "http://127.0.0.1:11434/v1", List.of("qwen")), models));
        var calls = new CallSettings(Duration.ofMinutes(1), 0, Duration.ofMinutes(1));
        try (var open = new OpenModels(ModelsSetup.of(agent, Map.of()), calls, Network.direct(), Duration.ZERO)) {
            leaves(auth, () -> open.models().saveKey("anthropic", Secret.of("sk-another-key")));
        }
    }

    @Test
    void a_file_that_can_only_be_written_over_gets_back_what_it_said() throws Exception {
        // A file that is mounted by itself cannot be replaced, as in a container.
        var mounted = file("settings.json", "{\"a\": \"" + "x".repeat(3_000) + "\"}\n");
        var other = Files.writeString(dir.resolve("settings.json"), "");
        Needed.orSkip(
                new ProcessBuilder("mount", "--bind", mounted.toString(), other.toString())
                                .redirectErrorStream(true)
                                .start()
                                .waitFor()
                        == 0,
                "needs the right to mount a file");
        try {
            var json = new JsonFile(other);
            json.edit(JsonEdit.nothing().with(List.of("b"), 1));
            assertThat(mounted).content().contains("\"b\"", "xxx");
            var before = Files.readString(mounted);
            fill();
            assertThatThrownBy(() -> json.edit(JsonEdit.nothing().with(List.of("c"), "y".repeat(8_000))))
                    .hasMessageContaining("No space left");
            assertThat(mounted).content().isEqualTo(before);
        } finally {
            new ProcessBuilder("umount", "-l", other.toString()).start().waitFor();
        }
    }

    @Test
    void an_exported_page_stays_as_it_was() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Seven."))) {
            var page = file("out.html", "the old page");
            fill();
            var before = names();
            var said = Files.createDirectory(dir.resolve("sessions"));
            assertThat(pawl.run("--session-dir", said.toString(), "-p", "How many?")
                            .status())
                    .isZero();
            Path session;
            try (var files = Files.walk(said)) {
                session = files.filter(file -> file.toString().endsWith(".jsonl"))
                        .findFirst()
                        .orElseThrow();
            }
            var sessions = new Sessions(SessionPaths.in(said), SessionOptions.standard());
            try (var open = sessions.openReadOnly(session)) {
                assertThatThrownBy(() -> SessionPage.write(open, List.of(), page))
                        .hasMessageContaining("No space left");
            }
            assertThat(page).hasContent("the old page");
            assertThat(names()).isEqualTo(before);
        }
    }
}
