package dev.pawl.bridge.forms;

import static dev.pawl.bridge.forms.WireForm.notice;

import dev.pawl.api.HookPoints;
import dev.pawl.api.event.Block;
import dev.pawl.api.event.SubagentStart;
import dev.pawl.api.event.ToolAuthorize;
import dev.pawl.api.event.ToolCall;
import dev.pawl.api.event.ToolResult;
import dev.pawl.api.event.UserBash;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Usage;
import dev.pawl.api.session.Boundary;
import dev.pawl.api.session.Draft;
import dev.pawl.api.tool.BashResult;
import dev.pawl.api.tool.CallFile;
import dev.pawl.api.tool.SubagentTask;
import dev.pawl.api.value.Decision;
import dev.pawl.api.value.ToolTraits;
import dev.pawl.bridge.protocol.Fields;
import dev.pawl.bridge.protocol.HandlerAnswer;
import dev.pawl.hooks.form.JsonForm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The points of tool calls, and of the boundary that comes after them. */
final class ToolForms {
    private ToolForms() {}

    static void addTo(List<WireForm<?>> forms) {
        forms.add(new WireForm<>(
                HookPoints.USER_BASH,
                List.of(),
                (event, to) -> to.all(JsonForm.of(event).without("environment")),
                ToolForms::shell));
        forms.add(new WireForm<>(
                HookPoints.USER_BASH_RESULT,
                List.of(),
                (event, to) -> to.put("command", event.command())
                        .put("excludeFromContext", event.excludeFromContext())
                        .put("cwd", event.cwd())
                        .put("output", event.text())
                        .given("exitCode", event.result().exitCode()),
                (event, answer) ->
                        answer.result().get("output") instanceof String output ? event.withText(output) : null));
        forms.add(new WireForm<>(
                HookPoints.TOOL_CALL,
                List.of("input"),
                (event, to) -> to.put("toolName", event.toolName())
                        .put("toolCallId", event.toolCallId())
                        .put("input", event.arguments())
                        .given("parentToolCallId", event.parentToolCallId())
                        .given("file", event.file())
                        .given("hardLinks", links(event.target()))
                        .given("mcpServer", server(event.server())),
                ToolForms::call));
        forms.add(new WireForm<>(
                HookPoints.TOOL_AUTHORIZE,
                List.of(),
                ToolForms::authorize,
                (event, answer) -> answer.yes("block") ? event.block(reason(answer)) : null));
        forms.add(new WireForm<>(HookPoints.SUBAGENT_START, List.of(), ToolForms::subagent, ToolForms::subagentAnswer));
        forms.add(new WireForm<>(
                HookPoints.SUBAGENT_STOP,
                List.of(),
                (event, to) -> to.put("agentId", event.agentId())
                        .put("agentType", event.agentType())
                        .put("toolCallId", event.toolCallId())
                        .put("messages", WireJson.messages(event.answer().messages()))
                        .put("lastAssistantText", event.answer().text())
                        .put("usage", event.answer().usage().toJson())
                        .put("stopHookActive", event.stopHookActive()),
                (event, answer) -> {
                    var more = RunForms.more(answer);
                    return more == null ? null : event.goOn(more);
                }));
        forms.add(notice(
                HookPoints.SUBAGENT_END,
                (event, to) -> to.put("agentId", event.agentId())
                        .put("agentType", event.agentType())
                        .put("toolCallId", event.toolCallId())
                        .put("lastAssistantText", event.answer().text())
                        .put("usage", event.answer().usage().toJson())
                        .given("error", event.answer().error())));
        forms.add(new WireForm<>(
                HookPoints.TOOL_RESULT, List.of("content", "details", "isError"), ToolForms::result, ToolForms::patch));
        forms.add(notice(
                HookPoints.TOOL_EXECUTION_END,
                (event, to) -> to.all(JsonForm.of(event).without("blocked"))));
        forms.add(new WireForm<>(
                HookPoints.TURN_END,
                List.of(),
                (event, to) -> boundary(
                        to.put("turnIndex", event.index())
                                .put("message", event.message().toJson())
                                .put("toolResults", WireJson.messages(event.toolResults()))
                                .put("messageEntryId", event.messageEntryId())
                                .put("toolResultEntryIds", event.toolResultEntryIds()),
                        event.boundary(),
                        event.entries(),
                        event.proceed()),
                (event, answer) -> {
                    var entries = drafts(answer);
                    var changed = entries == null ? event : event.withEntries(entries);
                    changed = answer.result().has("continue") ? changed.withProceed(answer.yes("continue")) : changed;
                    return changed == event ? null : changed;
                }));
        forms.add(new WireForm<>(
                HookPoints.AGENT_BEFORE_SETTLE,
                List.of(),
                (event, to) -> boundary(to, event.boundary(), event.entries(), event.proceed()),
                (event, answer) -> {
                    var entries = drafts(answer);
                    var changed = entries == null ? event : event.withEntries(entries);
                    changed = answer.result().has("continue") ? changed.withProceed(answer.yes("continue")) : changed;
                    return changed == event ? null : changed;
                }));
    }

