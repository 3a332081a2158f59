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

/** The table of Gemini CLI. */
final class Gemini {
    private static final Map<String, ToolForm> TOOLS = Tables.tools(
            tool("bash", "run_shell_command", "command", "command"),
            tool("read", "read_file", "path", "file_path", "offset", "offset", "limit", "limit"),
            tool("write", "write_file", "path", "file_path", "content", "content"),
            tool("edit", "replace", "path", "file_path", "edits", "edits"),
            tool("grep", "grep_search", "pattern", "pattern", "path", "path", "glob", "include"),
            tool("find", "glob", "pattern", "pattern", "path", "path"),
            tool("ls", "list_directory", "path", "path"),
            tool("subagent", "invoke_agent", "task", "prompt"),
            tool("task", "invoke_agent", "task", "prompt"));

    static final Dialect DIALECT = new Dialect(
            new Dialect.Title(
                    "gemini",
                    "Gemini CLI",
                    List.of(Place.home(".gemini/settings.json"), Place.project(".gemini/settings.json"))),
            events(),
            Tables.map(
                    "session_id", Fact.SESSION_ID,
                    "transcript_path", Fact.TRANSCRIPT,
                    "cwd", Fact.CWD,
                    "hook_event_name", Fact.EVENT,
                    "timestamp", Fact.TIMESTAMP),
            Map.of(
                    "GEMINI_PROJECT_DIR", Fact.PROJECT_DIR,
                    "GEMINI_CWD", Fact.CWD,
                    "GEMINI_SESSION_ID", Fact.SESSION_ID,
                    "CLAUDE_PROJECT_DIR", Fact.PROJECT_DIR),
            new Dialect.Rules(
                    new Times(1, 60_000, 60_000, false),
                    new ExitRules(
                            true,
                            false,
                            Set.of(1),
                            Set.of(Moment.PRE_TOOL, Moment.PROMPT, Moment.POST_TOOL, Moment.STOP, Moment.PRE_COMPACT),
                            true),
                    Rewriting.MERGES,
                    "",
                    false),
            new HandlerNames(
                    true, List.of("command"), List.of("timeout"), Set.of("command"), Set.of(), Set.of(), Set.of()),
            new AnswerNames(
                    paths("decision"),
                    paths("reason"),
                    paths("hookSpecificOutput.tool_input"),
                    paths("hookSpecificOutput.updatedToolOutput"),
                    paths("hookSpecificOutput.additionalContext"),
                    paths("systemMessage"),
                    paths("hookSpecificOutput.additionalContext")),
            TOOLS);

    private Gemini() {}

    private static Map<String, EventForm> events() {
        return new Tables()
                .event(
                        "BeforeTool",
                        Moment.PRE_TOOL,
                        Fact.TOOL_NAME,
                        BLOCKS,
                        "tool_name",
                        Fact.TOOL_NAME,
                        "tool_input",
                        Fact.TOOL_INPUT)
                .event(
                        "AfterTool",
                        Moment.POST_TOOL,
                        Fact.TOOL_NAME,
                        TELLS_MODEL,
                        "tool_name",
                        Fact.TOOL_NAME,
                        "tool_input",
                        Fact.TOOL_INPUT,
                        "tool_response",
                        Fact.TOOL_CONTENT)
                .event("BeforeAgent", Moment.PROMPT, null, BLOCKS, "prompt", Fact.PROMPT)
                .event(
                        "AfterAgent",
                        Moment.STOP,
                        null,
                        BLOCKS,
                        "prompt_response",
                        Fact.LAST_MESSAGE,
                        "stop_hook_active",
                        Fact.STOP_ACTIVE)
                .event("SessionStart", Moment.SESSION_START, Fact.SOURCE, TELLS_USER, "source", Fact.SOURCE)
                .event("SessionEnd", Moment.SESSION_END, Fact.REASON, TELLS_USER, "reason", Fact.REASON)
                .event("PreCompress", Moment.PRE_COMPACT, Fact.TRIGGER, BLOCKS, "trigger", Fact.TRIGGER)
                .event(
                        "Notification",
                        Moment.NOTIFICATION,
                        null,
                        IGNORED,
                        "notification_type",
                        "ToolPermission",
                        "message",
                        Fact.MESSAGE)
                .never("BeforeModel", "AfterModel", "BeforeToolSelection")
                .events();
    }
}
