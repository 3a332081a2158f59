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
import java.util.List;
import java.util.Map;

/** The table of Cursor. */
final class Cursor {
    /** There is no version of Cursor here. */
    private static final String VERSION = "0";

    private static final Answers ANSWERS = new Answers(
            List.of("permission", "decision"),
            List.of("agent_message", "user_message", "reason"),
            List.of("updated_input"),
            List.of("updated_mcp_tool_output"),
            List.of("additional_context"),
            List.of("user_message"),
            List.of("followup_message"));

    // format:off
    static final Dialect DIALECT = new Table("cursor", "Cursor", Layout.HANDLERS)
            .files(Root.SYSTEM, "etc/cursor/hooks.json", "Library/Application Support/Cursor/hooks.json")
            .files(Root.PROJECT, ".cursor/hooks.json")
            .files(Root.HOME, ".cursor/hooks.json")
            .types("command", "prompt")
            .times(new Times(1_000, 60_000, 30_000, 5))
            .traits(Trait.BESIDE_FILE)
            .at(Rule.VARIABLES, Moment.SESSION_START)
            .answers(ANSWERS)
            .environment(Map.of(
                "CURSOR_PROJECT_DIR", Fact.PROJECT_DIR,
                "CURSOR_TRANSCRIPT_PATH", Fact.TRANSCRIPT,
                "CURSOR_VERSION", VERSION,
                "CLAUDE_PROJECT_DIR", Fact.PROJECT_DIR))
            .serverTool("MCP:%2$s")
            .tool("bash", "Shell", "command timeout")
            .tool("read", "Read", "path=file_path offset limit")
            .tool("write", "Write", "path=file_path content")
            .tool("edit", "Write Edit", "path=file_path edits")
            .tool("grep", "Grep", "pattern path glob")
            // Cursor has no names for these; they have a form so that hooks are given the file that is meant.
            .tool("find", "find", "pattern path")
            .tool("ls", "ls", "path")
            .tool("subagent", "Task", "task=prompt")
            .tool("task", "Task", "task=prompt")
            .base("conversation_id generation_id model hook_event_name workspace_roots transcript_path")
            .base("cursor_version", VERSION)
            .base("user_email", "")
            .event("preToolUse", Moment.PRE_TOOL, Fact.TOOL_NAME, BLOCKS, Claude.TOOL + " cwd")
            .event("postToolUse", Moment.POST_TOOL, Fact.TOOL_NAME, REPORTED_TO_MODEL, Claude.TOOL + " tool_output=TOOL_TEXT duration cwd")
            .event("postToolUseFailure", Moment.POST_TOOL_FAILURE, Fact.TOOL_NAME, IGNORED, Claude.TOOL + " error_message duration")
                .always("failure_type", "error").always("is_interrupt", false)
            .event("beforeShellExecution", Moment.PRE_TOOL, Fact.COMMAND, BLOCKS, "command cwd").always("sandbox", false).only("bash")
            .event("afterShellExecution", Moment.POST_TOOL, Fact.COMMAND, IGNORED, "command output=TOOL_TEXT duration")
                .always("sandbox", false).only("bash")
            .event("beforeMCPExecution", Moment.PRE_TOOL, Fact.TOOL_NAME, BLOCKS, "tool_name tool_input=TOOL_INPUT_TEXT").only("mcp")
            .event("afterMCPExecution", Moment.POST_TOOL, Fact.TOOL_NAME, IGNORED,
                "tool_name tool_input=TOOL_INPUT_TEXT result_json=TOOL_TEXT duration").only("mcp")
            .event("beforeReadFile", Moment.PRE_TOOL, Fact.TOOL_NAME, BLOCKS, "file_path content=FILE_CONTENT")
                .always("attachments", List.of()).only("read")
            .event("afterFileEdit", Moment.POST_TOOL, Fact.TOOL_NAME, IGNORED, "file_path edits").only("edit write")
            .event("beforeSubmitPrompt", Moment.PROMPT, Fact.EVENT, BLOCKS, "prompt").always("attachments", List.of())
            .event("subagentStart", Moment.SUBAGENT_START, Fact.AGENT_TYPE, BLOCKS,
                "subagent_id subagent_type task tool_call_id parent_conversation_id=SESSION_ID subagent_model=MODEL")
                .always("is_parallel_worker", false)
            .event("subagentStop", Moment.SUBAGENT_STOP, Fact.AGENT_TYPE, BLOCKS,
                "subagent_type status summary loop_count task agent_transcript_path")
            .event("stop", Moment.STOP, Fact.EVENT, BLOCKS, "status loop_count")
            .event("sessionStart", Moment.SESSION_START, null, REPORTED_TO_USER, "session_id").always("is_background_agent", false)
            .event("sessionEnd", Moment.SESSION_END, null, REPORTED_TO_USER, "session_id reason")
            .event("preCompact", Moment.PRE_COMPACT, null, REPORTED_TO_USER, "trigger")
            .event("afterAgentResponse", Moment.RESPONSE, Fact.EVENT, IGNORED, "text")
            .event("afterAgentThought", Moment.THOUGHT, Fact.EVENT, IGNORED, "text")
            .never("there is no completion in an editor", "beforeTabFileRead", "afterTabFileEdit")
            .never("there is no editor whose workspace opens", "workspaceOpen")
            .dialect();
    // format:on

    private Cursor() {}
}
