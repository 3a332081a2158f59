package dev.pawl.bridge.forms;

import static dev.pawl.bridge.forms.WireForm.notice;

import dev.pawl.api.HookPoints;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.event.BeforeAgentStart;
import dev.pawl.api.event.BeforeProviderHeaders;
import dev.pawl.api.event.BeforeProviderRequest;
import dev.pawl.api.event.CacheWarmingDecision;
import dev.pawl.api.event.Input;
import dev.pawl.api.event.MessageEnd;
import dev.pawl.api.event.ModelContext;
import dev.pawl.api.event.SessionStop;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.SystemPromptOptions;
import dev.pawl.bridge.protocol.Fields;
import dev.pawl.bridge.protocol.HandlerAnswer;
import dev.pawl.hooks.form.JsonForm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The points of a prompt on its way: the message, the request to the model, the answer. */
public final class RunForms {
    /** The number of messages that are sent without a request for them. */
    private static final int SHORT = 16;

    private RunForms() {}

    static void addTo(List<WireForm<?>> forms) {
        forms.add(new WireForm<>(HookPoints.INPUT, List.of(), RunForms::input, RunForms::inputAnswer));
        forms.add(new WireForm<>(
                HookPoints.BEFORE_AGENT_START, List.of("systemPromptOptions"), RunForms::start, RunForms::startAnswer));
        forms.add(notice(
                HookPoints.TURN_START,
                (event, to) -> to.put("turnIndex", event.index())
                        .put("timestamp", event.timestamp().toEpochMilli())));
        addRequest(forms);
        forms.add(notice(
                HookPoints.MESSAGE_UPDATE,
                (event, to) -> to.put("assistantMessageEvent", JsonForm.delta(event.delta()))));
        forms.add(new WireForm<>(HookPoints.MESSAGE_END, List.of("message"), RunForms::message));
        forms.add(notice(
                HookPoints.AGENT_END,
                (event, to) -> to.all(JsonForm.of(event)).put("willContinue", event.willRetry())));
        forms.add(new WireForm<>(HookPoints.SESSION_STOP, List.of(), RunForms::stop, RunForms::stopAnswer));
        forms.add(new WireForm<>(HookPoints.CACHE_WARMING_DECISION, List.of(), RunForms::warming));
        forms.add(new WireForm<>(
                HookPoints.BEFORE_MODEL_SELECT,
                List.of(),
                (event, answer) -> answer.yes("block") ? event.block(ToolForms.reason(answer)) : null));
        for (var point : List.of(HookPoints.UI_PROMPT_START, HookPoints.UI_PROMPT_END)) {
            forms.add(notice(point, (event, to) -> to.put("reason", "ui_prompt").all(JsonForm.of(event))));
        }
    }

    private static void addRequest(List<WireForm<?>> forms) {
        forms.add(new WireForm<>(
                HookPoints.CONTEXT,
                List.of("messages"),
                (event, to) -> to.given(
                                "messages",
                                event.messages().size() <= SHORT ? WireJson.messages(event.messages()) : null)
                        .given("preview", event.preview() ? true : null),
                (event, answer) -> {
                    var messages = messages(answer, event.messages());
                    return messages == null ? null : event.withMessages(messages);
                }));
        forms.add(new WireForm<>(HookPoints.CONTEXT_WITH_SYSTEM, List.of("messages"), (event, answer) -> {
            var messages = messages(answer, event.messages());
            return messages == null ? null : event.withMessages(messages);
        }));
        forms.add(new WireForm<>(HookPoints.BEFORE_PROVIDER_HEADERS, List.of("headers"), RunForms::headers));
        forms.add(new WireForm<>(HookPoints.BEFORE_PROVIDER_REQUEST, List.of("payload"), RunForms::payload));
        forms.add(new WireForm<>(
                HookPoints.REQUEST_AUTHORIZE,
                List.of(),
                (event, to) -> to.all(JsonForm.of(event).without("origin"))
                        .put("requestId", event.requestId())
                        .given("agentId", event.agentId()),
                (event, answer) -> answer.yes("block") ? event.block(ToolForms.reason(answer)) : null));
        forms.add(notice(
                HookPoints.REQUEST_END,
                (event, to) -> to.put("requestId", event.request().requestId())
                        .put("model", ModelShape.of(event.request().model()))
                        .put("purpose", WireJson.word(event.request().purpose()))
                        .given("toolCallId", event.request().toolCallId())
                        .given("agentId", event.request().agentId())
                        .put("sent", event.sent())
                        .put("usage", event.usage().toJson())));
    }

