package dev.pawl.observe.telemetry;

import dev.pawl.api.HookPoints;
import dev.pawl.api.Host;
import dev.pawl.api.context.CommandInfo;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.ToolExecutionEnd;
import dev.pawl.api.json.JsonObject;
import java.nio.file.InvalidPathException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Counts the effects of tool calls on the project: lines, commits, pull requests, refused edits, and skills that were read. */
final class CallTelemetry {
    private static final Set<String> EDITS = Set.of("edit", "write");

    /** The start of a command line or of a command in it; options may follow. */
    private static final String COMMAND = "(?:^|[;&|\\n(])\\s*";

    private static final Pattern COMMIT =
            Pattern.compile(COMMAND + "git(?:\\s+-\\S+(?:\\s+[^-\\s]\\S*)?)*?\\s+commit\\b");
    private static final Pattern PULL_REQUEST = Pattern.compile(COMMAND + "(?:gh\\s+pr|glab\\s+mr)\\s+create\\b");

    private final Metrics metrics;
    private final SessionTelemetry records;
    private final Map<String, JsonObject> arguments = new ConcurrentHashMap<>();

    CallTelemetry(Metrics metrics, SessionTelemetry records) {
        this.metrics = metrics;
        this.records = records;
    }

    void install(Host host) {
        host.on(HookPoints.TOOL_EXECUTION_START, (start, _) -> arguments.put(start.toolCallId(), start.args()));
        host.on(HookPoints.TOOL_EXECUTION_END, (end, ctx) -> {
            var given = arguments.remove(end.toolCallId());
            if (given != null) {
                ended(end, given, ctx);
            }
        });
    }

    private void ended(ToolExecutionEnd end, JsonObject given, HookContext ctx) {
        var tool = end.toolName();
        if (EDITS.contains(tool)) {
            metrics.sum(
                    "pawl.code_edit_tool.decision",
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
        if (count > 0) {
            metrics.sum("pawl.lines_of_code.count", (double) count, new Attributes().with("type", type));
        }
    }

    private void ran(String command) {
        if (COMMIT.matcher(command).find()) {
            metrics.sum("pawl.commit.count", 1, new Attributes());
        }
        if (PULL_REQUEST.matcher(command).find()) {
            metrics.sum("pawl.pull_request.count", 1, new Attributes());
        }
    }

    /** A model activates a skill by reading its file. */
    private void read(String written, HookContext ctx) {
        try {
            var path = ctx.project().cwd().resolve(written).normalize().toString();
            for (var skill : ctx.tools().commands()) {
                if (skill.kind() == CommandInfo.Kind.SKILL
                        && skill.source().path().equals(path)) {
                    records.skill(skill, "model");
                }
            }
        } catch (InvalidPathException e) {
            // The tool reported it.
        }
    }
}
