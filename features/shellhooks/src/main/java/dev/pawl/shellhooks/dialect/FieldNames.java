package dev.pawl.shellhooks.dialect;

import java.util.Locale;
import java.util.Map;

/** The names of fields that several dialects have in common, with underscores or in camel case. */
final class FieldNames {
    /** Names that are not simply that of the fact. */
    private static final Map<String, Fact> OTHERS = Map.ofEntries(
            Map.entry("transcript_path", Fact.TRANSCRIPT),
            Map.entry("hook_event_name", Fact.EVENT),
            Map.entry("duration_ms", Fact.DURATION),
            Map.entry("custom_instructions", Fact.INSTRUCTIONS),
            Map.entry("compact_summary", Fact.SUMMARY),
            Map.entry("stop_hook_active", Fact.STOP_ACTIVE),
            Map.entry("last_assistant_message", Fact.LAST_MESSAGE),
            Map.entry("agent_transcript_path", Fact.AGENT_TRANSCRIPT),
            Map.entry("conversation_id", Fact.SESSION_ID),
            Map.entry("generation_id", Fact.TURN_ID),
            Map.entry("project_dir", Fact.PROJECT_DIR),
            Map.entry("tool_args", Fact.TOOL_INPUT),
            Map.entry("tool_call_id", Fact.TOOL_USE_ID),
            Map.entry("agent_name", Fact.AGENT_TYPE),
            Map.entry("subagent_id", Fact.AGENT_ID),
            Map.entry("subagent_type", Fact.AGENT_TYPE),
            Map.entry("error_message", Fact.ERROR));

    private FieldNames() {}

    /** What is in a field of this name. */
    static Fact fact(String name) {
        var plain = name.replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
        var other = OTHERS.get(plain);
        return other == null ? Fact.valueOf(plain.toUpperCase(Locale.ROOT)) : other;
    }
}