    /** A field that is long, and is sent to those who look at it. */
    public static Object part(ModelContext event, String field) {
        return switch (field) {
            case "messages" -> WireJson.messages(event.messages());
            case "entries" -> WireJson.entries(event.entries());
            default ->
                event.contextMessages().stream()
                        .map(one -> Fields.of("message", one.message().toJson())
                                .put("entryIndex", one.entryIndex())
                                .json())
                        .toList();
        };
    }

    private static @Nullable Object warming(CacheWarmingDecision event, HandlerAnswer answer) {
        return switch (answer.result().string("action", "")) {
            case "warm" -> event.withAction(CacheWarmingDecision.Action.WARM);
            case "stop" -> event.withAction(CacheWarmingDecision.Action.STOP);
            default -> null;
        };
    }

    private static void input(Input event, Fields to) {
        to.put("text", event.text())
                .given("images", event.images().isEmpty() ? null : WireJson.content(event.images()))
                .put("source", WireJson.word(event.source()));
        var behavior = event.streamingBehavior();
        to.given("streamingBehavior", behavior == null ? null : behavior.wire());
    }

    private static @Nullable Object inputAnswer(Input event, HandlerAnswer answer) {
        var result = answer.result();
        var action = result.string("action", result.bool("handled", false) ? "handled" : "");
        if (action.equals("handled")) {
            return event.handled();
        }
        // A bare text has no meaning; a text without an action does.
        boolean other = action.equals("transform") || (action.isEmpty() && result.get("text") instanceof String);
        if (!other) {
            return null;
        }
        var text = answer.text("text");
        return event.transform(
                text == null ? event.text() : text,
                result.has("images") ? WireJson.images(result.get("images")) : event.images());
    }

    private static void start(BeforeAgentStart event, Fields to) {
        var trigger = event.trigger();
        to.put("messageType", trigger == null ? "user" : "custom")
                .given("prompt", event.prompt())
                .given("images", event.images().isEmpty() ? null : WireJson.content(event.images()))
                .given("message", trigger == null ? null : trigger.toJson())
                .put("systemPrompt", event.systemPrompt())
                .put("systemPromptOptions", WireJson.prompt(event.systemPromptOptions()));
    }

    private static @Nullable Object startAnswer(BeforeAgentStart event, HandlerAnswer answer) {
        var changed = event;
        if (answer.change("systemPromptOptions") instanceof JsonObject options) {
            changed = changed.withOptions(options(event.systemPromptOptions(), options));
            if (options.get("forceSystemPrompt") instanceof String whole) {
                changed = changed.withWholeSystemPrompt(whole);
            }
        }
        var result = answer.result();
        if (result.get("message") instanceof JsonObject message) {
            changed = changed.inject(hookMessage(message));
        }
        if (result.get("systemPrompt") instanceof List<?>) {
            changed = changed.withWholeSystemPrompt(String.join("\n\n", result.strings("systemPrompt")));
        } else {
            var prompt = answer.text("systemPrompt");
            changed = prompt == null ? changed : changed.withWholeSystemPrompt(prompt);
        }
        var more = answer.text("systemPromptAppend");
        if (more != null) {
            changed = changed.appendSystemPrompt(more);
        }
        return changed == event ? null : changed;
    }

    private static SystemPromptOptions options(SystemPromptOptions before, JsonObject json) {
        var files = new LinkedHashMap<String, String>();
        json.objects("contextFiles").forEach(file -> files.put(file.string("path", ""), file.string("content", "")));
        return new SystemPromptOptions(
                withAddendum(before, texts(json, "sections", before.sections()), json),
                json.strings("selectedTools"),
                texts(json, "toolSnippets", before.toolSnippets()),
                json.strings("promptGuidelines"),
                Collections.unmodifiableMap(files),
                json.objects("skills").stream()
                        .map(skill -> skill.string("name", ""))
                        .toList());
    }

