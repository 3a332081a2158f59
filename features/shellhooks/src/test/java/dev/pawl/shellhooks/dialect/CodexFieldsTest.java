package dev.pawl.shellhooks.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Codex refuses fields that it does not know, and misses those that are not there. */
class CodexFieldsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "PreToolUse; model permission_mode turn_id agent_id agent_type tool_name tool_input tool_use_id",
                "PermissionRequest; model permission_mode turn_id agent_id agent_type tool_name tool_input",
                "PostToolUse; model permission_mode turn_id agent_id agent_type tool_name tool_input tool_use_id"
                        + " tool_response",
                "PreCompact; model turn_id trigger",
                "PostCompact; model turn_id trigger",
                "SessionStart; model permission_mode source",
                "SessionEnd; reason",
                "UserPromptSubmit; model permission_mode turn_id prompt",
                "SubagentStart; model permission_mode turn_id agent_id agent_type",
                "SubagentStop; model permission_mode turn_id agent_id agent_type agent_transcript_path"
                        + " stop_hook_active last_assistant_message",
                "Stop; model permission_mode turn_id stop_hook_active last_assistant_message",
            })
    void an_event_has_exactly_its_fields(String event, String fields) {
        var form = Codex.DIALECT.events().get(event);
        assertThat(form).isNotNull();
        var written = new HashSet<>(Codex.DIALECT.base().keySet());
        written.addAll(form.fields().keySet());
        var expected = new HashSet<>(Set.of("session_id", "transcript_path", "cwd", "hook_event_name"));
        expected.addAll(Set.of(fields.split(" ", -1)));
        assertThat(written).isEqualTo(expected);
    }
}
