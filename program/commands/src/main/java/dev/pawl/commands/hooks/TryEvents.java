package dev.pawl.commands.hooks;

import dev.pawl.api.HookPoint;
import dev.pawl.api.HookPoints;
import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.api.event.Input;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.event.TurnStart;
import dev.pawl.api.event.UserBash;
import dev.pawl.api.event.UserBashResult;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.tool.BashResult;
import dev.pawl.api.tool.CallFile;
import dev.pawl.api.tool.ToolInput;
import dev.pawl.cli.Refusal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Events made from one line of text, to try hooks with. */
final class TryEvents {
    private interface Maker {
        Object make(String text, Path cwd);
    }

    private static final Map<HookPoint<?, ?>, Maker> MAKERS = makers();

    private TryEvents() {}

    /** An event for a point: from a text, or from fields as JSON. */
    static Object make(HookPoint<?, ?> point, String text, Path cwd) {
        var maker = MAKERS.get(point);
        boolean json = text.startsWith("{");
        if (maker != null && (!json || point.event() == ToolCall.class || point.event() == ToolAuthorize.class)) {
            return maker.make(text, cwd);
        }
        try {
            var given = json ? JsonObject.parse(text) : JsonObject.empty();
            return new SampleEvents(json ? "" : text, cwd).event(point.event(), given);
        } catch (IllegalArgumentException e) {
            throw Refusal.ofArguments("an event is a text or a JSON object with its fields; this is " + e.getMessage());
        }
    }

    private static Map<HookPoint<?, ?>, Maker> makers() {
        var makers = new LinkedHashMap<HookPoint<?, ?>, Maker>();
        makers.put(HookPoints.INPUT, (text, _) -> Input.of(text));
        makers.put(HookPoints.USER_BASH, (text, cwd) -> new UserBash(text, false, cwd));
        makers.put(
                HookPoints.USER_BASH_RESULT,
                (text, cwd) -> new UserBashResult("cat", false, cwd, BashResult.of(text, 0)));
        makers.put(HookPoints.BEFORE_AGENT_START, (text, _) -> BeforeAgentStart.of(text, "You are a coding agent."));
        makers.put(HookPoints.TURN_START, (_, _) -> new TurnStart(0, Instant.EPOCH));
        makers.put(HookPoints.CONTEXT, (text, _) -> ModelContext.of(List.of(Message.user(text, 0))));
        makers.put(HookPoints.TOOL_CALL, (text, cwd) -> call(text, cwd));
        makers.put(HookPoints.TOOL_AUTHORIZE, (text, cwd) -> ToolAuthorize.of(call(text, cwd), cwd));
        makers.put(HookPoints.TOOL_RESULT, (text, _) -> ToolResult.of("read", new ToolInput.Read("file.txt"), text));
        return makers;
    }

    /** A shell command, or a call of any tool as JSON: {@code {"toolName":"write","input":{"path":".env"}}}. */
    private static ToolCall call(String text, Path cwd) {
        var call = call(text);
        return call.withTarget(CallFile.of(call.input(), cwd, Path.of(System.getProperty("user.home"))));
    }

    private static ToolCall call(String text) {
        if (!text.startsWith("{")) {
            return ToolCall.of("bash", new ToolInput.Bash(text));
        }
        try {
            var json = JsonObject.parse(text);
            return ToolCall.of(json.string("toolName", "bash"), "call_1", json.object("input"));
        } catch (IllegalArgumentException e) {
            throw Refusal.ofArguments("a tool call is a shell command or JSON like"
                    + " {\"toolName\":\"write\",\"input\":{\"path\":\".env\"}}; this is " + e.getMessage());
        }
    }
}
