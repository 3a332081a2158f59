package dev.pawl.shellhooks.ahp;

import dev.pawl.api.HookPoints;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.event.SessionShutdown;
import dev.pawl.api.event.SessionStart;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolExecutionEnd;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.base.ServerToolName;
import dev.pawl.base.SystemRandom;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes events of what happens in a session. */
final class Boundaries {
    /** The kinds of Pawl's tools. */
    static final Map<String, String> KINDS = Map.of(
            "bash", "shell",
            "read", "file_read",
            "write", "file_write",
            "edit", "file_edit",
            "grep", "search",
            "find", "search",
            "ls", "search",
            "subagent", "task");

    private final Source source;

    Boundaries(Source source) {
        this.source = source;
    }

    /** Exactly what is about to run: its file after all links, and the command that the shell gets. */
    Event before(ToolAuthorize shown, HookContext ctx) {
        var call = shown.call();
        var input = call.arguments();
        var file = call.file();
        if (file != null && input.get("path") instanceof String) {
            input = input.with("path", file.toString());
        }
        if (shown.command() != null) {
            input = input.with("command", shown.command());
        }
        var server = call.server();
        var kind = server != null ? "mcp" : KINDS.getOrDefault(call.toolName(), "other");
        var tool = new Event.Tool(call.toolCallId(), call.toolName(), kind, input, Map.of());
        var spelled = server == null ? null : ServerToolName.parse(call.toolName());
        if (server != null) {
            tool = tool.with(
                    "mcp",
                    JsonObject.of("server", server.name(), "tool", spelled == null ? tool.name() : spelled.tool()));
        }
        return event(
                Event.Type.TOOL_BEFORE,
                session(call.parentToolCallId(), ctx),
                tool,
                new Event.Own(HookPoints.TOOL_AUTHORIZE.name(), call.arguments()));
    }

    /** The end of the same call. */
    Event after(Event before, ToolExecutionEnd end) {
        var tool = Objects.requireNonNull(before.tool(), "an event of a tool");
        var text = end.result().content().stream()
                .filter(Content.Text.class::isInstance)
                .map(content -> ((Content.Text) content).text())
                .collect(Collectors.joining("\n"));
        var over = end.isError()
                ? tool.with("error", JsonObject.of("message", text.isBlank() ? "failed without words" : text))
                : tool.with("output", JsonObject.of("text", text));
        var own = new Event.Own(
                HookPoints.TOOL_EXECUTION_END.name(),
                JsonObject.of("toolCallId", end.toolCallId(), "isError", end.isError()));
        return event(end.isError() ? Event.Type.TOOL_ERROR : Event.Type.TOOL_AFTER, before.session(), over, own);
    }

    Event started(SessionStart.Reason reason, HookContext ctx) {
        return ofSession(Event.Type.SESSION_START, HookPoints.SESSION_START.name(), reason, ctx);
    }

    Event ended(SessionShutdown.Reason reason, HookContext ctx) {
        return ofSession(Event.Type.SESSION_END, HookPoints.SESSION_SHUTDOWN.name(), reason, ctx);
    }

    private Event ofSession(Event.Type type, String point, Enum<?> reason, HookContext ctx) {
        var own = new Event.Own(point, JsonObject.of("reason", reason.name().toLowerCase(Locale.ROOT)));
        return event(type, session(null, ctx), null, own);
    }

    private Event event(Event.Type type, JsonObject session, Event.@Nullable Tool tool, Event.Own own) {
        var now = Instant.now();
        var id = SystemRandom.timedUuid(now.toEpochMilli(), SystemRandom.shared());
        return new Event(id, source.name(), type, now, session, tool, own, false);
    }

    private static JsonObject session(@Nullable String parentToolCallId, HookContext ctx) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        var cwd = ctx.project().cwd().toString();
        fields.put("id", ctx.session().id());
        fields.put("cwd", cwd);
        fields.put("workspaceRoots", List.of(cwd));
        var model = ctx.models().current();
        if (model != null) {
            fields.put("model", model.provider() + "/" + model.id());
        }
        if (parentToolCallId != null) {
            fields.put("agent", JsonObject.of("id", parentToolCallId, "type", "subagent"));
        }
        return JsonObject.from(fields);
    }
}
