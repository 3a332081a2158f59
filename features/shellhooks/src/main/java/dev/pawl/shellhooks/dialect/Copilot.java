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
import java.util.Set;

/** The table of Copilot. An event written with a capital letter has Claude Code's fields, any other its own. */
final class Copilot {
    private static final String TOOL = "toolName toolArgs";
    private static final String AGENT = "agentId agentName";

    private static final Answers ANSWERS = new Answers(
            List.of("permissionDecision", "hookSpecificOutput.permissionDecision", "behavior", "decision"),
            List.of("permissionDecisionReason", "hookSpecificOutput.permissionDecisionReason", "message", "reason"),
            List.of("modifiedArgs", "hookSpecificOutput.updatedInput"),
            List.of("modifiedResult", "modifiedResponse", "hookSpecificOutput.updatedToolOutput"),
            List.of("additionalContext", "hookSpecificOutput.additionalContext"),
            List.of("systemMessage"),
            List.of("additionalContext"));

    // format:off
    static final Dialect DIALECT = table()
            .files(Root.SYSTEM, "etc/github-copilot/policy.d")
            .files(Root.HOME, ".copilot/hooks", ".copilot/settings.json")
            .files(Root.PROJECT, ".github/hooks", ".github/copilot/settings.json", ".github/copilot/settings.local.json")
            .otherwise(table().eventsOf(Claude.DIALECT).toolsOf(Claude.DIALECT)
                .event("PostToolUse", Moment.POST_TOOL, Fact.TOOL_NAME, REPORTED_TO_MODEL, Claude.TOOL + " tool_response tool_result=TOOL_OUTCOME")
                .dialect())
            .answers(ANSWERS)
            .tool("bash", "bash Bash", "command timeout")
            .tool("read", "view Read", "path offset limit")
            .tool("write", "create Write", "path content=file_text")
            .tool("edit", "edit Edit", "path edits")
            .tool("grep", "grep Grep", "pattern path glob")
            .tool("find", "glob Glob", "pattern path")
            .tool("ls", "ls LS", "path")
            .tool("subagent", "task Agent Task", "task=prompt")
            .tool("task", "task Agent Task", "task=prompt")
            .base("sessionId timestamp=TIMESTAMP_MILLIS cwd")
            .event("preToolUse", Moment.PRE_TOOL, Fact.TOOL_NAME, BLOCKS, TOOL)
            .event("postToolUse", Moment.POST_TOOL, Fact.TOOL_NAME, REPORTED_TO_MODEL, TOOL + " toolResult")
            .event("postToolUseFailure", Moment.POST_TOOL_FAILURE, Fact.TOOL_NAME, REPORTED_TO_MODEL, TOOL + " error")
            .event("permissionRequest", Moment.PERMISSION_REQUEST, Fact.TOOL_NAME, BLOCKS, TOOL)
            .event("userPromptSubmitted", Moment.PROMPT, null, BLOCKS, "prompt")
            .event("sessionStart", Moment.SESSION_START, Fact.SOURCE, REPORTED_TO_USER, "source")
                .saying("source", Map.of("clear", "new", "fork", "new", "compact", "resume"))
            .event("sessionEnd", Moment.SESSION_END, null, REPORTED_TO_USER, "reason")
                .saying("reason", Map.of("prompt_input_exit", "user_exit", "other", "complete", "clear", "user_exit", "resume", "user_exit"))
            .event("agentStop", Moment.STOP, null, BLOCKS, "transcriptPath stopHookActive").always("stopReason", "end_turn")
            .event("errorOccurred", Moment.STOP_FAILURE, null, IGNORED, "error=MESSAGE")
            .event("subagentStart", Moment.SUBAGENT_START, Fact.AGENT_TYPE, REPORTED_TO_USER, AGENT)
            .event("subagentStop", Moment.SUBAGENT_STOP, Fact.AGENT_TYPE, BLOCKS, AGENT + " stopHookActive")
            .event("preCompact", Moment.PRE_COMPACT, Fact.TRIGGER, BLOCKS, "trigger")
            .event("notification", Moment.NOTIFICATION, Fact.NOTIFICATION_TYPE, IGNORED, "message notificationType")
            .event("userPromptTransformed", Moment.EXPANDED, null, IGNORED, "prompt")
            .dialect();

    /** Rules of both kinds of events. */
    private static Table table() {
        return new Table("copilot", "Copilot", Layout.HANDLERS)
            .handlers(List.of("bash", "command"), List.of("timeoutSec", "timeout"))
            .types("command", "https")
            .type("prompt", Set.of(Moment.SESSION_START))
            .times(new Times(1_000, 30_000, 30_000, 8))
            .traits(Trait.ANCHORED, Trait.SKIPPED_MATCHERS)
            .at(Rule.OTHER_CODES_BLOCK, Moment.PRE_TOOL);
    }
    // format:on

    private Copilot() {}
}
