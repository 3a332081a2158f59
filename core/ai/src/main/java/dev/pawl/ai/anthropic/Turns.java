package dev.pawl.ai.anthropic;

import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.Surrogates;
import dev.pawl.ai.wire.TurnWriter;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A conversation in the blocks of the Messages API. */
final class Turns extends TurnWriter {
    private static final String NOTHING = "(no output)";

    private final boolean unsignedThinking;
    private final List<JsonObject> instructions = new ArrayList<>();

    private Turns(Question question) {
        super(question);
        unsignedThinking = question.compat("allowEmptySignature", false);
    }

    /** @param marker goes to the last block, so that the conversation up to it is cached */
    static List<JsonObject> of(Question question, @Nullable JsonObject marker) {
        var turns = new Turns(question);
        question.encodeAhead((message, _) -> turns.written(message, 0));
        question.messages().forEach(turns::add);
        turns.instruct();
        turns.mark(marker);
        return turns.messages();
    }

    static JsonObject textBlock(String text) {
        return JsonObject.of("type", "text", "text", Surrogates.paired(text));
    }

    private void add(Message message) {
        if (message instanceof Message.SystemPrompt system) {
            if (!system.text().isBlank()) {
                instructions.add(textBlock(system.text()));
            }
            return;
        }
        if (message instanceof Message.Assistant) {
            instruct();
        }
        take(message);
    }

    /** A system message in the middle follows a turn of the user, and precedes the answer to it. */
    private void instruct() {
        if (!instructions.isEmpty()) {
            boolean behindUser = !turns.isEmpty() && turns.getLast().role().equals("user");
            add(behindUser ? "system" : "user", instructions);
            instructions.clear();
        }
    }

    private void mark(@Nullable JsonObject marker) {
        if (!turns.isEmpty() && !turns.getLast().role().equals("assistant")) {
            var blocks = turns.getLast().blocks();
            blocks.set(blocks.size() - 1, blocks.getLast().given("cache_control", marker));
        }
    }

    @Override
    protected JsonObject text(String text) {
        return textBlock(text);
    }

    @Override
    protected JsonObject image(Content.Image image) {
        var source = JsonObject.of("type", "base64", "media_type", image.mimeType());
        return JsonObject.of("type", "image", "source", source.with("data", image.data()));
    }

    @Override
    protected JsonObject call(Content.ToolUse call) {
        return JsonObject.of("type", "tool_use", "id", call.id())
                .with("name", call.name())
                .with("input", call.arguments());
    }

    /** Thinking goes back as it came with its signature; without one it is taken for text. */
    @Override
    protected @Nullable JsonObject thought(Content.Thinking thinking) {
        var signature = thinking.signature();
        boolean signed = signature != null && !signature.isBlank();
        if (thinking.redacted()) {
            return signed ? JsonObject.of("type", "redacted_thinking", "data", signature) : null;
        }
        if (!signed && thinking.thinking().isBlank()) {
            return null;
        }
        if (!signed && !unsignedThinking) {
            return text(thinking.thinking());
        }
        return JsonObject.of("type", "thinking", "thinking", Surrogates.paired(thinking.thinking()))
                .with("signature", signed ? signature : "");
    }

    /** Plain text where there is no image: more providers read that than a list of blocks. */
    @Override
    protected JsonObject result(Message.ToolResult result) {
        boolean images = result.content().stream().anyMatch(Content.Image.class::isInstance);
        var text = Surrogates.paired(result.text());
        return JsonObject.of("type", "tool_result", "tool_use_id", result.toolCallId())
                .with("content", images ? seen(result.content()) : text.isBlank() ? NOTHING : text)
                .with("is_error", result.isError());
    }
}
