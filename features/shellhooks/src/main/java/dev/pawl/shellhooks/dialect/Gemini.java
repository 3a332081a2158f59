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

/** The table of Gemini CLI. */
final class Gemini {
    private static final Answers ANSWERS = new Answers(
            List.of("decision"),
            List.of("reason"),
            List.of("hookSpecificOutput.tool_input"),
            List.of("hookSpecificOutput.updatedToolOutput"),
            List.of("hookSpecificOutput.additionalContext"),
            List.of("systemMessage"),
            List.of("hookSpecificOutput.additionalContext"));

    // format:off
    static final Dialect DIALECT = new Table("gemini", "Gemini CLI", Layout.GROUPS)
            .files(Root.HOME, ".gemini/settings.json")
            .files(Root.PROJECT, ".gemini/settings.json")
            .types("command")
            .times(new Times(1, 60_000, 60_000, 8))
            .traits(Trait.JSON_ALWAYS, Trait.CODE_1_WARNS, Trait.ERROR_AS_OUTPUT, Trait.REWRITES_FIELDS, Trait.LITERAL)
            .at(Rule.OTHER_CODES_BLOCK, Moment.PRE_TOOL, Moment.PROMPT, Moment.ANY_RESULT, Moment.STOP, Moment.PRE_COMPACT,
                Moment.BEFORE_MODEL, Moment.AFTER_MODEL)
            .answers(ANSWERS)
            .environment(Map.of(
                "GEMINI_PROJECT_DIR", Fact.PROJECT_DIR,
                "GEMINI_CWD", Fact.CWD,
                "GEMINI_SESSION_ID", Fact.SESSION_ID,
                "CLAUDE_PROJECT_DIR", Fact.PROJECT_DIR))
            .serverTool("mcp_%s_%s")
            .tool("bash", "run_shell_command", "command")
            .tool("read", "read_file", "path=file_path offset limit")
            .tool("write", "write_file", "path=file_path content")
            .tool("edit", "replace", "path=file_path edits")
            .tool("grep", "grep_search", "pattern path glob=include")
            .tool("find", "glob", "pattern path")
            .tool("ls", "list_directory", "path")
            .tool("subagent", "invoke_agent", "task=prompt")
            .tool("task", "invoke_agent", "task=prompt")
            .base("session_id transcript_path cwd hook_event_name timestamp")
            .event("BeforeTool", Moment.PRE_TOOL, Fact.TOOL_NAME, BLOCKS, "tool_name tool_input")
            .event("AfterTool", Moment.ANY_RESULT, Fact.TOOL_NAME, REPORTED_TO_MODEL, "tool_name tool_input tool_response=TOOL_CONTENT")
            .event("BeforeAgent", Moment.PROMPT, null, BLOCKS, "prompt")
            .event("AfterAgent", Moment.STOP, null, BLOCKS, "prompt prompt_response=LAST_MESSAGE stop_hook_active")
            .event("SessionStart", Moment.SESSION_START, Fact.SOURCE, REPORTED_TO_USER, "source")
                .saying("source", Map.of("fork", "resume", "compact", "resume"))
            .event("SessionEnd", Moment.SESSION_END, Fact.REASON, REPORTED_TO_USER, "reason").saying("reason", Map.of("resume", "other", "prompt_input_exit", "exit", "other", "exit"))
            .event("PreCompress", Moment.PRE_COMPACT, Fact.TRIGGER, BLOCKS, "trigger")
            .event("Notification", Moment.NOTIFICATION, null, IGNORED, "message details").always("notification_type", "ToolPermission")
            .event("BeforeModel", Moment.BEFORE_MODEL, null, BLOCKS, "llm_request")
            .event("AfterModel", Moment.AFTER_MODEL, null, BLOCKS, "llm_request llm_response")
            .event("BeforeToolSelection", Moment.TOOL_SELECTION, null, IGNORED, "llm_request")
            .dialect();
    // format:on

    private Gemini() {}
}
