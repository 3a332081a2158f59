package dev.pawl.shellhooks.dialect;

import static dev.pawl.shellhooks.dialect.EventForm.Blocking.BLOCKS;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.REPLACES_RESULT;
import static dev.pawl.shellhooks.dialect.EventForm.Blocking.REPORTED_TO_USER;

import dev.pawl.shellhooks.dialect.Dialect.Layout;
import dev.pawl.shellhooks.dialect.Dialect.Root;
import dev.pawl.shellhooks.dialect.Dialect.Times;
import dev.pawl.shellhooks.dialect.Dialect.Trait;
import java.util.EnumSet;
import java.util.Map;

/** The table of Codex, whose standard input has closed schemas. */
final class Codex {
    private static final String TURN = "model permission_mode turn_id ";

    /** The same with the subagent that makes a call, where one does. */
    private static final String CALL = TURN + Claude.AGENT + " ";

    // format:off
    static final Dialect DIALECT = new Table("codex", "Codex", Layout.GROUPS)
            .files(Root.SYSTEM, "etc/codex/requirements.toml")
            .files(Root.HOME, ".codex/hooks.json", ".codex/config.toml")
            .files(Root.PROJECT, ".codex/hooks.json", ".codex/config.toml")
            .types("command")
            .type("mcp_tool", EnumSet.complementOf(EnumSet.of(Moment.SESSION_END)))
            .unsupported("prompt", "agent")
            .times(new Times(1_000, 600_000, 30_000, 8))
            .traits(Trait.WHOLE_TIMES, Trait.BLOCK_NEEDS_WORDS, Trait.STRICT, Trait.REWRITES_IF_ALLOWED)
            .toolsOf(Claude.DIALECT).also("apply_patch", "write", "edit").also("spawn_agent", "subagent", "task")
            .base("session_id transcript_path cwd hook_event_name")
            .event("PreToolUse", Moment.PRE_TOOL, Fact.TOOL_NAME, BLOCKS, CALL + Claude.TOOL)
            .event("PermissionRequest", Moment.PERMISSION_REQUEST, Fact.TOOL_NAME, BLOCKS, CALL + "tool_name tool_input")
            .event("PostToolUse", Moment.POST_TOOL, Fact.TOOL_NAME, REPLACES_RESULT, CALL + Claude.TOOL + " tool_response=TOOL_TEXT")
            .event("PreCompact", Moment.PRE_COMPACT, Fact.TRIGGER, BLOCKS, "model turn_id trigger")
            .event("PostCompact", Moment.POST_COMPACT, Fact.TRIGGER, REPORTED_TO_USER, "model turn_id trigger")
            .event("SessionStart", Moment.SESSION_START, Fact.SOURCE, REPORTED_TO_USER, "model permission_mode source").plain()
                .saying("source", Map.of("fork", "resume"))
            .event("SessionEnd", Moment.SESSION_END, Fact.REASON, REPORTED_TO_USER, "reason").within(1_000, 3_000, null)
                .always("reason", "other")
            .event("UserPromptSubmit", Moment.PROMPT, null, BLOCKS, TURN + "prompt").plain()
            .event("SubagentStart", Moment.SUBAGENT_START, Fact.AGENT_TYPE, REPORTED_TO_USER, TURN + Claude.AGENT).plain()
            .event("SubagentStop", Moment.SUBAGENT_STOP, Fact.AGENT_TYPE, BLOCKS,
                TURN + Claude.AGENT + " agent_transcript_path " + Claude.STOP)
            .event("Stop", Moment.STOP, null, BLOCKS, TURN + Claude.STOP)
            .dialect();
    // format:on

    private Codex() {}
}
