package dev.pawl.ai.openai;

import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.Surrogates;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An answer of the model as it is sent back to it: its text, its calls, and its thinking in the field it came in. */
final class ChatAnswer {
    /** The fields in which providers send what a model thinks; the first that holds something counts. */
    static final List<String> THINKING_FIELDS = List.of("reasoning_content", "reasoning", "reasoning_text");

    private final Dialect dialect;
    private final List<String> texts = new ArrayList<>();
    private final List<String> thoughts = new ArrayList<>();
    private final List<JsonObject> calls = new ArrayList<>();
    private final List<JsonObject> details = new ArrayList<>();
    private final List<JsonObject> detailsOfCalls = new ArrayList<>();
    private @Nullable String thinkingField;

    private ChatAnswer(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Returns the message; none if nothing is left that could be sent. */
    static List<JsonObject> of(Message.Assistant answer, Question question, Dialect dialect) {
        var encoded = new ChatAnswer(dialect);
        for (var block : answer.content()) {
            encoded.take(block);
        }
        encoded.thinkingField = fieldFor(question.model().provider(), encoded.thinkingField);
        var message = encoded.message();
        return message == null ? List.of() : List.of(message);
    }

    /** One provider sends thinking in a field that it does not take back. */
    static @Nullable String fieldFor(String provider, @Nullable String field) {
        return provider.equals("opencode-go") && "reasoning".equals(field) ? "reasoning_content" : field;
    }

    private void take(Content block) {
        if (block instanceof Content.Text text) {
            if (!text.text().isBlank()) {
                texts.add(Surrogates.paired(text.text()));
            }
        } else if (block instanceof Content.Thinking thinking) {
            thinking(thinking);
        } else if (block instanceof Content.ToolUse call) {
            call(call);
        }
    }

    private void thinking(Content.Thinking thinking) {
        var signature = thinking.signature();
        if (details.isEmpty()) {
            details.addAll(ReasoningDetails.parse(signature));
        }
        if (thinking.thinking().isBlank()) {
            return;
        }
        if (thoughts.isEmpty() && signature != null && THINKING_FIELDS.contains(signature)) {
            thinkingField = signature;
        }
        thoughts.add(Surrogates.paired(thinking.thinking()));
    }

    private void call(Content.ToolUse call) {
        var function = JsonObject.of("name", call.name(), "arguments", Requests.arguments(call));
        calls.add(JsonObject.of("id", call.id(), "type", "function").with("function", function));
        detailsOfCalls.addAll(ReasoningDetails.ofCall(call.thoughtSignature()));
    }

    private @Nullable JsonObject message() {
        var message = new LinkedHashMap<String, @Nullable Object>();
        var content = content();
        if (content == null && calls.isEmpty()) {
            return null;
        }
        message.put("role", "assistant");
        message.put("content", content == null && dialect.assistantAfterToolResult() ? "" : content);
        var proof = details.isEmpty() ? detailsOfCalls : details;
        if (thinkingField != null && proof.isEmpty() && !dialect.thinkingAsText()) {
            message.put(thinkingField, String.join("\n", thoughts));
        }
        if (!calls.isEmpty()) {
            message.put("tool_calls", calls);
        }
        if (!proof.isEmpty()) {
            message.put("reasoning_details", proof);
        }
        if (dialect.reasoningContent()) {
            message.putIfAbsent("reasoning_content", "");
        }
        return JsonObject.from(message);
    }

    /** One string, which all providers take; parts only where thinking is sent as text of its own. */
    private @Nullable Object content() {
        if (dialect.thinkingAsText() && !thoughts.isEmpty()) {
            var parts = new ArrayList<JsonObject>();
            parts.add(part(String.join("\n\n", thoughts)));
            for (var text : texts) {
                parts.add(part(text));
            }
            return parts;
        }
        return texts.isEmpty() ? null : String.join("", texts);
    }

    /** Returns a piece of a message's content. */
    static JsonObject part(String text) {
        return JsonObject.of("type", "text", "text", Surrogates.paired(text));
    }
}
