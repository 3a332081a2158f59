package dev.pawl.shellhooks.dialect;

import static dev.pawl.shellhooks.dialect.EventForm.Blocking.BLOCKS;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.IGNORED;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.TELLS_MODEL;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.TELLS_USER;
import static dev.pawl.shellhooks.dialect.Tables.paths;
import static dev.pawl.shellhooks.dialect.Tables.tool;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The table of Claude Code. */
final class Claude {
    static final Map<String, ToolForm> TOOLS = Tables.tools(
            tool("bash", "Bash", "command", "command", "timeout", "timeout"),
            tool("read", "Read", "path", "file_path", "offset", "offset", "limit", "limit"),
            tool("write", "Write", "path", "file_path", "content", "content"),
            tool("edit", "Edit MultiEdit", "path", "file_path", "edits", "edits"),
            new ToolForm(
                    "grep",
                    List.of("Grep"),
                    Map.of(
                            "pattern",
                            "pattern",
                            "path",
                            "path",
                            "glob",
                            "glob",
                            "ignoreCase",
                            "-i",
                            "context",
                            "-C",
                            "limit",
                            "head_limit"),
                    Map.of("output_mode", "content")),
            tool("find", "Glob", "pattern", "pattern", "path", "path"),
            tool("ls", "LS", "path", "path"),
            tool("subagent", "Agent Task", "task", "prompt"),
            tool("task", "Agent Task", "task", "prompt"));

    static final AnswerNames ANSWERS = new AnswerNames(
            paths("hookSpecificOutput.permissionDecision", "hookSpecificOutput.decision.behavior", "decision"),
            paths("hookSpecificOutput.permissionDecisionReason", "hookSpecificOutput.decision.message", "reason"),
            paths("hookSpecificOutput.updatedInput", "hookSpecificOutput.decision.updatedInput"),
            paths("hookSpecificOutput.updatedToolOutput", "hookSpecificOutput.updatedMCPToolOutput"),
            paths("hookSpecificOutput.additionalContext"),
            paths("systemMessage"),
            paths("hookSpecificOutput.additionalContext"));

    static final Dialect DIALECT = new Dialect(
            new Dialect.Title(
                    "claude",
                    "Claude Code",
                    List.of(
                            Place.home(".claude/settings.json"),
                            Place.project(".claude/settings.json"),
                            Place.project(".claude/settings.local.json"))),
            events(),
            Tables.map(
                    "session_id", Fact.SESSION_ID,
                    "transcript_path", Fact.TRANSCRIPT,
                    "cwd", Fact.CWD,
                    "hook_event_name", Fact.EVENT,
                    "permission_mode", Fact.PERMISSION_MODE),
            Map.of("CLAUDE_PROJECT_DIR", Fact.PROJECT_DIR),
            new Dialect.Rules(
                    new Times(1_000, 600_000, 30_000, false),
                    new ExitRules(true, false, Set.of(), Set.of(), false),
                    Rewriting.REPLACES,
                    "-, ",
                    false),
            new HandlerNames(
                    true,
                    List.of("command"),
                    List.of("timeout"),
                    Set.of("command", "http", "prompt"),
                    Set.of("agent", "mcp_tool"),
                    Set.of(Moment.SESSION_START),
                    Set.of()),
            ANSWERS,
            TOOLS);

    private Claude() {}

