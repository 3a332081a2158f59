package dev.pawl.app;

import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsFilesTest {
    @TempDir
    Path dir;

    private TestProgram pawl;

    @BeforeEach
    void start() throws Exception {
        pawl = TestProgram.in(dir, Turn.text("1"), Turn.text("2"), Turn.text("3"));
    }

    @AfterEach
    void end() {
        pawl.close();
    }

    @Test
    void settings_that_are_no_json_are_named_once_and_left_as_they_are() throws Exception {
        var run = pawl.user("settings.json", "{\n  \"theme\": oops\n}").run("-p", "Hi");
        assertThat(run.err()).contains("~/.pi/agent/settings.json", "2").hasLineCount(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.status()).isEqualTo(1);
        assertThat(pawl.agentDir().resolve("settings.json")).hasContent("{\n  \"theme\": oops\n}");
    }

    @Test
    void a_value_that_cannot_be_used_is_named_and_the_others_count() throws Exception {
        var run = pawl.user("settings.json", "{\"steeringMode\":7,\"defaultTools\":[\"read\"]}")
                .run("-p", "Hi");
        assertThat(run.err()).contains("settings.json", "steeringMode").hasLineCount(1);
        assertThat(pawl.tools(1)).containsExactly("read");
    }

    @Test
    void the_project_s_settings_win_where_they_are_trusted() throws Exception {
        pawl.user("settings.json", "{\"defaultTools\":[\"read\"]}")
                .file(".pi/settings.json", "{\"defaultTools\":[\"ls\"]}");
        pawl.run("-p", "Hi");
        assertThat(pawl.tools(1)).containsExactly("read");
        pawl.run("-a", "-p", "Hi");
        assertThat(pawl.tools(2)).containsExactly("ls");
    }

    @Test
    void a_project_s_settings_that_are_no_json_are_named_and_nothing_runs() throws Exception {
        var run = pawl.user("settings.json", "{\"defaultTools\":[\"read\"]}")
                .file(".pi/settings.json", "{")
                .run("-a", "-p", "Hi");
        assertThat(run.err()).contains(".pi/settings.json").hasLineCount(1);
        assertThat(run.status()).isEqualTo(1);
        assertThat(pawl.requests()).isZero();
    }

    @Test
    void a_project_says_where_its_sessions_lie_once_it_is_trusted() throws Exception {
        pawl.file(".pi/settings.json", "{\"sessionDir\":\"logs\"}");
        for (var mode : List.of("text", "json")) {
            pawl.run("--mode", mode, "-p", "Hi");
            assertThat(pawl.project.resolve("logs")).doesNotExist();
        }
        assertThat(pawl.sessions()).hasSize(2);

        pawl.run("--approve", "-p", "Hi");
        try (var files = Files.walk(pawl.project.resolve("logs"))) {
            assertThat(files).anyMatch(file -> file.toString().endsWith(".jsonl"));
        }
        assertThat(pawl.sessions()).hasSize(2);
    }

    @Test
    void another_folder_may_take_the_place_of_the_usual_one() throws Exception {
        var other = Files.createDirectories(dir.toRealPath().resolve("agent"));
        Files.copy(pawl.agentDir().resolve("models.json"), other.resolve("models.json"));
        Files.writeString(other.resolve("settings.json"), "{\"defaultTools\":[\"ls\"]}");
        pawl.environment("PI_CODING_AGENT_DIR", other.toString()).run("-p", "Hi");
        assertThat(pawl.tools(1)).containsExactly("ls");
        assertThat(other.resolve("sessions")).isDirectory();
        assertThat(pawl.sessions()).isEmpty();
    }
}