    static String reason(HandlerAnswer answer) {
        var reason = answer.result().get("reason");
        return reason == null || reason.equals("") ? Block.DEFAULT_REASON : String.valueOf(reason);
    }

    private static @Nullable Object call(ToolCall event, HandlerAnswer answer) {
        if (answer.yes("block")) {
            return Decision.stop(new Block(reason(answer), answer.yes("terminate")));
        }
        var input = answer.result().get("input") instanceof JsonObject returned ? returned : answer.change("input");
        if (input instanceof JsonObject json) {
            return event.withArguments(json);
        }
        if (answer.changed("input")) {
            throw new IllegalArgumentException("the handler put in place of the input what is no object: " + input);
        }
        return null;
    }

    private static void subagent(SubagentStart event, Fields to) {
        var task = event.task();
        to.put("agentId", event.agentId())
                .put("agentType", event.agentType())
                .put("toolCallId", event.toolCallId())
                .put("prompt", task.prompt())
                .given("instructions", task.instructions())
                .put("tools", task.tools())
                .given("model", ModelShape.orNull(task.model()))
                .put("maxTurns", task.maxTurns());
    }

    private static @Nullable Object subagentAnswer(SubagentStart event, HandlerAnswer answer) {
        var task = event.task();
        var prompt = answer.text("prompt");
        var changed = event.withTask(new SubagentTask(
                prompt == null ? task.prompt() : prompt,
                answer.result().has("tools") ? answer.result().strings("tools") : task.tools(),
                answer.result().has("instructions") ? answer.text("instructions") : task.instructions(),
                task.model(),
                task.thinkingLevel(),
                task.maxTurns()));
        var context = answer.text("additionalContext");
        changed = context == null ? changed : changed.addContext(context);
        return changed.equals(event) ? null : changed;
    }

    private static void authorize(ToolAuthorize event, Fields to) {
        to.put("toolName", event.call().toolName())
                .put("toolCallId", event.call().toolCallId())
                .put("input", event.call().arguments())
                .given("command", event.command())
                .put("cwd", event.cwd())
                .put("changedEnvironment", event.changedEnvironment())
                .given("parentToolCallId", event.call().parentToolCallId())
                .given("file", event.call().file())
                .given("hardLinks", links(event.call().target()))
                .given("runBy", event.runBy())
                .given("mcpServer", server(event.call().server()));
    }

    private static void result(ToolResult event, Fields to) {
        to.put("toolName", event.call().toolName())
                .put("toolCallId", event.call().toolCallId())
                .put("input", event.call().arguments())
                .put("content", WireJson.content(event.content()))
                .given("details", event.details())
                .given("structuredContent", event.structuredContent())
                .put("isError", event.isError())
                .given("usage", WireJson.usage(event.usage()))
                .given("parentToolCallId", event.call().parentToolCallId())
                .given("file", event.call().file())
                .given("mcpServer", server(event.call().server()));
    }

    /** The tool server of a call; null if there is none. */
    private static @Nullable JsonObject server(ToolTraits.@Nullable Server server) {
        if (server == null) {
            return null;
        }
        var hints = server.annotations();
        return JsonObject.of("name", server.name(), "source", server.source())
                .with(
                        "annotations",
                        JsonObject.of("readOnlyHint", hints.readOnly(), "destructiveHint", hints.destructive())
                                .with("idempotentHint", hints.idempotent())
                                .with("openWorldHint", hints.openWorld()));
    }

    /** How many names a file has, where that is more than the one that is shown. */
    private static @Nullable Integer links(@Nullable CallFile target) {
        return target != null && target.hasOtherNames() ? (Integer) target.names() : null;
    }

    private static @Nullable Object patch(ToolResult event, HandlerAnswer answer) {
        var result = answer.result();
        var changed = event;
        var content = result.get("content") instanceof List<?> returned ? returned : answer.change("content");
        if (content instanceof List<?>) {
            changed = changed.withContent(WireJson.blocks(content));
        } else if (result.get("content") instanceof String text) {
            changed = changed.withText(text);
        }
        if (result.has("details")) {
            changed = changed.withDetails(result.get("details"));
        } else if (answer.changed("details")) {
            changed = changed.withDetails(answer.change("details"));
        }
        if (result.has("structuredContent")) {
            changed = changed.withStructuredContent(result.get("structuredContent"));
        }
        if ((result.has("isError") ? result.get("isError") : answer.change("isError")) instanceof Boolean isError) {
            changed = changed.withError(isError);
        }
        if (result.get("usage") instanceof JsonObject usage) {
            changed = changed.withUsage(Usage.from(usage));
        }
        return changed == event ? null : changed;
    }

