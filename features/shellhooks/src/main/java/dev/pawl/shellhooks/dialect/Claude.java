package dev.pawl.shellhooks.dialect;

import static dev.pawl.shellhooks.dialect.EventForm.Blocking.BLOCKS;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.IGNORED;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.REPORTED_TO_MODEL;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.REPORTED_TO_USER;
import static dev.pawl.shellhooks.dialect.Tables.paths;
import static dev.pawl.shellhooks.dialect.Tables.tool;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The table of Claude Code. */
final class Claude {
    /** The fields of a tool call, of a stop and of a subagent, in Codex, too. */
    static final String TOOL = "tool_name tool_input tool_use_id";

    private static final String CALL = TOOL + " mcp_server";
    private static final String MODELS = "from_model to_model requested_model=TO_MODEL source context_tokens"
            + " estimated_cache_write_usd=CACHE_WRITE_COST";

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

    /** The moments at which hooks may ask a model. */
    private static final Set<Moment> ASKING = Set.of(
            Moment.PRE_TOOL,
            Moment.POST_TOOL,
            Moment.POST_TOOL_FAILURE,
            Moment.POST_TOOL_BATCH,
            Moment.PERMISSION_REQUEST,
            Moment.PERMISSION_DENIED,
            Moment.PROMPT,
            Moment.EXPANSION,
            Moment.STOP,
            Moment.SUBAGENT_STOP);

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
            Tables.fields("session_id transcript_path cwd hook_event_name permission_mode prompt_id effort agent_id"
                    + " agent_type"),
            Map.of("CLAUDE_PROJECT_DIR", Fact.PROJECT_DIR, "CLAUDE_EFFORT", Fact.EFFORT_LEVEL),
            new Dialect.Rules(
                            new Times(1_000, 600_000, 30_000, false),
                            new ExitRules(true, false, Set.of(), Set.of(), false),
                            Rewriting.REPLACES,
                            new Dialect.Matching("-, ", false, false))
                    .leaving(Set.of(Moment.POST_TOOL)),
            new HandlerNames(
                    HandlerNames.Layout.GROUPS,
                    List.of("command"),
                    List.of("timeout"),
                    Set.of("command", "http", "prompt", "agent", "mcp_tool"),
                    Set.of(),
                    Set.of(Moment.SESSION_START),
                    Set.of(),
                    Map.of(
                            "prompt",
                            ASKING,
                            "agent",
                            ASKING,
                            "http",
                            EnumSet.complementOf(EnumSet.of(Moment.SESSION_START)))),
            ANSWERS,
            TOOLS);

    private Claude() {}

    private static Map<String, EventForm> events() {
        // format:off
        return new Tables()
                .event("PreToolUse", Moment.PRE_TOOL, Fact.TOOL_NAME, BLOCKS, CALL)
                .event("PostToolUse", Moment.POST_TOOL, Fact.TOOL_NAME, REPORTED_TO_MODEL, CALL + " tool_response duration_ms")
                .event("PostToolUseFailure", Moment.POST_TOOL_FAILURE, Fact.TOOL_NAME, REPORTED_TO_MODEL, CALL + " error duration_ms")
                .event("PostToolBatch", Moment.POST_TOOL_BATCH, null, BLOCKS, "tool_calls")
                .event("PermissionRequest", Moment.PERMISSION_REQUEST, Fact.TOOL_NAME, BLOCKS, "tool_name tool_input")
                .event("PermissionDenied", Moment.PERMISSION_DENIED, Fact.TOOL_NAME, IGNORED, TOOL + " reason")
                .event("UserPromptExpansion", Moment.EXPANSION, Fact.COMMAND_NAME, BLOCKS, "command_name command_args command_source prompt")
                        .always("expansion_type", "slash_command").plain()
                .event("UserPromptSubmit", Moment.PROMPT, null, BLOCKS, "prompt source session_title").plain().within(30_000)
                .event("SessionStart", Moment.SESSION_START, Fact.SOURCE, REPORTED_TO_USER, "source model session_title context_tokens").plain()
                .event("SessionEnd", Moment.SESSION_END, Fact.REASON, REPORTED_TO_USER, "reason")
                        .together(1_500, 60_000, "CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS")
                .event("Stop", Moment.STOP, null, BLOCKS, STOP)
                .event("StopFailure", Moment.STOP_FAILURE, Fact.ERROR, IGNORED, "error error_details=MESSAGE last_assistant_message=MESSAGE")
                .event("SubagentStart", Moment.SUBAGENT_START, Fact.AGENT_TYPE, REPORTED_TO_USER, AGENT)
                .event("SubagentStop", Moment.SUBAGENT_STOP, Fact.AGENT_TYPE, BLOCKS, STOP + " " + AGENT + " agent_transcript_path")
                .event("PreCompact", Moment.PRE_COMPACT, Fact.TRIGGER, BLOCKS, "trigger custom_instructions")
                .event("PostCompact", Moment.POST_COMPACT, Fact.TRIGGER, REPORTED_TO_USER, "trigger compact_summary")
                .event("Notification", Moment.NOTIFICATION, Fact.NOTIFICATION_TYPE, IGNORED, "message title notification_type")
                .event("PreModelSwitch", Moment.PRE_MODEL_SWITCH, null, BLOCKS, MODELS).always("cache_ttl", "5m").always("pricing", "catalog")
                .event("PostModelSwitch", Moment.POST_MODEL_SWITCH, null, IGNORED, MODELS).always("cache_ttl", "5m").always("pricing", "catalog")
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
