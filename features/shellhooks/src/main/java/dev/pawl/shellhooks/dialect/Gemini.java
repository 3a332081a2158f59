package dev.pawl.shellhooks.dialect;

import static dev.pawl.shellhooks.dialect.EventForm.Blocking.BLOCKS;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.IGNORED;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.REPORTED_TO_MODEL;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.REPORTED_TO_USER;
import static dev.pawl.shellhooks.dialect.Tables.paths;
import static dev.pawl.shellhooks.dialect.Tables.tool;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The table of Gemini CLI. */
final class Gemini {
    private static final Map<String, ToolForm> TOOLS = Tables.tools(
            tool("bash", "run_shell_command", "command"),
            tool("read", "read_file", "path=file_path offset limit"),
            tool("write", "write_file", "path=file_path content"),
            tool("edit", "replace", "path=file_path edits"),
            tool("grep", "grep_search", "pattern path glob=include"),
            tool("find", "glob", "pattern path"),
            tool("ls", "list_directory", "path"),
            tool("subagent", "invoke_agent", "task=prompt"),
            tool("task", "invoke_agent", "task=prompt"));

    static final Dialect DIALECT = new Dialect(
            new Dialect.Title(
                    "gemini",
                    "Gemini CLI",
                    List.of(Place.home(".gemini/settings.json"), Place.project(".gemini/settings.json"))),
            events(),
            Tables.fields("session_id transcript_path cwd hook_event_name timestamp"),
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
                            Set.of(
                                    Moment.PRE_TOOL,
                                    Moment.PROMPT,
                                    Moment.ANY_RESULT,
                                    Moment.STOP,
                                    Moment.PRE_COMPACT,
                                    Moment.BEFORE_MODEL,
                                    Moment.AFTER_MODEL),
                            true),
                    Rewriting.MERGES,
                    new Dialect.Matching("", false, true),
                    "mcp_%s_%s",
                    false),
            new HandlerNames(
                    HandlerNames.Layout.GROUPS,
                    List.of("command"),
                    List.of("timeout"),
                    Set.of("command"),
                    Set.of(),
                    Set.of(),
                    Set.of()),
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
        // format:off
        return new Tables()
                .event("BeforeTool", Moment.PRE_TOOL, Fact.TOOL_NAME, BLOCKS, "tool_name tool_input")
                .event("AfterTool", Moment.ANY_RESULT, Fact.TOOL_NAME, REPORTED_TO_MODEL, "tool_name tool_input tool_response=TOOL_CONTENT")
                .event("BeforeAgent", Moment.PROMPT, null, BLOCKS, "prompt")
                .event("AfterAgent", Moment.STOP, null, BLOCKS, "prompt prompt_response=LAST_MESSAGE stop_hook_active")
                .event("SessionStart", Moment.SESSION_START, Fact.SOURCE, REPORTED_TO_USER, "source")
                        .saying("source", Map.of("fork", "resume", "compact", "resume"))
                .event("SessionEnd", Moment.SESSION_END, Fact.REASON, REPORTED_TO_USER, "reason").saying("reason", Map.of("resume", "other"))
                .event("PreCompress", Moment.PRE_COMPACT, Fact.TRIGGER, BLOCKS, "trigger")
                .event("Notification", Moment.NOTIFICATION, null, IGNORED, "message").always("notification_type", "ToolPermission")
                .event("BeforeModel", Moment.BEFORE_MODEL, null, BLOCKS, "llm_request")
                .event("AfterModel", Moment.AFTER_MODEL, null, BLOCKS, "llm_request llm_response")
                .event("BeforeToolSelection", Moment.TOOL_SELECTION, null, IGNORED, "llm_request")
                .events();
        // format:on
    }
}