    /** What extensions call the appended prompt is a section of its own. */
    private static Map<String, String> withAddendum(
            SystemPromptOptions before, Map<String, String> sections, JsonObject json) {
        var was = before.sections().getOrDefault(WireJson.ADDENDUM, "");
        var now = json.string("appendSystemPrompt", was);
        if (now.equals(was)) {
            return sections;
        }
        var changed = new LinkedHashMap<>(sections);
        if (now.isEmpty()) {
            changed.remove(WireJson.ADDENDUM);
        } else {
            changed.put(WireJson.ADDENDUM, now);
        }
        return Collections.unmodifiableMap(changed);
    }

    private static Map<String, String> texts(JsonObject json, String field, Map<String, String> before) {
        if (!(json.get(field) instanceof JsonObject object)) {
            return before;
        }
        var texts = new LinkedHashMap<String, String>();
        object.asMap().forEach((name, value) -> {
            if (value instanceof String text) {
                texts.put(name, text);
            }
        });
        return Collections.unmodifiableMap(texts);
    }

    public static HookMessage hookMessage(JsonObject json) {
        return new HookMessage(
                json.string("customType", "extension"),
                Body.fromJson(json.get("content")),
                json.bool("display", false),
                json.get("details"));
    }

    /** The messages that a handler returned, or changed in place; null if it did neither. */
    private static @Nullable List<Message> messages(HandlerAnswer answer, List<Message> before) {
        var given = answer.result().get("messages");
        if (given != null && !(given instanceof List<?>)) {
            throw new IllegalArgumentException("the handler returned messages that are no list: " + given);
        }
        var list = given instanceof List<?> returned
                ? returned
                : answer.change("messages") instanceof List<?> changed ? changed : null;
        if (list == null) {
            return null;
        }
        var messages = new ArrayList<Message>();
        for (var element : list) {
            if (!(element instanceof JsonObject json)) {
                throw new IllegalArgumentException("the handler returned messages with what is no message: " + element);
            }
            var message =
                    Message.from(!json.has("role") && json.get("message") instanceof JsonObject inner ? inner : json);
            if (message instanceof Message.Other && !before.contains(message)) {
                throw new IllegalArgumentException("the handler returned a message whose role is not known: "
                        + json.get("role") + ". Use user, assistant, toolResult or custom");
            }
            messages.add(message);
        }
        return messages;
    }

    private static @Nullable Object headers(BeforeProviderHeaders event, HandlerAnswer answer) {
        if (!(answer.change("headers") instanceof JsonObject json)) {
            return null;
        }
        var headers = new LinkedHashMap<String, String>();
        json.asMap().forEach((name, value) -> {
            if (value != null) {
                headers.put(name, String.valueOf(value));
            }
        });
        return new BeforeProviderHeaders(Collections.unmodifiableMap(headers));
    }

    private static @Nullable Object payload(BeforeProviderRequest event, HandlerAnswer answer) {
        var payload = answer.returned() ? answer.value() : answer.change("payload");
        if (payload instanceof JsonObject json) {
            return event.withPayload(json);
        }
        if (answer.returned() && payload != null) {
            throw new IllegalArgumentException("the handler returned a payload that is no object: " + payload);
        }
        return null;
    }

    private static @Nullable Object message(MessageEnd event, HandlerAnswer answer) {
        var message = answer.result().get("message") instanceof JsonObject returned
                ? returned
                : answer.change("message") instanceof JsonObject changed ? changed : null;
        if (message == null) {
            return null;
        }
        boolean empty =
                message.get("content") == null && event.message().toJson().has("content");
        return event.withMessage(Message.from(empty ? message.with("content", List.of()) : message));
    }

    private static void stop(SessionStop event, Fields to) {
        var last = event.lastAssistantMessage();
        to.put("messages", WireJson.messages(event.messages()))
                .put("turn_id", event.turnId())
                .given("last_assistant_message", last == null ? null : last.toJson())
                .put("session_id", event.sessionId())
                .given("session_file", event.sessionFile())
                .put("stop_hook_active", event.stopHookActive());
    }

    private static @Nullable Object stopAnswer(SessionStop event, HandlerAnswer answer) {
        var more = more(answer);
        return more == null ? null : event.goOn(more);
    }

    /** The message that sends an agent back to work; null if it may stop. */
    static @Nullable String more(HandlerAnswer answer) {
        var result = answer.result();
        var context = result.string("additionalContext", result.string("reason", ""));
        boolean goOn = answer.yes("continue") || "block".equals(result.get("decision"));
        return goOn && !context.isEmpty() ? context : null;
    }
}
