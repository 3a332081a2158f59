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

/** The tables of Pawl's own form, in which settings name shell and web hooks, and of oh-my-pi's folders of scripts. */
final class Neutral {
    private static final String TOOL = "toolName toolCallId input=TOOL_INPUT file";
    private static final String AGENT = "agentId agentType";

    private static final Answers ANSWERS = new Answers(
            List.of("decision"),
            List.of("reason"),
            List.of("input"),
            List.of("output"),
            List.of("context"),
            List.of("message"),
            List.of("context"));

    // format:off
    static final Dialect DIALECT = table("pawl", "Pawl", Layout.LIST)
            .files(Root.AGENT, "settings.json")
            .files(Root.PROJECT, ".pi/settings.json")
            .types("command", "http", "prompt", "agent", "mcp_tool")
            .event("tool_call", Moment.PRE_TOOL, Fact.TOOL_NAME, BLOCKS, TOOL + " agentId")
            .event("tool_result", Moment.ANY_RESULT, Fact.TOOL_NAME, REPORTED_TO_MODEL, TOOL + " text=TOOL_TEXT isError durationMs agentId")
            .event("turn_end", Moment.POST_TOOL_BATCH, null, BLOCKS, "toolCalls")
            .event("permission_request", Moment.PERMISSION_REQUEST, Fact.TOOL_NAME, BLOCKS, TOOL)
            .event("permission_denied", Moment.PERMISSION_DENIED, Fact.TOOL_NAME, IGNORED, TOOL + " reason")
            .event("input", Moment.PROMPT, null, BLOCKS, "prompt source").plain()
            .event("session_start", Moment.SESSION_START, Fact.SOURCE, REPORTED_TO_USER, "source").plain()
            .event("session_shutdown", Moment.SESSION_END, Fact.REASON, REPORTED_TO_USER, "reason").within(1_500)
            .event("session_stop", Moment.STOP, null, BLOCKS, "stopHookActive lastAssistantMessage")
            .event("agent_end", Moment.STOP_FAILURE, Fact.ERROR, IGNORED, "error message")
            .event("subagent_start", Moment.SUBAGENT_START, Fact.AGENT_TYPE, REPORTED_TO_USER, AGENT + " task").plain()
            .event("subagent_stop", Moment.SUBAGENT_STOP, Fact.AGENT_TYPE, BLOCKS, AGENT + " stopHookActive lastAssistantMessage")
            .event("session_before_compact", Moment.PRE_COMPACT, Fact.TRIGGER, BLOCKS, "trigger customInstructions")
            .event("session_compact", Moment.POST_COMPACT, Fact.TRIGGER, REPORTED_TO_USER, "trigger summary")
            .event("notification", Moment.NOTIFICATION, Fact.NOTIFICATION_TYPE, IGNORED, "message title type=NOTIFICATION_TYPE")
            .event("before_model_select", Moment.PRE_MODEL_SWITCH, Fact.TO_MODEL, BLOCKS, "fromModel toModel source")
            .event("model_select", Moment.POST_MODEL_SWITCH, Fact.TO_MODEL, IGNORED, "fromModel toModel source")
            .event("message_end", Moment.RESPONSE, null, IGNORED, "text")
            .dialect();

    static final Dialect SCRIPTS = table("omp", "oh-my-pi", Layout.SCRIPTS)
            .files(Root.HOME, ".omp/agent/hooks/pre", ".omp/agent/hooks/post", ".claude/hooks/pre", ".claude/hooks/post")
            .files(Root.PROJECT, ".omp/hooks/pre", ".omp/hooks/post", ".claude/hooks/pre", ".claude/hooks/post")
            .types("command")
            .event("pre", Moment.PRE_TOOL, Fact.TOOL_NAME, BLOCKS, TOOL)
            .event("post", Moment.ANY_RESULT, Fact.TOOL_NAME, REPORTED_TO_MODEL, TOOL + " text=TOOL_TEXT isError")
            .dialect();

    /** Rules of both; a failure lets no call pass. */
    private static Table table(String name, String agent, Layout layout) {
        return new Table(name, agent, layout)
            .times(new Times(1_000, 60_000, 60_000, 8))
            .traits(Trait.JSON_ALWAYS, Trait.COMMA_LISTS, Trait.ANCHORED)
            .at(Rule.OTHER_CODES_BLOCK, Moment.PRE_TOOL)
            .at(Rule.FAILURES_BLOCK, Moment.PRE_TOOL)
            .answers(ANSWERS)
            .environment(Map.of("PAWL_PROJECT_DIR", Fact.PROJECT_DIR, "PAWL_SESSION_ID", Fact.SESSION_ID))
            .base("event sessionId sessionFile cwd projectDir permissionMode=OWN_MODE model");
    }
    // format:on

    private Neutral() {}
}
