package dev.pawl.acceptance.program;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.ScriptedModel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the program is started, and what happens to that place. */
@Deep
class SurroundingsTest {
    @TempDir
    Path dir;

    @Test
    void no_key_is_in_the_environment_or_the_arguments_of_what_is_started() throws Exception {
        // The command, the two processes of its supervisor above it, and the program.
        var look = "env; p=$$; for n in 1 2 3 4; do tr '\\0' '\\n' < /proc/$p/environ; tr '\\0' ' ' < /proc/$p/cmdline;"
                + " p=$(cut -d' ' -f4 /proc/$p/stat); done";
        try (var pawl = Pawl.in(dir, Turn.calls(call("bash", JsonObject.of("command", look))), Turn.text("done"))) {
            pawl.user("auth.json", "{\"anthropic\": {\"type\": \"api_key\", \"key\": \"key-of-auth-json\"}}");
            pawl.environment.put("OPENAI_API_KEY", "key-of-the-users-own");
            var run = pawl.run("--model", "scripted/" + ScriptedModel.MODEL, "-p", "Hi");
            assertThat(run.out()).as(run.err()).isEqualTo("done\n");
            var said = pawl.model.requests().getLast().body().toString();
            assertThat(said)
                    .as("what the user's environment has is the user's")
                    .contains("key-of-the-users-own")
                    .contains("dev.pawl.app.Main");
            assertThat(said).doesNotContain("key-of-auth-json").doesNotContain("scripted-key");
        }
    }

    @Test
    void without_home_the_users_own_is_taken() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("ok"))) {
            pawl.environment.remove("HOME");
            pawl.environment.put(
                    "PI_CODING_AGENT_DIR", pawl.home.resolve(".pi/agent").toString());
            var run = pawl.run("-p", "Hi");
            assertThat(run.err()).isEmpty();
            assertThat(run.out()).isEqualTo("ok\n");
        }
    }

    @Test
    void a_folder_that_goes_away_meanwhile_is_reported_to_the_model() throws Exception {
        var leave = Turn.calls(call("bash", JsonObject.of("command", "rm -rf \"$PWD\"")));
        var look = Turn.calls(
                call("bash", JsonObject.of("command", "echo still here")),
                call("read", JsonObject.of("path", "a.txt")));
        try (var pawl = Pawl.in(dir, leave, look, Turn.text("It is gone."))) {
            var run = pawl.run("-p", "Leave");
            assertThat(run.out()).isEqualTo("It is gone.\n");
            assertThat(run.status()).isZero();
            assertThat(pawl.project).doesNotExist();
            var results = pawl.wholeSession().stream()
                    .map(line -> line.object("message"))
                    .filter(message -> message.string("role", "").equals("toolResult"))
                    .toList();
            assertThat(results).hasSize(3);
            assertThat(results.get(1).bool("isError", false)).isTrue();
            assertThat(results.get(1).toString()).contains(pawl.project.toString());
        }
    }

    @Test
    void where_no_session_can_be_kept_it_says_so_and_answers_if_none_is_wanted() throws Exception {
        try (var pawl = Pawl.in(dir, Turn.text("ok")).user("sessions", "a file in the way")) {
            var kept = pawl.run("-p", "Hi");
            assertThat(kept.status()).isEqualTo(1);
            assertThat(kept.err()).startsWith("pawl: ").contains("sessions").hasLineCount(1);
            assertThat(pawl.model.requests()).isEmpty();
            assertThat(pawl.run("--no-session", "-p", "Hi").out()).isEqualTo("ok\n");
        }
    }
}
