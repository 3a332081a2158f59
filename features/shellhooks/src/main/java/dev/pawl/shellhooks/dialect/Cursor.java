package dev.pawl.shellhooks.dialect;

import static dev.pawl.shellhooks.dialect.EventForm.Blocking.BLOCKS;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.IGNORED;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.REPORTED_TO_MODEL;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.REPORTED_TO_USER;
import static dev.pawl.shellhooks.dialect.Tables.paths;
import static dev.pawl.shellhooks.dialect.Tables.tool;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The table of Cursor. */
final class Cursor {
    /** There is no version of Cursor here. */
    private static final String VERSION = "0";

    private static final Map<String, ToolForm> TOOLS = Tables.tools(
            tool("bash", "Shell", "command timeout"),
            tool("read", "Read", "path=file_path offset limit"),
            tool("write", "Write", "path=file_path content"),
            tool("edit", "Write Edit", "path=file_path edits"),
            tool("grep", "Grep", "pattern path glob"),
            // Cursor has no names for these; they have a form so that hooks are given the file that is meant.
            tool("find", "find", "pattern path"),
            tool("ls", "ls", "path"),
            tool("subagent", "Task", "task=prompt"),
            tool("task", "Task", "task=prompt"));

    static final Dialect DIALECT = new Dialect(
            new Dialect.Title(
                    "cursor",
                    "Cursor",
                    List.of(
                            Place.system("etc/cursor/hooks.json"),
                            Place.system("Library/Application Support/Cursor/hooks.json"),
                            Place.project(".cursor/hooks.json"),
                            Place.home(".cursor/hooks.json"))),
            events(),
            base(),
            Map.of(
                    "CURSOR_PROJECT_DIR", Fact.PROJECT_DIR,
                    "CURSOR_TRANSCRIPT_PATH", Fact.TRANSCRIPT,
                    "CURSOR_VERSION", VERSION,
                    "CLAUDE_PROJECT_DIR", Fact.PROJECT_DIR),
            new Dialect.Rules(
                    new Times(1_000, 60_000, 30_000, false, 5),
                    new ExitRules(false, false, Set.of(), Set.of(), false),
                    Rewriting.REPLACES,
                    new Dialect.Matching("", false, false),
                    "MCP:%2$s",
                    true),
            new HandlerNames(
                    HandlerNames.Layout.HANDLERS,
                    List.of("command"),
                    List.of("timeout"),
                    Set.of("command", "prompt"),
                    Set.of(),
                    Set.of(Moment.SESSION_START),
                    Set.of()),
            new AnswerNames(
                    paths("permission", "decision"),
                    paths("agent_message", "user_message", "reason"),
                    paths("updated_input"),
                    paths("updated_mcp_tool_output"),
                    paths("additional_context"),
                    paths("user_message"),
                    paths("followup_message")),
            TOOLS);

    private Cursor() {}

    private static Map<String, Object> base() {
        var base = new LinkedHashMap<>(
                Tables.fields("conversation_id generation_id model hook_event_name workspace_roots transcript_path"));
        base.put("cursor_version", VERSION);
        base.put("user_email", "");
        return Collections.unmodifiableMap(base);
    }

    private static Map<String, EventForm> events() {
        // format:off
        return new Tables()
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
                .event("subagentStart", Moment.SUBAGENT_START, Fact.AGENT_TYPE, BLOCKS, "subagent_id subagent_type task tool_call_id parent_conversation_id=SESSION_ID subagent_model=MODEL")
                        .always("is_parallel_worker", false)
                .event("subagentStop", Moment.SUBAGENT_STOP, Fact.AGENT_TYPE, BLOCKS, "subagent_type status summary loop_count task agent_transcript_path")
                .event("stop", Moment.STOP, Fact.EVENT, BLOCKS, "status loop_count")
                .event("sessionStart", Moment.SESSION_START, null, REPORTED_TO_USER, "session_id").always("is_background_agent", false)
                .event("sessionEnd", Moment.SESSION_END, null, REPORTED_TO_USER, "session_id reason")
                .event("preCompact", Moment.PRE_COMPACT, null, REPORTED_TO_USER, "trigger")
                .event("afterAgentResponse", Moment.RESPONSE, Fact.EVENT, IGNORED, "text")
                .event("afterAgentThought", Moment.THOUGHT, Fact.EVENT, IGNORED, "text")
                .never("beforeTabFileRead afterTabFileEdit workspaceOpen")
                .events();
        // format:on
    }
}
