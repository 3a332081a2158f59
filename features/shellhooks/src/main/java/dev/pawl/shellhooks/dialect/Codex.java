package dev.pawl.shellhooks.dialect;

import static dev.pawl.shellhooks.dialect.EventForm.Blocking.BLOCKS;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.REPORTED_TO_MODEL;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.REPORTED_TO_USER;

import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The table of Codex, whose standard input has closed schemas. */
final class Codex {
    private static final String TURN = "model permission_mode turn_id ";

    /** The same with the subagent that makes a call, where one does. */
    private static final String CALL = TURN + Claude.AGENT + " ";

    static final Dialect DIALECT = new Dialect(
            new Dialect.Title(
                    "codex",
                    "Codex",
                    List.of(
                            Place.system("etc/codex/requirements.toml"),
                            Place.home(".codex/hooks.json"),
                            Place.home(".codex/config.toml"),
                            Place.project(".codex/hooks.json"),
                            Place.project(".codex/config.toml"))),
            events(),
            Tables.fields("session_id transcript_path cwd hook_event_name"),
            Map.of(),
            new Dialect.Rules(
                    new Times(1_000, 600_000, 30_000, true),
                    new ExitRules(false, true, Set.of(), Set.of(), false, Set.of(), true),
                    Rewriting.REPLACES_IF_ALLOWED,
                    new Dialect.Matching("", false, false)),
            new HandlerNames(
                    HandlerNames.Layout.GROUPS,
                    List.of("command"),
                    List.of("timeout"),
                    Set.of("command", "mcp_tool"),
                    Set.of("prompt", "agent"),
                    Set.of(),
                    Set.of("description"),
                    Map.of("mcp_tool", EnumSet.complementOf(EnumSet.of(Moment.SESSION_END)))),
            Claude.ANSWERS,
            tools());

    private Codex() {}

    /** Claude Code's, which matchers of Codex know by names of its own besides. */
    private static Map<String, ToolForm> tools() {
        var tools = new LinkedHashMap<>(Claude.TOOLS);
        tools.replaceAll((own, form) -> switch (own) {
            case "write", "edit" -> form.also("apply_patch");
            case "subagent", "task" -> form.also("spawn_agent");
            default -> form;
        });
        return Collections.unmodifiableMap(tools);
    }

    private static Map<String, EventForm> events() {
        // format:off
        return new Tables()
                .event("PreToolUse", Moment.PRE_TOOL, Fact.TOOL_NAME, BLOCKS, CALL + Claude.TOOL)
                .event("PermissionRequest", Moment.PERMISSION_REQUEST, Fact.TOOL_NAME, BLOCKS, CALL + "tool_name tool_input")
                .event("PostToolUse", Moment.POST_TOOL, Fact.TOOL_NAME, REPORTED_TO_MODEL, CALL + Claude.TOOL + " tool_response")
                .event("PreCompact", Moment.PRE_COMPACT, Fact.TRIGGER, BLOCKS, "model turn_id trigger")
                .event("PostCompact", Moment.POST_COMPACT, Fact.TRIGGER, REPORTED_TO_USER, "model turn_id trigger")
                .event("SessionStart", Moment.SESSION_START, Fact.SOURCE, REPORTED_TO_USER, "model permission_mode source").plain()
                        .saying("source", Map.of("fork", "resume"))
                .event("SessionEnd", Moment.SESSION_END, Fact.REASON, REPORTED_TO_USER, "reason").within(1_000, 3_000)
                        .always("reason", "other")
                .event("UserPromptSubmit", Moment.PROMPT, null, BLOCKS, TURN + "prompt").plain()
                .event("SubagentStart", Moment.SUBAGENT_START, Fact.AGENT_TYPE, REPORTED_TO_USER, TURN + Claude.AGENT).plain()
                .event("SubagentStop", Moment.SUBAGENT_STOP, Fact.AGENT_TYPE, BLOCKS,
                        TURN + Claude.AGENT + " agent_transcript_path " + Claude.STOP)
                .event("Stop", Moment.STOP, null, BLOCKS, TURN + Claude.STOP)
                .events();
        // format:on
    }
}
