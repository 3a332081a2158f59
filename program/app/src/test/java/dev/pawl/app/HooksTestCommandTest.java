package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code pawl hooks} and {@code pawl hooks test} with files of other agents. */
class HooksTestCommandTest {
    private static final String SETTINGS = "{\"hooks\":{\"PreToolUse\":[{\"matcher\":\"Bash\",\"hooks\":[{\"type\":"
            + "\"command\",\"command\":\"grep -q push && { echo no >&2; exit 2; }; echo fine\"}]}],"
            + "\"WorktreeCreate\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"true\"}]}]}}";

    @TempDir
    Path dir;

    @Test
    void each_hook_is_listed_with_its_state() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("never")).file(".claude/settings.json", SETTINGS)) {
            assertThat(pawl.run("hooks").out())
                    .contains("PreToolUse Bash: grep -q push")
                    .contains(": waits for trust")
                    .doesNotContain(": runs");
            assertThat(pawl.run("--approve", "hooks").out())
                    .contains("echo fine: runs")
                    .contains("WorktreeCreate (hooks.WorktreeCreate): never runs");
        }
    }

    @Test
    void a_hook_is_tried_with_a_payload() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("never"))) {
            ClaudeHooksTest.user(pawl, SETTINGS);
            var blocked = pawl.piped(
                    "{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"git push\"}}",
                    "hooks",
                    "test",
                    "PreToolUse");
            assertThat(blocked.status()).isEqualTo(2);
            assertThat(blocked.out())
                    .contains("hooks.PreToolUse[0].hooks[0]")
                    .contains("result    exit 2")
                    .contains("decision  block: no");

            var allowed = pawl.piped(
                    "{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}}",
                    "hooks",
                    "test",
                    "claude:PreToolUse");
            assertThat(allowed.status()).isZero();
            assertThat(allowed.out()).contains("decision  no decision").contains("output    fine");

            var other = pawl.piped("{\"tool_name\":\"Read\",\"tool_input\":{}}", "hooks", "test", "PreToolUse");
            assertThat(other.out()).isEqualTo("No hook is meant by this PreToolUse.\n");
        }
    }

    @Test
    void what_cannot_be_tried_is_said() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("never"))) {
            assertThat(pawl.piped("{}", "hooks", "test", "WorktreeCreate").err())
                    .contains("no event WorktreeCreate happens here");
            assertThat(pawl.piped("[", "hooks", "test", "PreToolUse").err())
                    .contains("is not a JSON object: line 1, column 2: the text ends, and ] is missing");
            assertThat(pawl.piped("{\"tool_name\": \"Bash\",\n \"tool_input\": {x}}", "hooks", "test", "PreToolUse")
                            .err())
                    .contains("is not a JSON object: line 2, column 17:")
                    .doesNotContain("Source")
                    .doesNotContain("JsonReadFeature");
            assertThat(pawl.piped("{}", "hooks", "test").err()).contains("needs one event");
        }
    }
}
