package dev.pawl.ai.bedrock;

import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.Surrogates;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The conversation as turns of blocks: results of one answer in one turn, and nothing empty, which is refused. */
final class ConverseTurns {
    private static final String NOTHING = "<empty>";
    private static final Map<String, String> FORMATS = Map.of(
            "image/jpeg", "jpeg", "image/jpg", "jpeg", "image/png", "png", "image/gif", "gif", "image/webp", "webp");

    private final Question question;
    private final Claude claude;
    private final List<String> roles = new ArrayList<>();
    private final List<List<JsonObject>> turns = new ArrayList<>();
    private boolean results;

    ConverseTurns(Question question, Claude claude) {
        this.question = question;
        this.claude = claude;
    }

    /** @param cachePoint is behind the last turn of the user; null for none */
    List<JsonObject> messages(@Nullable JsonObject cachePoint) {
        question.messages().forEach(this::take);
        if (cachePoint != null && !roles.isEmpty() && roles.getLast().equals("user")) {
            turns.getLast().add(cachePoint);
        }
        var messages = new ArrayList<JsonObject>(turns.size());
        for (int i = 0; i < turns.size(); i++) {
            messages.add(JsonObject.of("role", roles.get(i), "content", turns.get(i)));
        }
        return messages;
    }

    private void take(Message message) {
        if (message instanceof Message.ToolResult result) {
            var encoded = question.encoded(result, () -> List.of(result(result)));
            if (results) {
                turns.getLast().addAll(encoded);
            } else {
                add("user", encoded);
            }
            results = true;
        } else if (message instanceof Message.Assistant answer) {
            add("assistant", question.encoded(answer, () -> answer(answer)));
        } else if (message instanceof Message.User user) {
            add("user", question.encoded(user, () -> seen(user.content().blocks())));
        }
    }

    private void add(String role, List<JsonObject> blocks) {
        results = false;
        if (!blocks.isEmpty()) {
            roles.add(role);
            turns.add(new ArrayList<>(blocks));
        }
    }

    private List<JsonObject> answer(Message.Assistant answer) {
        var blocks = new ArrayList<JsonObject>();
        for (var block : answer.content()) {
            if (block instanceof Content.Text text && !text.text().isBlank()) {
                blocks.add(text(text.text()));
            } else if (block instanceof Content.Thinking thinking) {
                var thought = thought(thinking);
                if (thought != null) {
                    blocks.add(thought);
                }
            } else if (block instanceof Content.ToolUse call) {
                blocks.add(JsonObject.of(
                        "toolUse",
                        JsonObject.of("toolUseId", call.id(), "name", call.name())
                                .with("input", call.arguments().without(""))));
            }
        }
        return blocks;
    }

    /** Models of Anthropic want their signature back, the others refuse one. What is hidden goes back as it came. */
    private @Nullable JsonObject thought(Content.Thinking thinking) {
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

    private static JsonObject result(Message.ToolResult result) {
        return JsonObject.of(
                "toolResult",
                JsonObject.of("toolUseId", result.toolCallId(), "content", seen(result.content()))
                        .with("status", result.isError() ? "error" : "success"));
    }

    private static List<JsonObject> seen(List<Content> content) {
        var blocks = new ArrayList<JsonObject>(content.size());
        for (var block : content) {
            if (block instanceof Content.Text text && !text.text().isBlank()) {
                blocks.add(text(text.text()));
            } else if (block instanceof Content.Image image) {
                blocks.add(image(image));
            }
        }
        if (blocks.isEmpty()) {
            blocks.add(text(NOTHING));
        }
        return blocks;
    }

    private static JsonObject image(Content.Image image) {
        var format = FORMATS.get(image.mimeType());
        return format == null
                ? text("(an image of the type " + image.mimeType() + ", which Bedrock does not take)")
                : JsonObject.of(
                        "image", JsonObject.of("format", format, "source", JsonObject.of("bytes", image.data())));
    }

    private static JsonObject text(String text) {
        return JsonObject.of("text", Surrogates.paired(text));
    }
}
