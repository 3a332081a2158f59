package dev.pawl.observe.telemetry;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.SubagentEnd;
import dev.pawl.api.event.SubagentStart;
import dev.pawl.api.event.ToolExecutionEnd;
import dev.pawl.api.event.ToolExecutionStart;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.value.ToolInfo;
import dev.pawl.observe.telemetry.Telemetry.Operation;
import java.nio.file.InvalidPathException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tool calls and subagents, and the effects of calls on the project: lines, commits, pull requests, refused edits, and
 * skills that were read.
 */
final class ToolTelemetry {
    private static final Set<String> EDITS = Set.of("edit", "write");

    /** The start of a command line or of a command in it; options may follow. */
    private static final String COMMAND = "(?:^|[;&|\\n(])\\s*";

    private static final Pattern COMMIT =
            Pattern.compile(COMMAND + "git(?:\\s+-\\S+(?:\\s+[^-\\s]\\S*)?)*?\\s+commit\\b");
    private static final Pattern PULL_REQUEST = Pattern.compile(COMMAND + "(?:gh\\s+pr|glab\\s+mr)\\s+create\\b");

    private final Telemetry telemetry;
    private final Map<String, JsonObject> arguments = new ConcurrentHashMap<>();
    /** The subagents under way, and the calls that they work for. */
    private final Map<String, String> callsOfAgents = new ConcurrentHashMap<>();

    ToolTelemetry(Telemetry telemetry) {
        this.telemetry = telemetry;
    }

    void install(Host host) {
        host.on(HookPoints.TOOL_EXECUTION_START, (start, ctx) -> begin(start, ctx));
        host.on(HookPoints.TOOL_EXECUTION_END, (end, ctx) -> end(end, ctx));
        host.on(HookPoints.SUBAGENT_START, (start, _) -> {
            begin(start);
            return start;
        });
        host.on(HookPoints.SUBAGENT_END, (end, _) -> end(end));
    }

    private void begin(ToolExecutionStart start, HookContext ctx) {
        var description = ctx.tools().all().stream()
                .filter(tool -> tool.name().equals(start.toolName()))
                .map(ToolInfo::description)
                .findFirst()
                .orElse(null);
        var span = Span.below(
                        place(start.parentToolCallId()), "execute_tool " + start.toolName(), Span.INTERNAL, Clock.now())
                .with("gen_ai.operation.name", "execute_tool")
                .with("gen_ai.tool.name", start.toolName())
                .with("gen_ai.tool.call.id", start.toolCallId())
                .with("gen_ai.tool.type", "function")
                .with("gen_ai.tool.description", description)
                .with("gen_ai.tool.call.arguments", telemetry.content(start.args()));
        arguments.put(start.toolCallId(), start.args());
        telemetry.begin(Operation.TOOL, start.toolCallId(), span);
    }

    /** Returns the parent of a call: the agent that works for the calling one, if it has only one, or that call. */
    private TraceParent place(@Nullable String caller) {
        var agents = callsOfAgents.entrySet().stream()
                .filter(one -> one.getValue().equals(caller))
                .map(one -> telemetry.underWay(Operation.SUBAGENT, one.getKey()))
                .toList();
        var agent = agents.size() == 1 ? agents.getFirst() : null;
        return agent == null ? telemetry.place(caller) : agent.place();
    }

    private void end(ToolExecutionEnd end, HookContext ctx) {
        var span = telemetry.take(Operation.TOOL, end.toolCallId());
        var given = arguments.remove(end.toolCallId());
        if (span == null || given == null) {
            return;
        }
        long now = Clock.now();
        boolean ran = end.durationMs() != null;
        var error = !end.isError() ? null : ran ? "tool_error" : "not_run";
        span.with(
                "gen_ai.tool.call.result",
                telemetry.content(Content.text(end.result().content())));
        telemetry.send(span.failed(error), now);
        var labels = new Attributes().with("gen_ai.tool.name", end.toolName()).with("error.type", error);
        telemetry.metrics().add(Metric.TOOL_DURATION, (now - span.begin()) / 1e9, labels);
        telemetry.log(
                "tool_result",
                labels.copy()
                        .with("gen_ai.tool.call.id", end.toolCallId())
                        .with("success", !end.isError())
                        .with("duration_ms", end.durationMs()),
                span.place());
        countEffects(end, given, ctx);
    }

