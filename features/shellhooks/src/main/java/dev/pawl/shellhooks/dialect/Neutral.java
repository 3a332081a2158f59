package dev.pawl.shellhooks.dialect;

import static dev.pawl.shellhooks.dialect.EventForm.Blocking.BLOCKS;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.IGNORED;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.REPORTED_TO_MODEL;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.REPORTED_TO_USER;
import static dev.pawl.shellhooks.dialect.Tables.paths;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tables of Pawl's own form, in which settings name shell and web hooks, and of oh-my-pi's folders of scripts. */
final class Neutral {
    /** Where a failure must not let anything pass. */
    private static final Set<Moment> CLOSED = Set.of(Moment.PRE_TOOL);

    private static final Map<String, Object> BASE =
            Tables.fields("event sessionId sessionFile cwd projectDir permissionMode=OWN_MODE model");

    private static final Map<String, Object> ENVIRONMENT =
            Map.of("PAWL_PROJECT_DIR", Fact.PROJECT_DIR, "PAWL_SESSION_ID", Fact.SESSION_ID);

    private static final Dialect.Rules RULES = new Dialect.Rules(
            new Times(1_000, 60_000, 60_000, false),
            new ExitRules(true, false, Set.of(), CLOSED, false, CLOSED, false),
            Rewriting.REPLACES,
            new Dialect.Matching("-, ", true, false));

    private static final AnswerNames ANSWERS = new AnswerNames(
            paths("decision"),
            paths("reason"),
            paths("input"),
            paths("output"),
            paths("context"),
            paths("message"),
            paths("context"));

    private static final String TOOL = "toolName toolCallId input=TOOL_INPUT file";
    private static final String AGENT = "agentId agentType";

    static final Dialect DIALECT = new Dialect(
            new Dialect.Title(
                    "pawl", "Pawl", List.of(Place.agent("settings.json"), Place.project(".pi/settings.json"))),
            events(),
            BASE,
            ENVIRONMENT,
            RULES,
            new HandlerNames(
                    HandlerNames.Layout.LIST,
                    List.of("command"),
                    List.of("timeout"),
                    Set.of("command", "http", "prompt", "agent", "mcp_tool"),
                    Set.of(),
                    Set.of(),
                    Set.of()),
            ANSWERS,
            Map.of());

    static final Dialect SCRIPTS = new Dialect(
            new Dialect.Title(
                    "omp",
                    "oh-my-pi",
                    List.of(
                            Place.home(".omp/agent/hooks/pre"),
                            Place.home(".omp/agent/hooks/post"),
                            Place.home(".claude/hooks/pre"),
                            Place.home(".claude/hooks/post"),
                            Place.project(".omp/hooks/pre"),
                            Place.project(".omp/hooks/post"),
                            Place.project(".claude/hooks/pre"),
                            Place.project(".claude/hooks/post"))),
            new Tables()
                    .event("pre", Moment.PRE_TOOL, Fact.TOOL_NAME, BLOCKS, TOOL)
                    .event(
                            "post",
                            Moment.ANY_RESULT,
                            Fact.TOOL_NAME,
                            REPORTED_TO_MODEL,
                            TOOL + " text=TOOL_TEXT isError")
                    .events(),
            BASE,
            ENVIRONMENT,
            RULES,
            new HandlerNames(
                    HandlerNames.Layout.SCRIPTS,
                    List.of("command"),
                    List.of(),
                    Set.of("command"),
                    Set.of(),
                    Set.of(),
                    Set.of()),
            ANSWERS,
            Map.of());

    private Neutral() {}

    private static Map<String, EventForm> events() {
        // format:off
        return new Tables()
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
                .events();
        // format:on
    }
}
