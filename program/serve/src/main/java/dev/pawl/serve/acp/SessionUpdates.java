package dev.pawl.serve.acp;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.context.OpenSession;
import dev.pawl.api.event.MessageUpdate;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.session.Entry;
import dev.pawl.api.value.HookError;
import dev.pawl.api.value.PermissionMode;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends the events of a session: messages, thoughts, tool calls, compactions, and changes of options. */
final class SessionUpdates {
    private final Channel channel;
    private final ToolCalls calls;
    private final Consumer<HookError> failures;
    private final Runnable optionsChanged;
    private final Map<Integer, String> streaming = new HashMap<>();
    private int messages;
    private int compactions;
    private volatile Message.@Nullable Assistant last;

    /**
     * @param failures receives the hooks that failed
     * @param optionsChanged called when the model or the thinking level changed
     */
    SessionUpdates(Channel channel, ToolCalls calls, Consumer<HookError> failures, Runnable optionsChanged) {
        this.channel = channel;
        this.calls = calls;
        this.failures = failures;
        this.optionsChanged = optionsChanged;
    }

    /** The last answer of the run under way; null if there was none. */
    Message.@Nullable Assistant last() {
        return last;
    }

    void newPrompt() {
        last = null;
    }

    void onEvent(AgentEvent event) {
        switch (event) {
            case AgentEvent.MessageStarted(Message.Assistant _) -> begin();
            case AgentEvent.MessageGrew(var update) -> grow(update);
            case AgentEvent.MessageEnded(Message.Assistant answer) -> end(answer);
            case AgentEvent.MessageEnded(Message.Custom custom)
            when custom.display() -> {
                begin();
                chunk("agent_message_chunk", custom.text());
            }
            case AgentEvent.ToolStarted(var start) -> calls.started(start.toolCallId(), start.toolName(), start.args());
            case AgentEvent.ToolShowed(var shown) -> calls.updated(shown.toolCallId(), shown.partialResult());
            case AgentEvent.ToolEnded(var end) -> calls.ended(end.toolCallId(), end.result(), end.isError());
            case AgentEvent.NameChanged(var name) ->
                channel.update(
                        "session_info_update",
                        JsonObject.of("title", name, "updatedAt", Instant.now().toString()));
            case AgentEvent.EntryAppended(Entry.ModelChange _), AgentEvent.ThinkingLevelChanged _ ->
                optionsChanged.run();
            case AgentEvent.EntryAppended(Entry.Custom custom)
            when custom.customType().equals(OpenSession.PERMISSION_MODE) && custom.data() instanceof JsonObject data ->
                channel.update(
                        "current_mode_update",
                        JsonObject.of("currentModeId", data.string("mode", PermissionMode.DEFAULT.wire())));
            case AgentEvent.CompactionStarted _ -> {
                compactions++;
                compaction(JsonObject.of("status", "in_progress"));
            }
            case AgentEvent.CompactionEnded ended -> compacted(ended);
            case AgentEvent.HookFailed(var error) -> failures.accept(error);
            default -> {}
        }
    }

    private void begin() {
        messages++;
        streaming.clear();
    }

    private void grow(MessageUpdate update) {
        var delta = update.delta();
        switch (delta.kind()) {
            case TEXT_DELTA -> chunk("agent_message_chunk", delta.delta());
            case THINKING_DELTA -> chunk("agent_thought_chunk", delta.delta());
            case TOOLCALL_START -> {
                var call = delta.toolCall();
                if (call != null && !call.id().isEmpty()) {
                    streaming.put(delta.contentIndex(), call.id());
                    calls.begin(call.id(), call.name());
                }
            }
            case TOOLCALL_DELTA -> {
                var id = streaming.get(delta.contentIndex());
                if (id != null) {
                    calls.grow(id, delta.delta());
                }
            }
            case TOOLCALL_END -> {
                if (delta.toolCall() != null) {
                    calls.complete(delta.toolCall());
                }
            }
            case TEXT_START, TEXT_END, THINKING_START, THINKING_END -> {}
        }
    }

    private void end(Message.Assistant answer) {
        last = answer;
        if (answer.stopReason() == StopReason.ERROR || answer.stopReason() == StopReason.ABORTED) {
            calls.abandon();
        }
    }

    private void chunk(String kind, String text) {
        if (!text.isEmpty()) {
            channel.update(kind, JsonObject.of("content", Blocks.text(text), "messageId", "message-" + messages));
        }
    }

    private void compacted(AgentEvent.CompactionEnded ended) {
        if (ended.result() != null) {
            compaction(JsonObject.of(
                    "status",
                    "completed",
                    "summary",
                    List.of(Blocks.text(ended.result().summary()))));
        } else {
            var outcome = JsonObject.of("status", ended.aborted() ? "cancelled" : "failed");
            compaction(outcome.given("error", ended.errorMessage()));
        }
    }

    private void compaction(JsonObject fields) {
        if (channel.capabilities().compactions()) {
            channel.update(
                    "compaction_update",
                    JsonObject.of("compactionId", "compaction-" + compactions).with(fields));
        }
    }
}