    private void countEffects(ToolExecutionEnd end, JsonObject given, HookContext ctx) {
        var tool = end.toolName();
        if (EDITS.contains(tool)) {
            count(
                    Metric.EDIT_DECISIONS,
                    1,
                    new Attributes()
                            .with("gen_ai.tool.name", tool)
                            .with("decision", end.blocked() ? "reject" : "accept"));
        }
        if (end.isError()) {
            return;
        }
        switch (tool) {
            case "edit" -> edited(end.result().details());
            case "write" -> lines("added", given.string("content", "").lines().count());
            case "bash" -> ran(given.string("command", ""));
            case "read" -> read(given.string("path", ""), ctx);
            default -> {
                // Other tools do not report what they changed.
            }
        }
    }

    private void edited(@Nullable Object details) {
        var patch = details instanceof JsonObject known ? known.string("patch", "") : "";
        lines("added", patch.lines().filter(line -> changed(line, '+')).count());
        lines("removed", patch.lines().filter(line -> changed(line, '-')).count());
    }

    /** The two lines that name the files begin with three signs. */
    private static boolean changed(String line, char sign) {
        return !line.isEmpty()
                && line.charAt(0) == sign
                && !line.startsWith(String.valueOf(sign).repeat(3) + " ");
    }

    private void lines(String type, long count) {
        count(Metric.LINES, count, new Attributes().with("type", type));
    }

    private void ran(String command) {
        count(Metric.COMMITS, COMMIT.matcher(command).find() ? 1 : 0, new Attributes());
        count(Metric.PULL_REQUESTS, PULL_REQUEST.matcher(command).find() ? 1 : 0, new Attributes());
    }

    private void count(Metric metric, long count, Attributes attributes) {
        if (count > 0) {
            telemetry.metrics().add(metric, (double) count, attributes);
        }
    }

    /** A model activates a skill by reading its file. */
    private void read(String written, HookContext ctx) {
        try {
            var path = ctx.project().cwd().resolve(written).normalize().toString();
            for (var skill : ctx.tools().commands()) {
                if (skill.kind() == CommandInfo.Kind.SKILL
                        && skill.source().path().equals(path)) {
                    telemetry.log("skill_activated", PromptTelemetry.skill(skill, "model"));
                }
            }
        } catch (InvalidPathException e) {
            // The tool reported it.
        }
    }

    private void begin(SubagentStart start) {
        var span = Span.below(
                        telemetry.place(start.toolCallId()),
                        "invoke_agent " + start.agentType(),
                        Span.INTERNAL,
                        Clock.now())
                .with("gen_ai.operation.name", "invoke_agent")
                .with("gen_ai.agent.name", start.agentType())
                .with("gen_ai.agent.id", start.agentId());
        callsOfAgents.put(start.agentId(), start.toolCallId());
        telemetry.begin(Operation.SUBAGENT, start.agentId(), span);
    }

    private void end(SubagentEnd end) {
        callsOfAgents.remove(end.agentId());
        var span = telemetry.take(Operation.SUBAGENT, end.agentId());
        if (span == null) {
            return;
        }
        var error = end.answer().isError() ? "agent_error" : null;
        long now = Clock.now();
        telemetry.send(span.tokens(end.answer().usage()).failed(error), now);
        telemetry.log(
                "subagent_completed",
                new Attributes()
                        .with("gen_ai.agent.name", end.agentType())
                        .with("gen_ai.agent.id", end.agentId())
                        .with("duration_ms", (now - span.begin()) / 1_000_000)
                        .with("error.type", error),
                span.place());
    }
}
