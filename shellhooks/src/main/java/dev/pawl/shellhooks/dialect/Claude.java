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
    /** The fields of a tool call, of a stop and of a subagent, in Codex, too. */
    static final String TOOL = "tool_name tool_input tool_use_id";

    static final String STOP = "stop_hook_active last_assistant_message";
    static final String AGENT = "agent_id agent_type";

    static final Map<String, ToolForm> TOOLS = Tables.tools(
            tool("bash", "Bash", "command timeout"),
            tool("read", "Read", "path=file_path offset limit"),
            tool("write", "Write", "path=file_path content"),
            tool("edit", "Edit MultiEdit", "path=file_path edits"),
            tool("grep", "Grep", "pattern path glob ignoreCase=-i context=-C limit=head_limit")
                    .adding("output_mode", "content"),
            tool("find", "Glob", "pattern path"),
            tool("ls", "LS", "path"),
            tool("subagent", "Agent Task", "task=prompt"),
            tool("task", "Agent Task", "task=prompt"));

    static final AnswerNames ANSWERS = new AnswerNames(
            paths(
                    "hookSpecificOutput.permissionDecision",
                    "hookSpecificOutput.decision.behavior",
                    "decision",
                    "hookSpecificOutput.action"),
            paths("hookSpecificOutput.permissionDecisionReason", "hookSpecificOutput.decision.message", "reason"),
            paths("hookSpecificOutput.updatedInput", "hookSpecificOutput.decision.updatedInput"),
            paths(
                    "hookSpecificOutput.updatedToolOutput",
                    "hookSpecificOutput.updatedMCPToolOutput",
                    "hookSpecificOutput.content"),
            paths("hookSpecificOutput.additionalContext"),
            paths("systemMessage"),
            paths("hookSpecificOutput.additionalContext"));

    static final Dialect DIALECT = new Dialect(
            new Dialect.Title(
                    "claude",
                    "Claude Code",
                    List.of(
                            Place.system("etc/claude-code/managed-settings.json"),
                            Place.system("Library/Application Support/ClaudeCode/managed-settings.json"),
                            Place.home(".claude/settings.json"),
                            Place.project(".claude/settings.json"),
                            Place.project(".claude/settings.local.json"))),
            events(),
            Tables.fields("session_id transcript_path cwd hook_event_name permission_mode"),
            Map.of("CLAUDE_PROJECT_DIR", Fact.PROJECT_DIR),
            new Dialect.Rules(
                    new Times(1_000, 600_000, 30_000, false),
                    new ExitRules(true, false, Set.of(), Set.of(), false),
                    Rewriting.REPLACES,
                    new Dialect.Matching("-, ", false, false)),
            new HandlerNames(
                    HandlerNames.Layout.GROUPS,
                    List.of("command"),
                    List.of("timeout"),
                    Set.of("command", "http", "prompt", "agent", "mcp_tool"),
                    Set.of(),
                    Set.of(Moment.SESSION_START),
                    Set.of()),
            ANSWERS,
            TOOLS);

    private Claude() {}

    private static Map<String, EventForm> events() {
        // format:off
        return new Tables()
                .event("PreToolUse", Moment.PRE_TOOL, Fact.TOOL_NAME, BLOCKS, TOOL + " agent_id agent_type")
                .event("PostToolUse", Moment.POST_TOOL, Fact.TOOL_NAME, TELLS_MODEL, TOOL + " tool_response duration_ms")
                .event("PostToolUseFailure", Moment.POST_TOOL_FAILURE, Fact.TOOL_NAME, TELLS_MODEL, TOOL + " error duration_ms")
                .event("PostToolBatch", Moment.POST_TOOL_BATCH, null, BLOCKS, "tool_calls")
                .event("PermissionRequest", Moment.PERMISSION_REQUEST, Fact.TOOL_NAME, BLOCKS, "tool_name tool_input")
                .event("PermissionDenied", Moment.PERMISSION_DENIED, Fact.TOOL_NAME, IGNORED, TOOL + " reason")
                .event("UserPromptExpansion", Moment.EXPANSION, Fact.COMMAND_NAME, BLOCKS, "command_name command_args prompt")
                        .always("expansion_type", "slash_command").plain()
                .event("UserPromptSubmit", Moment.PROMPT, null, BLOCKS, "prompt source").plain().within(30_000)
                .event("SessionStart", Moment.SESSION_START, Fact.SOURCE, TELLS_USER, "source model").plain()
                .event("SessionEnd", Moment.SESSION_END, Fact.REASON, TELLS_USER, "reason").within(1_500, 60_000)
                .event("Stop", Moment.STOP, null, BLOCKS, STOP)
                .event("StopFailure", Moment.STOP_FAILURE, Fact.ERROR, IGNORED, "error error_details=MESSAGE")
                .event("SubagentStart", Moment.SUBAGENT_START, Fact.AGENT_TYPE, TELLS_USER, AGENT)
                .event("SubagentStop", Moment.SUBAGENT_STOP, Fact.AGENT_TYPE, BLOCKS, STOP + " " + AGENT + " agent_transcript_path")
                .event("PreCompact", Moment.PRE_COMPACT, Fact.TRIGGER, BLOCKS, "trigger custom_instructions")
                .event("PostCompact", Moment.POST_COMPACT, Fact.TRIGGER, TELLS_USER, "trigger compact_summary")
                .event("Notification", Moment.NOTIFICATION, Fact.NOTIFICATION_TYPE, IGNORED, "message title notification_type")
                .event("PreModelSwitch", Moment.PRE_MODEL_SWITCH, null, BLOCKS, "from_model to_model source")
                .event("PostModelSwitch", Moment.POST_MODEL_SWITCH, null, IGNORED, "from_model to_model source")
                .event("MessageDisplay", Moment.RESPONSE, null, IGNORED, "turn_id message_id=TURN_ID delta=TEXT")
                        .always("index", 0).always("final", true).within(10_000)
                .event("Elicitation", Moment.ELICITATION, Fact.MCP_SERVER_NAME, BLOCKS,
                        "mcp_server_name message mode url elicitation_id requested_schema")
                .event("ElicitationResult", Moment.ELICITATION_RESULT, Fact.MCP_SERVER_NAME, BLOCKS,
                        "mcp_server_name elicitation_id mode action content")
                .never("Setup TaskCreated TaskCompleted TeammateIdle ConfigChange InstructionsLoaded CwdChanged FileChanged DirectoryAdded"
                        + " WorktreeCreate WorktreeRemove")
                .events();
        // format:on
    }
}
