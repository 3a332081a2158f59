package dev.pawl.agent.event;

import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StreamDelta;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.ToolOutput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The events of a conversation as records of JSON, as clients know them. */
public final class EventJson {
    private EventJson() {}

    /** The record of an event; null for one that is not passed on. */
    public static @Nullable JsonObject of(AgentEvent event) {
        if (event instanceof AgentEvent.SessionBegun) {
            return null; // The only one of every start, which a first switch over types would cost milliseconds.
        }
        return switch (event) {
            case AgentEvent.RunStarted _ -> type("agent_start");
            case AgentEvent.RunEnded(var messages, var willRetry) ->
                JsonObject.of("type", "agent_end", "messages", jsons(messages)).with("willRetry", willRetry);
            case AgentEvent.Settled(var aborted) -> type("agent_settled").with("aborted", aborted);
            case AgentEvent.TurnStarted _ -> type("turn_start");
            case AgentEvent.TurnEnded(var message, var results) ->
                type("turn_end").with("message", message.toJson()).with("toolResults", jsons(results));
            // A command that the user ran is not part of a conversation's events.
            case AgentEvent.MessageStarted(Message.BashExecution _), AgentEvent.MessageEnded(Message.BashExecution _) ->
                null;
            case AgentEvent.MessageStarted(var message) -> type("message_start").with("message", message.toJson());
            case AgentEvent.MessageGrew(var update) -> update(update);
            case AgentEvent.MessageEnded(var message) -> type("message_end").with("message", message.toJson());
            case AgentEvent.ToolStarted(var start) ->
                record(
                        "type",
                        "tool_execution_start",
                        "toolCallId",
                        start.toolCallId(),
                        "toolName",
                        start.toolName(),
                        "args",
                        start.args(),
                        "parentToolCallId",
                        start.parentToolCallId());
            case AgentEvent.ToolShowed(var shown) ->
                record(
                        "type",
                        "tool_execution_update",
                        "toolCallId",
                        shown.toolCallId(),
                        "toolName",
                        shown.toolName(),
                        "args",
                        shown.args(),
                        "partialResult",
                        output(shown.partialResult()),
                        "parentToolCallId",
                        shown.parentToolCallId());
            case AgentEvent.ToolEnded(var end) ->
                record(
                        "type",
                        "tool_execution_end",
                        "toolCallId",
                        end.toolCallId(),
                        "toolName",
                        end.toolName(),
                        "result",
                        output(end.result()),
                        "isError",
                        end.isError(),
                        "durationMs",
                        end.durationMs(),
                        "parentToolCallId",
                        end.parentToolCallId());
            case AgentEvent.QueueChanged(var steering, var followUp) ->
                type("queue_update").with("steering", steering).with("followUp", followUp);
            // The event at the end of the compaction contains it.
            case AgentEvent.EntryAppended(Entry.Compaction _) -> null;
            case AgentEvent.EntryAppended(var entry) -> type("entry_appended").with("entry", entry.toJson());
            case AgentEvent.NameChanged(var name) -> record("type", "session_info_changed", "name", name);
            case AgentEvent.ThinkingLevelChanged(var level) ->
                type("thinking_level_changed").with("level", level.wire());
            case AgentEvent.CompactionStarted(var reason) ->
                type("compaction_start").with("reason", reason.name().toLowerCase(Locale.ROOT));
            case AgentEvent.CompactionEnded(
                    var reason,
                    var result,
                    var tokensAfter,
                    var aborted,
                    var willRetry,
                    var error) ->
                record(
                        "type",
                        "compaction_end",
                        "reason",
                        reason.name().toLowerCase(Locale.ROOT),
                        "result",
                        result == null
                                ? null
                                : tokensAfter == null
                                        ? compaction(result)
                                        : compaction(result).with("estimatedTokensAfter", tokensAfter),
                        "aborted",
                        aborted,
                        "willRetry",
                        willRetry,
                        "errorMessage",
                        error);
            case AgentEvent.RetryStarted(var start) -> type("auto_retry_start").with(JsonObject.from(start));
            case AgentEvent.RetryEnded(var end) -> type("auto_retry_end").with(JsonObject.from(end));
            case AgentEvent.SummaryRetryScheduled scheduled ->
                type("summarization_retry_scheduled").with(JsonObject.from(scheduled));
            case AgentEvent.SummaryRetryStarted(var reason) ->
                record(
                        "type",
                        "summarization_retry_attempt_start",
                        "source",
                        reason == null ? "branchSummary" : "compaction",
                        "reason",
                        reason == null ? null : reason.name().toLowerCase(Locale.ROOT));
            case AgentEvent.SummaryRetryFinished _ -> type("summarization_retry_finished");
            case AgentEvent.SessionNotKept(var file, var error) ->
                record(
                        "type",
                        "session_not_kept",
                        "sessionFile",
                        file == null ? null : file.toString(),
                        "error",
                        error);
            case AgentEvent.ProgramFailed(var during, var error) ->
                type("program_failed").with("during", during).with("error", error);
            case AgentEvent.HookFailed _,
                    AgentEvent.BashOutput _,
                    AgentEvent.SessionReplaced _,
                    AgentEvent.SessionBegun _ -> null;
        };
    }

    /** A step of an answer: only what it adds, for the client has the rest. */
    private static JsonObject update(MessageUpdate update) {
        return type("message_update")
                .with("usage", update.partial().usage().toJson())
                .with("assistantMessageEvent", delta(update.delta()));
    }

    private static JsonObject delta(StreamDelta delta) {
        var step = JsonObject.of("type", delta.kind().wire(), "contentIndex", delta.contentIndex());
        var call = delta.toolCall();
        return switch (delta.kind()) {
            case TEXT_START, THINKING_START -> step;
            case TEXT_DELTA, THINKING_DELTA, TOOLCALL_DELTA -> step.with("delta", delta.delta());
            case TEXT_END, THINKING_END -> step.with("content", delta.delta());
            case TOOLCALL_START ->
                call == null ? step : step.with("id", call.id()).with("toolName", call.name());
            case TOOLCALL_END -> call == null ? step : step.with("toolCall", call.toJson());
        };
    }

    private static JsonObject output(ToolOutput output) {
        return record(
                "content",
                output.content().stream().map(Content::toJson).toList(),
                "details",
                output.details(),
                "structuredContent",
                output.structuredContent(),
                "usage",
                output.usage() == null ? null : output.usage().toJson(),
                "terminate",
                output.terminate() ? true : null);
    }

    private static JsonObject compaction(CompactionResult result) {
        return record(
                "summary",
                result.summary(),
                "firstKeptEntryId",
                result.firstKeptEntryId(),
                "tokensBefore",
                result.tokensBefore(),
                "usage",
                result.usage() == null ? null : result.usage().toJson(),
                "details",
                result.details());
    }

    private static List<JsonObject> jsons(List<? extends Message> messages) {
        return messages.stream().map(Message::toJson).toList();
    }

    private static JsonObject type(String type) {
        return JsonObject.of("type", type);
    }

    /** An object of names and values; what is null is left out. */
    private static JsonObject record(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (namesAndValues[i + 1] != null) {
                fields.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
            }
        }
        return JsonObject.from(fields);
    }
}
