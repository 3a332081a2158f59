package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import dev.pawl.testkit.model.ScriptedModel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands have no variables with keys, unless the user names them. */
class CommandKeysTest {
    @TempDir
    Path dir;

    private String environment(String settings, String project) throws Exception {
        try (var pawl = TestProgram.in(
                        dir, Turn.calls(call("bash", JsonObject.of("command", "env"))), Turn.text("Done."))
                .user("settings.json", settings)
                .file(".pi/settings.json", project)
                .environment("ANTHROPIC_API_KEY", "key-of-anthropic")
                .environment("OPENAI_API_KEY", "key-of-openai")
                .environment("PAWL_FLEET", "postgresql://fleet?password=key-of-the-fleet")
                .environment("OTHER_KEY", "a-key-of-something-else")) {
            // With keys of others in the environment, one of them would be asked.
            pawl.run("--model", "scripted/" + ScriptedModel.MODEL, "--approve", "-p", "Go");
            return pawl.asked(2).getLast();
        }
    }

    @Test
    void keys_of_model_providers_and_the_fleet_are_left_out() throws Exception {
        assertThat(environment("{}", "{}"))
                .contains("a-key-of-something-else")
                .doesNotContain("key-of-anthropic")
                .doesNotContain("key-of-openai")
                .doesNotContain("key-of-the-fleet");
    }

    @Test
    void what_the_user_names_is_passed_and_what_a_project_names_is_not() throws Exception {
        assertThat(environment("{\"commandKeys\": [\"OPENAI_API_KEY\"]}", "{\"commandKeys\": [\"ANTHROPIC_API_KEY\"]}"))
                .contains("key-of-openai")
                .doesNotContain("key-of-anthropic");
    }

    @Test
    void with_secrets_too_a_key_that_the_user_names_is_passed_and_its_value_is_not_shown() throws Exception {
        assertThat(environment(
                        "{\"commandKeys\": [\"OPENAI_API_KEY\"], \"secrets\": {\"OTHER_KEY\": {\"env\":"
                                + " \"OTHER_KEY\"}}}",
                        "{}"))
                .contains("OPENAI_API_KEY=⟦secret:OPENAI_API_KEY⟧")
                .doesNotContain("key-of-")
                .doesNotContain("ANTHROPIC_API_KEY=")
                .doesNotContain("PAWL_FLEET=")
                .doesNotContain("OTHER_KEY=");
    }
}
