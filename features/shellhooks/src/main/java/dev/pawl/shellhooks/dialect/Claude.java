package dev.pawl.shellhooks.dialect;

import static dev.pawl.shellhooks.dialect.EventForm.Blocking.BLOCKS;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.IGNORED;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.REPORTED_TO_MODEL;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.REPORTED_TO_USER;

import dev.pawl.shellhooks.dialect.Dialect.Answers;
import dev.pawl.shellhooks.dialect.Dialect.Layout;
import dev.pawl.shellhooks.dialect.Dialect.Root;
import dev.pawl.shellhooks.dialect.Dialect.Rule;
import dev.pawl.shellhooks.dialect.Dialect.Times;
import dev.pawl.shellhooks.dialect.Dialect.Trait;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The table of Claude Code. */
final class Claude {
    /** The fields of a tool call, of a stop and of a subagent, in Codex, too. */
    static final String TOOL = "tool_name tool_input tool_use_id";

    static final String STOP = "stop_hook_active last_assistant_message";
    static final String AGENT = "agent_id agent_type";

    private static final String CALL = TOOL + " mcp_server";
    private static final String MODELS = "from_model to_model requested_model=TO_MODEL source context_tokens"
            + " estimated_cache_write_usd=CACHE_WRITE_COST";

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
            Moment.TASK_CREATED,
            Moment.TASK_COMPLETED,
            Moment.STOP,
            Moment.SUBAGENT_STOP);

    private static final Answers ANSWERS = new Answers(
            List.of(
                    "hookSpecificOutput.permissionDecision",
                    "hookSpecificOutput.decision.behavior",
                    "decision",
                    "hookSpecificOutput.action"),
            List.of("hookSpecificOutput.permissionDecisionReason", "hookSpecificOutput.decision.message", "reason"),
            List.of("hookSpecificOutput.updatedInput", "hookSpecificOutput.decision.updatedInput"),
            List.of(
                    "hookSpecificOutput.updatedToolOutput",
                    "hookSpecificOutput.updatedMCPToolOutput",
                    "hookSpecificOutput.content"),
            List.of("hookSpecificOutput.additionalContext"),
            List.of("systemMessage"),
            List.of("hookSpecificOutput.additionalContext"));

    // format:off
    static final Dialect DIALECT = new Table("claude", "Claude Code", Layout.GROUPS)
            .files(Root.SYSTEM, "etc/claude-code/managed-settings.json", "Library/Application Support/ClaudeCode/managed-settings.json")
            .files(Root.HOME, ".claude/settings.json")
            .files(Root.PROJECT, ".claude/settings.json", ".claude/settings.local.json")
            .types("command", "mcp_tool")
            .type("http", EnumSet.complementOf(EnumSet.of(Moment.SESSION_START)))
            .type("prompt", ASKING)
            .type("agent", ASKING)
            .times(new Times(1_000, 600_000, 30_000, 8))
            .traits(Trait.JSON_ALWAYS, Trait.COMMA_LISTS, Trait.LEAVING)
            .at(Rule.REFUSALS_END, Moment.PRE_TOOL, Moment.POST_TOOL)
            .at(Rule.VARIABLES, Moment.SESSION_START, Moment.FILE_CHANGED)
            .answers(ANSWERS)
            .environment(Map.of("CLAUDE_PROJECT_DIR", Fact.PROJECT_DIR, "CLAUDE_EFFORT", Fact.EFFORT_LEVEL))
            .tool("bash", "Bash", "command timeout")
            .tool("read", "Read", "path=file_path offset limit")
            .tool("write", "Write", "path=file_path content")
            .tool("edit", "Edit MultiEdit", "path=file_path edits")
            .tool("grep", "Grep", "pattern path glob ignoreCase=-i context=-C limit=head_limit").adding("grep", "output_mode", "content")
            .tool("find", "Glob", "pattern path")
            .tool("ls", "LS", "path")
            .tool("subagent", "Agent Task", "task=prompt")
            .tool("task", "Agent Task", "task=prompt")
            .base("session_id transcript_path cwd hook_event_name permission_mode prompt_id effort agent_id agent_type")
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
                .within(1_500, 60_000, "CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS")
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
            .event("FileChanged", Moment.FILE_CHANGED, Fact.FILE_NAME, REPORTED_TO_USER, "file_path event=CHANGE")
            .event("ConfigChange", Moment.CONFIG_CHANGE, Fact.SOURCE, REPORTED_TO_USER, "source file_path")
            .event("InstructionsLoaded", Moment.INSTRUCTIONS, Fact.LOAD_REASON, IGNORED, "file_path memory_type load_reason")
            .event("TaskCreated", Moment.TASK_CREATED, null, REPORTED_TO_MODEL, "task_id task_subject")
            .event("TaskCompleted", Moment.TASK_COMPLETED, null, REPORTED_TO_MODEL, "task_id task_subject")
            .never("there is no run that only sets up a project", "Setup")
            .never("there are no teams of agents", "TeammateIdle")
            .never("a session stays in its folder", "CwdChanged")
            .never("a session has one folder", "DirectoryAdded")
            .never("the tree of `--worktree` is made before hooks are loaded", "WorktreeCreate")
            .never("the tree of `--worktree` is removed when hooks are gone", "WorktreeRemove")
            .dialect();
    // format:on

    private Claude() {}
}
