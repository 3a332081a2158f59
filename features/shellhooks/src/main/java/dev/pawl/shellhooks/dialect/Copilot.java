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

/** The table of Copilot. An event written with a capital letter has Claude Code's fields, any other its own. */
final class Copilot {
    private static final String TOOL = "toolName toolArgs";
    private static final String AGENT = "agentId agentName";

    private static final Map<String, ToolForm> TOOLS = Tables.tools(
            tool("bash", "bash Bash", "command timeout"),
            tool("read", "view Read", "path offset limit"),
            tool("write", "create Write", "path content=file_text"),
            tool("edit", "edit Edit", "path edits"),
            tool("grep", "grep Grep", "pattern path glob"),
            tool("find", "glob Glob", "pattern path"),
            tool("ls", "ls LS", "path"),
            tool("subagent", "task Agent Task", "task=prompt"),
            tool("task", "task Agent Task", "task=prompt"));

    private static final Dialect.Rules RULES = new Dialect.Rules(
            new Times(1_000, 30_000, 30_000, false),
            new ExitRules(false, false, Set.of(), Set.of(Moment.PRE_TOOL), false),
            Rewriting.REPLACES,
            new Dialect.Matching("", true, false));

    private static final HandlerNames HANDLERS = new HandlerNames(
            HandlerNames.Layout.HANDLERS,
            List.of("bash", "command"),
            List.of("timeoutSec", "timeout"),
            Set.of("command", "https", "prompt"),
            Set.of(),
            Set.of(),
            Set.of(),
            Map.of("prompt", Set.of(Moment.SESSION_START)));

    /** Events that are written with a capital letter. */
    private static final Dialect AS_CLAUDE = new Dialect(
            new Dialect.Title("copilot", "Copilot", List.of()),
            Claude.DIALECT.events(),
            Claude.DIALECT.base(),
            Map.of(),
            RULES,
            HANDLERS,
            Claude.ANSWERS,
            Claude.TOOLS);

    static final Dialect DIALECT = new Dialect(
            new Dialect.Title(
                    "copilot",
                    "Copilot",
                    List.of(
                            Place.system("etc/github-copilot/policy.d"),
                            Place.home(".copilot/hooks"),
                            Place.project(".github/hooks"),
                            Place.project(".github/copilot/settings.json"),
                            Place.project(".github/copilot/settings.local.json")),
                    AS_CLAUDE),
            events(),
            Tables.fields("sessionId timestamp=TIMESTAMP_MILLIS cwd"),
            Map.of(),
            RULES,
            HANDLERS,
            new AnswerNames(
                    paths("permissionDecision", "hookSpecificOutput.permissionDecision", "behavior", "decision"),
                    paths(
                            "permissionDecisionReason",
                            "hookSpecificOutput.permissionDecisionReason",
                            "message",
                            "reason"),
                    paths("modifiedArgs", "hookSpecificOutput.updatedInput"),
                    paths("modifiedResult", "modifiedResponse", "hookSpecificOutput.updatedToolOutput"),
                    paths("additionalContext", "hookSpecificOutput.additionalContext"),
                    paths("systemMessage"),
                    paths("additionalContext")),
            TOOLS);

    private Copilot() {}

    private static Map<String, EventForm> events() {
        // format:off
        return new Tables()
                .event("preToolUse", Moment.PRE_TOOL, Fact.TOOL_NAME, BLOCKS, TOOL)
                .event("postToolUse", Moment.POST_TOOL, Fact.TOOL_NAME, REPORTED_TO_MODEL, TOOL + " toolResult")
                .event("postToolUseFailure", Moment.POST_TOOL_FAILURE, Fact.TOOL_NAME, REPORTED_TO_MODEL, TOOL + " error")
                .event("permissionRequest", Moment.PERMISSION_REQUEST, Fact.TOOL_NAME, BLOCKS, TOOL)
                .event("userPromptSubmitted", Moment.PROMPT, null, BLOCKS, "prompt")
                .event("sessionStart", Moment.SESSION_START, Fact.SOURCE, REPORTED_TO_USER, "source")
                        .saying("source", Map.of("clear", "new", "fork", "new", "compact", "resume"))
                .event("sessionEnd", Moment.SESSION_END, null, REPORTED_TO_USER, "reason")
                        .saying("reason", Map.of("prompt_input_exit", "user_exit", "other", "complete", "clear", "user_exit", "resume", "user_exit"))
                .event("agentStop", Moment.STOP, null, BLOCKS, "stopHookActive")
                .event("errorOccurred", Moment.STOP_FAILURE, null, IGNORED, "error=MESSAGE")
                .event("subagentStart", Moment.SUBAGENT_START, Fact.AGENT_TYPE, REPORTED_TO_USER, AGENT)
                .event("subagentStop", Moment.SUBAGENT_STOP, Fact.AGENT_TYPE, BLOCKS, AGENT + " stopHookActive")
                .event("preCompact", Moment.PRE_COMPACT, Fact.TRIGGER, BLOCKS, "trigger")
                .event("notification", Moment.NOTIFICATION, Fact.NOTIFICATION_TYPE, IGNORED, "message notificationType")
                .event("userPromptTransformed", Moment.EXPANDED, null, IGNORED, "prompt")
                .events();
        // format:on
    }
}