    private static @Nullable Object shell(UserBash event, HandlerAnswer answer) {
        var result = answer.result();
        if (result.get("operations") instanceof Number function) {
            return event.runWith(answer.shells().apply(function.longValue()));
        }
        if (result.get("result") instanceof JsonObject json) {
            return event.answer(new BashResult(
                    json.string("output", ""),
                    json.get("exitCode") instanceof Number code ? (Integer) code.intValue() : null,
                    json.bool("cancelled", false),
                    json.bool("truncated", false),
                    json.string("fullOutputPath")));
        }
        if (answer.returned()) {
            if (result.get("command") instanceof String
                    || result.get("cwd") instanceof String
                    || result.get("env") instanceof JsonObject) {
                return Decision.pass(new UserBash(
                        result.string("command", event.command()),
                        event.excludeFromContext(),
                        result.get("cwd") instanceof String cwd ? event.cwd().resolve(cwd) : event.cwd(),
                        variables(event, result.object("env"))));
            }
            throw new IllegalArgumentException("a user_bash handler must return nothing, or exactly one of"
                    + " { operations: { exec } } and { result: { output, … } }");
        }
        return null;
    }

    private static Map<String, String> variables(UserBash event, JsonObject env) {
        var variables = new LinkedHashMap<>(event.environment());
        for (var name : env.names()) {
            var value = env.get(name);
            if (value != null) {
                variables.put(name, String.valueOf(value));
            }
        }
        return variables;
    }

    private static void boundary(Fields to, Boundary boundary, List<Draft> entries, boolean proceed) {
        to.put("entries", entries.stream().map(ToolForms::draft).toList())
                .put("continue", proceed)
                .put(
                        "context",
                        Fields.of("contextEntries", WireJson.entries(boundary.contextEntries()))
                                .put("contextMessages", WireJson.messages(boundary.contextMessages()))
                                .put("llmMessages", WireJson.messages(boundary.llmMessages()))
                                .put("pendingMessages", WireJson.messages(boundary.pendingMessages()))
                                .put("canContinue", boundary.canContinue())
                                .json())
                .put("outcome", WireJson.word(boundary.outcome()));
    }

    private static JsonObject draft(Draft draft) {
        return switch (draft) {
            case Draft.Custom custom ->
                Fields.of("type", "custom")
                        .put("customType", custom.customType())
                        .given("data", custom.data())
                        .json();
            case Draft.CustomMessage message ->
                Fields.of("type", "custom_message")
                        .put("customType", message.customType())
                        .put("content", message.content().toJson())
                        .put("display", message.display())
                        .given("details", message.details())
                        .json();
            case Draft.ContextEdit edit -> {
                var replacement = edit.replacement();
                yield Fields.of("type", "context_edit")
                        .put("targetId", edit.targetId())
                        .put("replacement", replacement == null ? null : JsonObject.of("content", replacement.toJson()))
                        .json();
            }
            case Draft.Compaction compaction ->
                Fields.of("type", "compaction")
                        .put("summary", compaction.summary())
                        .put("firstKeptEntryId", compaction.firstKeptEntryId())
                        .given("details", compaction.details())
                        .given("usage", WireJson.usage(compaction.usage()))
                        .json();
        };
    }

    private static @Nullable List<Draft> drafts(HandlerAnswer answer) {
        if (!(answer.result().get("entries") instanceof List<?> list)) {
            return null;
        }
        var drafts = new ArrayList<Draft>();
        for (var element : list) {
            if (!(element instanceof JsonObject json)) {
                throw new IllegalArgumentException("the handler returned entries with what is no entry: " + element);
            }
            drafts.add(readDraft(json));
        }
        return drafts;
    }

    private static Draft readDraft(JsonObject json) {
        return switch (json.string("type", "")) {
            case "custom" -> new Draft.Custom(json.string("customType", ""), json.get("data"));
            case "custom_message" ->
                new Draft.CustomMessage(
                        json.string("customType", ""),
                        Body.fromJson(json.get("content")),
                        json.bool("display", false),
                        json.get("details"));
            case "context_edit" ->
                new Draft.ContextEdit(
                        json.string("targetId", ""),
                        json.get("replacement") instanceof JsonObject replacement
                                ? Body.fromJson(replacement.get("content"))
                                : null);
            case "compaction" ->
                new Draft.Compaction(
                        json.string("summary", ""),
                        json.string("firstKeptEntryId"),
                        json.get("details"),
                        json.has("usage") ? Usage.from(json.object("usage")) : null);
            default ->
                throw new IllegalArgumentException(
                        "the handler returned an entry of a type that cannot be added: " + json.string("type", "none"));
        };
    }
}
