package dev.pawl.ai.bedrock;

import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.Surrogates;
import dev.pawl.ai.wire.TurnWriter;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A conversation in the blocks of Converse. */
final class ConverseTurns extends TurnWriter {
    private static final String NOTHING = "<empty>";
    private static final Map<String, String> FORMATS = Map.of(
            "image/jpeg", "jpeg", "image/jpg", "jpeg", "image/png", "png", "image/gif", "gif", "image/webp", "webp");

    private final Claude claude;

    ConverseTurns(Question question, Claude claude) {
        super(question);
        this.claude = claude;
    }

    /** @param cachePoint is behind the last turn of the user; null for none */
    List<JsonObject> messages(@Nullable JsonObject cachePoint) {
        question.messages().forEach(this::take);
        if (cachePoint != null && !turns.isEmpty() && turns.getLast().role().equals("user")) {
            turns.getLast().blocks().add(cachePoint);
        }
        return messages();
    }

    @Override
    protected List<JsonObject> user(Message.User user) {
        return notEmpty(user.content().blocks());
    }

    @Override
    protected JsonObject call(Content.ToolUse call) {
        var words = JsonObject.of("toolUseId", call.id(), "name", call.name());
        return JsonObject.of("toolUse", words.with("input", call.arguments().without("")));
    }

    /** Models of Anthropic want their signature back, the others refuse one. What is hidden goes back as it came. */
    @Override
    protected @Nullable JsonObject thought(Content.Thinking thinking) {
        var signature = Objects.requireNonNullElse(thinking.signature(), "");
        boolean signed = !signature.isBlank();
        if (thinking.redacted()) {
            return signed && isBase64(signature)
                    ? JsonObject.of("reasoningContent", JsonObject.of("redactedContent", signature))
                    : null;
        }
        if (thinking.thinking().isBlank()) {
            return null;
        }
        if (claude.is() && !signed) {
            return text(thinking.thinking());
        }
        var words = JsonObject.of("text", Surrogates.paired(thinking.thinking()));
        return JsonObject.of(
                "reasoningContent",
                JsonObject.of("reasoningText", claude.is() ? words.with("signature", signature) : words));
    }

    private static boolean isBase64(String text) {
        try {
            return Base64.getDecoder().decode(text).length > 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    protected JsonObject result(Message.ToolResult result) {
        return JsonObject.of(
                "toolResult",
                JsonObject.of("toolUseId", result.toolCallId(), "content", notEmpty(result.content()))
                        .with("status", result.isError() ? "error" : "success"));
    }

    private List<JsonObject> notEmpty(List<Content> content) {
        var blocks = seen(content);
        return blocks.isEmpty() ? List.of(text(NOTHING)) : blocks;
    }

    @Override
    protected JsonObject image(Content.Image image) {
        var format = FORMATS.get(image.mimeType());
        return format == null
                ? text("(an image of the type " + image.mimeType() + ", which Bedrock does not take)")
                : JsonObject.of(
                        "image", JsonObject.of("format", format, "source", JsonObject.of("bytes", image.data())));
    }

    @Override
    protected JsonObject text(String text) {
        return JsonObject.of("text", Surrogates.paired(text));
    }
}
