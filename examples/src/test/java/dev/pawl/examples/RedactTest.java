package dev.pawl.examples;

import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static dev.pawl.api.HookPoints.USER_BASH_RESULT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.ToolResult;
import dev.pawl.api.event.UserBashResult;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.tool.BashResult;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedactTest {
    private static ToolResult read(String text) {
        return ToolResult.of("read", new ToolInput.Read(".env"), text);
    }

    @Test
    void keys_do_not_reach_the_model() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("redact.java"))) {
            var result = trial.fire(TOOL_RESULT, read("HOST=here\nAPI_KEY=abc123\nDB_PASSWORD: hunter2 # old\n"));

            assertThat(result.text()).isEqualTo("HOST=here\nAPI_KEY=[REDACTED]\nDB_PASSWORD: [REDACTED] # old\n");
        }
    }

    @Test
    void output_without_keys_stays_the_very_same() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("redact.java"))) {
            var result = read("nothing to hide, not even the word token");

            assertThat(trial.fire(TOOL_RESULT, result)).isSameAs(result);
        }
    }

    @Test
    void keys_in_the_output_of_a_users_command_do_not_reach_it_either() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("redact.java"))) {
            var event = new UserBashResult("env", false, Path.of("/"), BashResult.of("API_KEY=abc123\n", 0));

            assertThat(trial.fire(USER_BASH_RESULT, event).text()).isEqualTo("API_KEY=[REDACTED]\n");
        }
    }

    @Test
    void keys_in_the_details_are_not_kept() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("redact.java"))) {
            var result = read("API_KEY=abc123").withDetails(JsonObject.of("content", "API_KEY=abc123"));

            assertThat(trial.fire(TOOL_RESULT, result).toString()).doesNotContain("abc123");
        }
    }

    @Test
    void pictures_are_left_alone() throws Exception {
        try (var trial = HookTrial.ofFiles(Path.of("redact.java"))) {
            var image = Content.image("QUJD", "image/png");

            var result = trial.fire(TOOL_RESULT, read("").withContent(List.of(image, Content.text("API_KEY=abc123"))));

            assertThat(result.content()).containsExactly(image, Content.text("API_KEY=[REDACTED]"));
        }
    }
}