    private static Map<String, EventForm> events() {
        var tables = new Tables();
        tools(tables);
        tables.event("UserPromptSubmit", Moment.PROMPT, null, BLOCKS, "prompt", Fact.PROMPT, "source", Fact.SOURCE)
                .plain()
                .within(30_000)
                .event(
                        "SessionStart",
                        Moment.SESSION_START,
                        Fact.SOURCE,
                        TELLS_USER,
                        "source",
                        Fact.SOURCE,
                        "model",
                        Fact.MODEL)
                .plain()
                .event("SessionEnd", Moment.SESSION_END, Fact.REASON, TELLS_USER, "reason", Fact.REASON)
                .within(1_500)
                .event(
                        "Stop",
                        Moment.STOP,
                        null,
                        BLOCKS,
                        "stop_hook_active",
                        Fact.STOP_ACTIVE,
                        "last_assistant_message",
                        Fact.LAST_MESSAGE)
                .event(
                        "StopFailure",
                        Moment.STOP_FAILURE,
                        Fact.ERROR,
                        IGNORED,
                        "error",
                        Fact.ERROR,
                        "error_details",
                        Fact.MESSAGE)
                .event(
                        "SubagentStart",
                        Moment.SUBAGENT_START,
                        Fact.AGENT_TYPE,
                        TELLS_USER,
                        "agent_id",
                        Fact.AGENT_ID,
                        "agent_type",
                        Fact.AGENT_TYPE)
                .event(
                        "SubagentStop",
                        Moment.SUBAGENT_STOP,
                        Fact.AGENT_TYPE,
                        BLOCKS,
                        "stop_hook_active",
                        Fact.STOP_ACTIVE,
                        "last_assistant_message",
                        Fact.LAST_MESSAGE,
                        "agent_id",
                        Fact.AGENT_ID,
                        "agent_type",
                        Fact.AGENT_TYPE,
                        "agent_transcript_path",
                        Fact.AGENT_TRANSCRIPT)
                .event(
                        "PreCompact",
                        Moment.PRE_COMPACT,
                        Fact.TRIGGER,
                        BLOCKS,
                        "trigger",
                        Fact.TRIGGER,
                        "custom_instructions",
                        Fact.INSTRUCTIONS)
                .event(
                        "PostCompact",
                        Moment.POST_COMPACT,
                        Fact.TRIGGER,
                        TELLS_USER,
                        "trigger",
                        Fact.TRIGGER,
                        "compact_summary",
                        Fact.SUMMARY)
                .event(
                        "Notification",
                        Moment.NOTIFICATION,
                        Fact.NOTIFICATION_TYPE,
                        IGNORED,
                        "message",
                        Fact.MESSAGE,
                        "title",
                        Fact.TITLE,
                        "notification_type",
                        Fact.NOTIFICATION_TYPE)
                .event(
                        "PreModelSwitch",
                        Moment.PRE_MODEL_SWITCH,
                        null,
                        BLOCKS,
                        "from_model",
                        Fact.FROM_MODEL,
                        "to_model",
                        Fact.TO_MODEL,
                        "source",
                        Fact.SOURCE)
                .event(
                        "PostModelSwitch",
                        Moment.POST_MODEL_SWITCH,
                        null,
                        IGNORED,
                        "from_model",
                        Fact.FROM_MODEL,
                        "to_model",
                        Fact.TO_MODEL,
                        "source",
                        Fact.SOURCE)
                .never(
                        "PermissionDenied",
                        "UserPromptExpansion",
                        "Setup",
                        "TaskCreated",
                        "TaskCompleted",
                        "TeammateIdle",
                        "Elicitation",
                        "ElicitationResult",
                        "ConfigChange",
                        "InstructionsLoaded",
                        "CwdChanged",
                        "FileChanged",
                        "DirectoryAdded",
                        "WorktreeCreate",
                        "WorktreeRemove",
                        "MessageDisplay");
        return tables.events();
    }

    private static void tools(Tables tables) {
        tables.event(
                        "PreToolUse",
                        Moment.PRE_TOOL,
                        Fact.TOOL_NAME,
                        BLOCKS,
                        "tool_name",
                        Fact.TOOL_NAME,
                        "tool_input",
                        Fact.TOOL_INPUT,
                        "tool_use_id",
                        Fact.TOOL_USE_ID,
                        "agent_id",
                        Fact.AGENT_ID,
                        "agent_type",
                        Fact.AGENT_TYPE)
                .event(
                        "PostToolUse",
                        Moment.POST_TOOL,
                        Fact.TOOL_NAME,
                        TELLS_MODEL,
                        "tool_name",
                        Fact.TOOL_NAME,
                        "tool_input",
                        Fact.TOOL_INPUT,
                        "tool_use_id",
                        Fact.TOOL_USE_ID,
                        "tool_response",
                        Fact.TOOL_RESPONSE,
                        "duration_ms",
                        Fact.DURATION)
                .event(
                        "PostToolUseFailure",
                        Moment.POST_TOOL_FAILURE,
                        Fact.TOOL_NAME,
                        TELLS_MODEL,
                        "tool_name",
                        Fact.TOOL_NAME,
                        "tool_input",
                        Fact.TOOL_INPUT,
                        "tool_use_id",
                        Fact.TOOL_USE_ID,
                        "error",
                        Fact.ERROR,
                        "duration_ms",
                        Fact.DURATION)
                .event("PostToolBatch", Moment.POST_TOOL_BATCH, null, BLOCKS, "tool_calls", Fact.TOOL_CALLS)
                .event(
                        "PermissionRequest",
                        Moment.PERMISSION_REQUEST,
                        Fact.TOOL_NAME,
                        BLOCKS,
                        "tool_name",
                        Fact.TOOL_NAME,
                        "tool_input",
                        Fact.TOOL_INPUT);
    }
}
