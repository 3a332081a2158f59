package dev.pawl.agent.event;

import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.tool.ToolOutput;
import dev.pawl.hooks.form.JsonForm;
import org.jspecify.annotations.Nullable;

/** The events of a conversation as records of JSON, as clients know them. */
public final class EventJson {
    private EventJson() {}

    /** Returns the record of an event; null for one that is not passed on. */
    public static @Nullable JsonObject of(AgentEvent event) {
        if (event instanceof AgentEvent.SessionBegun) {
            return null; // The only one of every start, which a first switch over types would cost milliseconds.
        }
        return switch (event) {
            // A command that the user ran is not part of a conversation's events.
            case AgentEvent.MessageStarted(Message.BashExecution _), AgentEvent.MessageEnded(Message.BashExecution _) ->
                null;
            // The event at the end of the compaction contains it.
            case AgentEvent.EntryAppended(Entry.Compaction _) -> null;
            case AgentEvent.HookFailed _,
                    AgentEvent.BashOutput _,
                    AgentEvent.SessionReplaced _,
                    AgentEvent.SessionBegun _ -> null;
            case AgentEvent.RunStarted started -> record("agent_start", started);
            case AgentEvent.RunEnded ended -> record("agent_end", ended);
            case AgentEvent.Settled settled -> record("agent_settled", settled);
            case AgentEvent.TurnStarted started -> record("turn_start", started);
            case AgentEvent.TurnEnded ended -> record("turn_end", ended);
            case AgentEvent.MessageStarted started -> record("message_start", started);
            case AgentEvent.MessageGrew(var update) -> update(update);
            case AgentEvent.MessageEnded ended -> record("message_end", ended);
            case AgentEvent.ToolStarted(var start) -> record("tool_execution_start", start);
            case AgentEvent.ToolShowed(var shown) ->
                record("tool_execution_update", shown).with("partialResult", output(shown.partialResult()));
            case AgentEvent.ToolEnded(var end) ->
                record("tool_execution_end", end).without("blocked").with("result", output(end.result()));
            case AgentEvent.QueueChanged changed -> record("queue_update", changed);
            case AgentEvent.EntryAppended appended -> record("entry_appended", appended);
            case AgentEvent.NameChanged changed -> record("session_info_changed", changed);
            case AgentEvent.ThinkingLevelChanged changed -> record("thinking_level_changed", changed);
            case AgentEvent.CompactionStarted started -> record("compaction_start", started);
            case AgentEvent.CompactionEnded ended -> compacted(ended);
            case AgentEvent.RetryStarted(var start) -> record("auto_retry_start", start);
            case AgentEvent.RetryEnded(var end) -> record("auto_retry_end", end);
            case AgentEvent.SummaryRetryScheduled scheduled -> record("summarization_retry_scheduled", scheduled);
            case AgentEvent.SummaryRetryStarted started ->
                JsonObject.of(
                                "type",
                                "summarization_retry_attempt_start",
                                "source",
                                started.reason() == null ? "branchSummary" : "compaction")
                        .with(JsonForm.of(started));
            case AgentEvent.SummaryRetryFinished finished -> record("summarization_retry_finished", finished);
            case AgentEvent.SessionNotKept(var file, var error) ->
                JsonForm.record("type", "session_not_kept", "sessionFile", file, "error", error);
            case AgentEvent.ProgramFailed failed -> record("program_failed", failed);
        };
    }

    private static JsonObject record(String type, Record event) {
        return JsonObject.of("type", type).with(JsonForm.of(event));
    }

    /** Returns a step of an answer: only what it adds, for the client has the rest. */
    private static JsonObject update(MessageUpdate update) {
        return JsonObject.of("type", "message_update")
                .with("usage", update.partial().usage().toJson())
                .with("assistantMessageEvent", JsonForm.delta(update.delta()));
    }

    /** The call's event says whether it failed. */
    private static JsonObject output(ToolOutput output) {
        return JsonForm.output(output).without("isError");
    }

    private static JsonObject compacted(AgentEvent.CompactionEnded ended) {
        var json = record("compaction_end", ended).without("estimatedTokensAfter");
        if (ended.result() == null) {
            return json;
        }
        var result = JsonForm.of(ended.result()).without("preserveData");
        return json.with(
                "result",
                ended.estimatedTokensAfter() == null
                        ? result
                        : result.with("estimatedTokensAfter", ended.estimatedTokensAfter()));
    }
}
