package dev.pawl.ai.openai;

import dev.pawl.ai.wire.AnswerBlock;
import dev.pawl.ai.wire.AnswerBuilder;
import dev.pawl.ai.wire.ProviderError;
import dev.pawl.ai.wire.StreamReader;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.StopReason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a stream of the Responses language: items that open, grow and are done, and the response around them. */
final class ResponsesReader implements StreamReader {
    private final AnswerBuilder answer;
    private final Map<Long, OpenItem> items = new HashMap<>();
    private final Map<String, OpenItem> unproved = new HashMap<>();
    private boolean anyItem;
    private boolean complete;

    ResponsesReader(AnswerBuilder answer) {
        this.answer = answer;
    }

    @Override
    public void event(@Nullable String name, JsonObject data) throws ProviderError {
        var type = data.string("type", name == null ? "" : name);
        switch (type) {
            case "response.created" -> identify(data.object("response"));
            case "response.output_item.added" -> open(data, data.object("item"));
            case "response.reasoning_summary_part.added" -> nextPart(data);
            case "response.content_part.added" -> {
                if ("reasoning_text".equals(data.object("part").string("type"))) {
                    nextPart(data);
                }
            }
            case "response.reasoning_summary_text.delta", "response.reasoning_text.delta" ->
                grow(data, AnswerBlock.Type.THINKING);
            case "response.output_text.delta", "response.refusal.delta" -> grow(data, AnswerBlock.Type.TEXT);
            case "response.function_call_arguments.delta" -> grow(data, AnswerBlock.Type.TOOL);
            case "response.function_call_arguments.done" -> {
                var item = item(data);
                if (item != null && item.is(AnswerBlock.Type.TOOL)) {
                    item.complete(data.string("arguments", ""));
                }
            }
            case "response.output_item.done" -> done(data, data.object("item"));
            case "response.completed", "response.incomplete", "response.done" -> finish(data.object("response"));
            case "response.failed", "response.cancelled" -> fail(data.object("response"));
            case "error" -> throw error(data);
            default -> {
                if (data.string("type") == null) {
                    // Not every server wraps its errors into an event.
                    var error = Errors.in(data);
                    if (error != null) {
                        throw error;
                    }
                }
            }
        }
    }

    @Override
    public boolean complete() {
        return complete;
    }

    private void identify(JsonObject response) {
        answer.start();
        var id = response.string("id", "");
        if (!id.isEmpty()) {
            answer.extra("responseId", id);
        }
    }

    private @Nullable OpenItem item(JsonObject data) {
        return items.get(data.number("output_index", -1));
    }

    private @Nullable OpenItem open(JsonObject data, JsonObject item) {
        var opened = OpenItem.of(item, answer);
        if (opened != null) {
            anyItem = true;
            items.put(data.number("output_index", -1), opened);
        }
        return opened;
    }

    private void grow(JsonObject data, AnswerBlock.Type type) {
        var item = item(data);
        if (item != null && item.is(type)) {
            item.grow(data.string("delta", ""));
        }
    }

    private void nextPart(JsonObject data) {
        var item = item(data);
        if (item != null && item.is(AnswerBlock.Type.THINKING)) {
            item.nextPart();
        }
    }

    private void done(JsonObject data, JsonObject whole) {
        var known = item(data);
        var item = known != null ? known : open(data, whole);
        items.remove(data.number("output_index", -1));
        if (item == null) {
            return;
        }
        boolean proved = item.done(whole);
        var id = whole.string("id", "");
        // Some send the proof of thinking only at the end; until then its block stays open.
        if (!proved && !id.isEmpty()) {
            unproved.put(id, item);
        } else {
            item.close();
        }
    }

    private void finish(JsonObject response) throws ProviderError {
        complete = true;
        identify(response);
        var output = response.objects("output");
        if (!anyItem) {
            takeWhole(output);
        }
        for (var item : output) {
            var waiting = unproved.get(item.string("id", ""));
            if (waiting != null) {
                waiting.prove(item);
            }
        }
        usage(response.object("usage"));
        var reason = response.object("incomplete_details").string("reason", "");
        var status = response.string("status", "completed");
        answer.extra("rawStopReason", reason.isEmpty() ? status : status + "." + reason);
        answer.stop(stop(response));
    }

    /** A server that streams nothing but the end sends all of it there. */
    private void takeWhole(List<JsonObject> output) {
        for (int i = 0; i < output.size(); i++) {
            done(JsonObject.of("output_index", i), output.get(i));
        }
    }

    private StopReason stop(JsonObject response) throws ProviderError {
        return switch (response.string("status", "completed")) {
            case "failed", "cancelled" -> throw error(response);
            case "incomplete" -> {
                var reason = response.object("incomplete_details").string("reason", "");
                if (!reason.equals("max_output_tokens")) {
                    throw incomplete(reason);
                }
                yield StopReason.LENGTH;
            }
            default -> answer.hasToolCalls() ? StopReason.TOOL_USE : StopReason.STOP;
        };
    }

    private void fail(JsonObject response) throws ProviderError {
        identify(response);
        usage(response.object("usage"));
        throw error(response);
    }

    private static ProviderError error(JsonObject response) {
        var error = Errors.in(response);
        if (error != null) {
            return error;
        }
        if (response.string("message") != null) {
            return Errors.of(response);
        }
        var reason = response.object("incomplete_details").string("reason", "");
        var status = response.string("status", "failed");
        return reason.isEmpty()
                ? new ProviderError(null, "the response " + status + ", and the provider gave no reason.")
                : incomplete(reason);
    }

    private static ProviderError incomplete(String reason) {
        if (reason.equals("content_filter")) {
            return new ProviderError(
                    reason,
                    "the provider's content filter (content_filter) ended the answer."
                            + " Rephrase it, or ask another model.");
        }
        return new ProviderError(
                reason.isEmpty() ? null : reason,
                "the answer is incomplete, " + (reason.isEmpty() ? "without a reason." : "because of " + reason + "."));
    }

    /** What was read from a cache, or written to one, is counted within the input. */
    private void usage(JsonObject usage) {
        if (!usage.isEmpty()) {
            var input = usage.object("input_tokens_details");
            long read = input.number("cached_tokens", 0);
            long written = input.number("cache_write_tokens", 0);
            long fresh = Math.max(0, usage.number("input_tokens", 0) - read - written);
            answer.usage(
                    fresh,
                    usage.number("output_tokens", 0),
                    read,
                    written,
                    null,
                    usage.object("output_tokens_details").number("reasoning_tokens", 0));
        }
    }
}
