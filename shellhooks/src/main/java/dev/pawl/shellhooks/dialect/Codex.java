package dev.pawl.shellhooks.dialect;

import static dev.pawl.shellhooks.dialect.EventForm.Blocking.BLOCKS;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.TELLS_MODEL;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.TELLS_USER;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The table of Codex, whose standard input has closed schemas. */
final class Codex {
    static final Dialect DIALECT = new Dialect(
            new Dialect.Title(
                    "codex", "Codex", List.of(Place.home(".codex/hooks.json"), Place.project(".codex/hooks.json"))),
            events(),
            Tables.map(
                    "session_id", Fact.SESSION_ID,
                    "transcript_path", Fact.TRANSCRIPT,
                    "cwd", Fact.CWD,
                    "hook_event_name", Fact.EVENT),
            Map.of(),
            new Dialect.Rules(
                    new Times(1_000, 600_000, 30_000, true),
                    new ExitRules(false, true, Set.of(), Set.of(), false),
                    Rewriting.REPLACES_IF_ALLOWED,
                    "",
                    false),
            new HandlerNames(
                    true,
                    List.of("command"),
                    List.of("timeout"),
                    Set.of("command"),
                    Set.of("prompt", "agent", "mcp_tool"),
                    Set.of(),
                    Set.of("description")),
            Claude.ANSWERS,
            Claude.TOOLS);

    private Codex() {}

    private static Map<String, EventForm> events() {
        return new Tables()
                .event(
                        "PreToolUse",
                        Moment.PRE_TOOL,
                        Fact.TOOL_NAME,
                        BLOCKS,
                        "model",
                        Fact.MODEL,
                        "permission_mode",
                        Fact.PERMISSION_MODE,
                        "turn_id",
                        Fact.TURN_ID,
                        "tool_name",
                        Fact.TOOL_NAME,
                        "tool_input",
                        Fact.TOOL_INPUT,
                        "tool_use_id",
                        Fact.TOOL_USE_ID)
                .event(
                        "PermissionRequest",
                        Moment.PERMISSION_REQUEST,
                        Fact.TOOL_NAME,
                        BLOCKS,
                        "model",
                        Fact.MODEL,
                        "permission_mode",
                        Fact.PERMISSION_MODE,
                        "turn_id",
                        Fact.TURN_ID,
                        "tool_name",
                        Fact.TOOL_NAME,
                        "tool_input",
                        Fact.TOOL_INPUT)
                .event(
                        "PostToolUse",
                        Moment.POST_TOOL,
                        Fact.TOOL_NAME,
                        TELLS_MODEL,
                        "model",
                        Fact.MODEL,
                        "permission_mode",
                        Fact.PERMISSION_MODE,
                        "turn_id",
                        Fact.TURN_ID,
                        "tool_name",
                        Fact.TOOL_NAME,
                        "tool_input",
                        Fact.TOOL_INPUT,
                        "tool_use_id",
                        Fact.TOOL_USE_ID,
                        "tool_response",
                        Fact.TOOL_RESPONSE)
                .event(
                        "PreCompact",
                        Moment.PRE_COMPACT,
                        Fact.TRIGGER,
                        BLOCKS,
                        "model",
                        Fact.MODEL,
                        "turn_id",
                        Fact.TURN_ID,
                        "trigger",
                        Fact.TRIGGER)
                .event(
                        "PostCompact",
                        Moment.POST_COMPACT,
                        Fact.TRIGGER,
                        TELLS_USER,
                        "model",
                        Fact.MODEL,
                        "turn_id",
                        Fact.TURN_ID,
                        "trigger",
                        Fact.TRIGGER)
                .event(
                        "SessionStart",
                        Moment.SESSION_START,
                        Fact.SOURCE,
                        TELLS_USER,
                        "model",
                        Fact.MODEL,
                        "permission_mode",
                        Fact.PERMISSION_MODE,
                        "source",
                        Fact.SOURCE)
                .plain()
                .event("SessionEnd", Moment.SESSION_END, Fact.REASON, TELLS_USER, "reason", "other")
                .within(1_000)
                .event(
                        "UserPromptSubmit",
                        Moment.PROMPT,
                        null,
                        BLOCKS,
                        "model",
                        Fact.MODEL,
                        "permission_mode",
                        Fact.PERMISSION_MODE,
                        "turn_id",
                        Fact.TURN_ID,
                        "prompt",
                        Fact.PROMPT)
                .plain()
                .event(
                        "SubagentStart",
                        Moment.SUBAGENT_START,
                        Fact.AGENT_TYPE,
                        TELLS_USER,
                        "model",
                        Fact.MODEL,
                        "permission_mode",
                        Fact.PERMISSION_MODE,
                        "turn_id",
                        Fact.TURN_ID,
                        "agent_id",
                        Fact.AGENT_ID,
                        "agent_type",
                        Fact.AGENT_TYPE)
                .plain()
                .event(
                        "SubagentStop",
                        Moment.SUBAGENT_STOP,
                        Fact.AGENT_TYPE,
                        BLOCKS,
                        "model",
                        Fact.MODEL,
                        "permission_mode",
                        Fact.PERMISSION_MODE,
                        "turn_id",
                        Fact.TURN_ID,
                        "agent_id",
                        Fact.AGENT_ID,
                        "agent_type",
                        Fact.AGENT_TYPE,
                        "agent_transcript_path",
                        Fact.AGENT_TRANSCRIPT,
                        "stop_hook_active",
                        Fact.STOP_ACTIVE,
                        "last_assistant_message",
                        Fact.LAST_MESSAGE)
                .event(
                        "Stop",
                        Moment.STOP,
                        null,
                        BLOCKS,
                        "model",
                        Fact.MODEL,
                        "permission_mode",
                        Fact.PERMISSION_MODE,
                        "turn_id",
                        Fact.TURN_ID,
                        "stop_hook_active",
                        Fact.STOP_ACTIVE,
                        "last_assistant_message",
                        Fact.LAST_MESSAGE)
                .events();
    }
}
