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

/** The table of Cursor. */
final class Cursor {
    private static final Map<String, ToolForm> TOOLS = Tables.tools(
            tool("bash", "Shell", "command", "command", "timeout", "timeout"),
            tool("read", "Read", "path", "file_path", "offset", "offset", "limit", "limit"),
            tool("write", "Write", "path", "file_path", "content", "content"),
            tool("edit", "Write Edit", "path", "file_path", "edits", "edits"),
            tool("grep", "Grep", "pattern", "pattern", "path", "path", "glob", "glob"),
            tool("subagent", "Task", "task", "prompt"),
            tool("task", "Task", "task", "prompt"));

    static final Dialect DIALECT = new Dialect(
            new Dialect.Title(
                    "cursor", "Cursor", List.of(Place.home(".cursor/hooks.json"), Place.project(".cursor/hooks.json"))),
            events(),
            Tables.map(
                    "conversation_id", Fact.SESSION_ID,
                    "generation_id", Fact.TURN_ID,
                    "model", Fact.MODEL,
                    "hook_event_name", Fact.EVENT,
                    "cursor_version", "0",
                    "workspace_roots", Fact.WORKSPACE_ROOTS,
                    "user_email", "",
                    "transcript_path", Fact.TRANSCRIPT),
            Map.of(
                    "CURSOR_PROJECT_DIR", Fact.PROJECT_DIR,
                    "CURSOR_TRANSCRIPT_PATH", Fact.TRANSCRIPT,
                    "CLAUDE_PROJECT_DIR", Fact.PROJECT_DIR),
            new Dialect.Rules(
                    new Times(1_000, 60_000, 30_000, false),
                    new ExitRules(false, false, Set.of(), Set.of(), false),
                    Rewriting.REPLACES,
                    "",
                    false),
            new HandlerNames(
                    false,
                    List.of("command"),
                    List.of("timeout"),
                    Set.of("command", "prompt"),
                    Set.of(),
                    Set.of(),
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

    private static Map<String, EventForm> events() {
        return new Tables()
                .event(
                        "preToolUse",
                        Moment.PRE_TOOL,
                        Fact.TOOL_NAME,
                        BLOCKS,
                        "tool_name",
                        Fact.TOOL_NAME,
                        "tool_input",
                        Fact.TOOL_INPUT,
                        "tool_use_id",
                        Fact.TOOL_USE_ID,
                        "cwd",
                        Fact.CWD)
                .event(
                        "postToolUse",
                        Moment.POST_TOOL,
                        Fact.TOOL_NAME,
                        TELLS_MODEL,
                        "tool_name",
                        Fact.TOOL_NAME,
                        "tool_input",
                        Fact.TOOL_INPUT,
                        "tool_use_id",
                        Fact.TOOL_USE_ID,
                        "tool_output",
                        Fact.TOOL_TEXT,
                        "duration",
                        Fact.DURATION,
                        "cwd",
                        Fact.CWD)
                .event(
                        "postToolUseFailure",
                        Moment.POST_TOOL_FAILURE,
                        Fact.TOOL_NAME,
                        IGNORED,
                        "tool_name",
                        Fact.TOOL_NAME,
                        "tool_input",
                        Fact.TOOL_INPUT,
                        "tool_use_id",
                        Fact.TOOL_USE_ID,
                        "error_message",
                        Fact.ERROR,
                        "failure_type",
                        "error",
                        "duration",
                        Fact.DURATION,
                        "is_interrupt",
                        false)
                .event(
                        "beforeShellExecution",
                        Moment.PRE_TOOL,
                        Fact.COMMAND,
                        BLOCKS,
                        "command",
                        Fact.COMMAND,
                        "cwd",
                        Fact.CWD,
                        "sandbox",
                        false)
                .only("bash")
                .event(
                        "afterShellExecution",
                        Moment.POST_TOOL,
                        Fact.COMMAND,
                        IGNORED,
                        "command",
                        Fact.COMMAND,
                        "output",
                        Fact.TOOL_TEXT,
                        "duration",
                        Fact.DURATION,
                        "sandbox",
                        false)
                .only("bash")
                .event(
                        "beforeMCPExecution",
                        Moment.PRE_TOOL,
                        Fact.TOOL_NAME,
                        BLOCKS,
                        "tool_name",
                        Fact.TOOL_NAME,
                        "tool_input",
                        Fact.TOOL_INPUT_TEXT)
                .only("mcp")
                .event(
                        "afterMCPExecution",
                        Moment.POST_TOOL,
                        Fact.TOOL_NAME,
                        IGNORED,
                        "tool_name",
                        Fact.TOOL_NAME,
                        "tool_input",
                        Fact.TOOL_INPUT_TEXT,
                        "result_json",
                        Fact.TOOL_TEXT,
                        "duration",
                        Fact.DURATION)
                .only("mcp")
                .event(
                        "beforeReadFile",
                        Moment.PRE_TOOL,
                        Fact.TOOL_NAME,
                        BLOCKS,
                        "file_path",
                        Fact.FILE_PATH,
                        "content",
                        Fact.FILE_CONTENT,
                        "attachments",
                        List.of())
                .only("read")
                .event(
                        "afterFileEdit",
                        Moment.POST_TOOL,
                        Fact.TOOL_NAME,
                        IGNORED,
                        "file_path",
                        Fact.FILE_PATH,
                        "edits",
                        Fact.EDITS)
                .only("edit write")
                .event(
                        "beforeSubmitPrompt",
                        Moment.PROMPT,
                        null,
                        BLOCKS,
                        "prompt",
                        Fact.PROMPT,
                        "attachments",
                        List.of())
                .event(
                        "subagentStart",
                        Moment.SUBAGENT_START,
                        Fact.AGENT_TYPE,
                        TELLS_USER,
                        "subagent_id",
                        Fact.AGENT_ID,
                        "subagent_type",
                        Fact.AGENT_TYPE,
                        "task",
                        Fact.TASK,
                        "tool_call_id",
                        Fact.TOOL_USE_ID,
                        "is_parallel_worker",
                        false)
                .event(
                        "subagentStop",
                        Moment.SUBAGENT_STOP,
                        Fact.AGENT_TYPE,
                        BLOCKS,
                        "subagent_type",
                        Fact.AGENT_TYPE,
                        "status",
                        Fact.STATUS,
                        "summary",
                        Fact.SUMMARY,
                        "loop_count",
                        Fact.LOOP_COUNT)
                .event("stop", Moment.STOP, null, BLOCKS, "status", Fact.STATUS, "loop_count", Fact.LOOP_COUNT)
                .event(
                        "sessionStart",
                        Moment.SESSION_START,
                        null,
                        TELLS_USER,
                        "session_id",
                        Fact.SESSION_ID,
                        "is_background_agent",
                        false)
                .event(
                        "sessionEnd",
                        Moment.SESSION_END,
                        null,
                        TELLS_USER,
                        "session_id",
                        Fact.SESSION_ID,
                        "reason",
                        Fact.REASON)
                .event("preCompact", Moment.PRE_COMPACT, null, TELLS_USER, "trigger", Fact.TRIGGER)
                .event("afterAgentResponse", Moment.RESPONSE, null, IGNORED, "text", Fact.TEXT)
                .event("afterAgentThought", Moment.THOUGHT, null, IGNORED, "text", Fact.TEXT)
                .never("beforeTabFileRead", "afterTabFileEdit", "workspaceOpen")
                .events();
    }
}
