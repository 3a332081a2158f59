package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A settings file that is broken, and a project's null, switch no protection off. */
class BrokenSettingsTest {
    private static final String DENY = "{\"permissions\": {\"deny\": [\"Write\"], \"mode\": \"bypass\"}}";
    private static final List<String> BROKEN = List.of("", "{\"permissions\": {\"de", "[]", "null");

    @TempDir
    Path dir;

    private static Turn writing(String path) {
        return Turn.calls(call("write", JsonObject.of("path", path, "content", "new")));
    }

    @Test
    void nothing_runs_with_settings_that_are_not_known() throws Exception {
        try (var pawl = TestProgram.in(dir, writing("written.txt"), Turn.text("Done."))) {
            for (var text : BROKEN) {
                for (var file :
                        List.of(pawl.agentDir().resolve("settings.json"), pawl.project.resolve(".pi/settings.json"))) {
                    Files.createDirectories(file.getParent());
                    Files.writeString(file, text);
                    for (var mode : List.of("text", "json", "rpc")) {
                        var run = pawl.piped(
                                "{\"type\":\"prompt\",\"message\":\"Write\"}\n",
                                mode.equals("rpc")
                                        ? new String[] {"--approve", "--mode", mode}
                                        : new String[] {"--approve", "--mode", mode, "-p", "Write"});
                        assertThat(run.status()).as(mode + " with " + text).isEqualTo(1);
                        assertThat(run.err()).contains("nothing was started: ", "settings.json cannot be read: ");
                    }
                    Files.delete(file);
                }
            }
            assertThat(pawl.requests()).isZero();
            assertThat(pawl.project.resolve("written.txt")).doesNotExist();
            assertThat(pawl.run("-p", "Write").status()).isZero();
        }
    }

    @Test
    void a_running_program_keeps_the_settings_that_it_has() throws Exception {
        try (var pawl = TestProgram.in(dir, writing("a.txt"), Turn.text("Done."), writing("b.txt"), Turn.text("Done."))
                .user("settings.json", DENY)) {
            try (var client = new InnerRpc(pawl)) {
                client.prompt("Write");
                Files.writeString(pawl.agentDir().resolve("settings.json"), "");
                client.send("{\"type\":\"new_session\"}");
                client.prompt("Write again");
                assertThat(client.printed()).contains("Its previous content still applies until it is mended");
            }
            assertThat(pawl.requests()).isEqualTo(4);
            assertThat(pawl.project.resolve("a.txt")).doesNotExist();
            assertThat(pawl.project.resolve("b.txt")).doesNotExist();
        }
    }

    @Test
    void a_null_of_a_project_ends_no_rule_of_the_user() throws Exception {
        try (var pawl = TestProgram.in(dir, writing("a.txt"), Turn.text("Done."))
                .user("settings.json", DENY)
                .file(".pi/settings.json", "{\"permissions\": null}")) {
            pawl.run("--approve", "-p", "Write");
            assertThat(pawl.requests()).isEqualTo(2);
            assertThat(pawl.project.resolve("a.txt")).doesNotExist();
        }
    }

    @Test
    void a_client_is_told_that_its_session_goes_on_in_another_file() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("One."), Turn.text("Two."))) {
            var sessions = dir.resolve("sessions");
            try (var client = new InnerRpc(pawl, "--session-dir", sessions.toString())) {
                client.prompt("Hi");
                try (var files = Files.walk(sessions)) {
                    var session = files.filter(file -> file.toString().endsWith(".jsonl"))
                            .findFirst()
                            .orElseThrow();
                    Files.delete(session);
                    Files.writeString(session, "another\n");
                }
                client.prompt("Hi again");
                assertThat(client.printed().lines().filter(line -> line.startsWith("{")))
                        .anyMatch(line -> line.contains("extension_ui_request")
                                && line.contains("was replaced by another file while it was open. It goes on in "));
            }
        }
    }
}
