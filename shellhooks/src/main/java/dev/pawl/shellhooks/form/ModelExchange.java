package dev.pawl.shellhooks.form;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request to a model and its answer in the form of Gemini CLI, which has only texts: calls of tools, their results and images
 * are not in it, and stay as they are whatever a hook answers.
 */
public final class ModelExchange {
    private ModelExchange() {}

    /** A request. */
    public static JsonObject request(String model, List<Message> messages) {
        return JsonObject.of("model", model, "messages", texts(messages)).with("config", JsonObject.empty());
    }

    private static List<JsonObject> texts(List<Message> messages) {
        return messages.stream()
                .filter(ModelExchange::isText)
                .map(message -> JsonObject.of(
                        "role", message instanceof Message.User ? "user" : "model", "content", text(message)))
                .toList();
    }

    private static boolean isText(Message message) {
        return (message instanceof Message.User || message instanceof Message.Assistant)
                && !text(message).isBlank();
    }

    private static String text(Message message) {
        return switch (message) {
            case Message.User user -> user.text();
            case Message.Assistant answer -> answer.text();
            default -> "";
        };
    }

    /**
     * The messages with the texts that a hook wants: those at the same place are replaced, further ones are added at the end,
     * and what it left out at the end has no text any more.
     *
     * @param request what the hook answered; without messages nothing changes
     */
    public static List<Message> changed(List<Message> messages, JsonObject request) {
        if (!(request.get("messages") instanceof List<?>)) {
            return messages;
        }
        var wanted = request.objects("messages");
        var changed = new ArrayList<Message>();
        int next = 0;
        for (var message : messages) {
            if (!isText(message)) {
                changed.add(message);
                continue;
            }
            var kept = with(message, next < wanted.size() ? content(wanted.get(next)) : "");
            if (kept != null) {
                changed.add(kept);
            }
            next++;
        }
        for (var more : wanted.subList(Math.min(next, wanted.size()), wanted.size())) {
            changed.add(Message.user(content(more), System.currentTimeMillis()));
        }
        return changed;
    }

    private static String content(JsonObject message) {
        return message.get("content") instanceof String text ? text : parts(message.get("content"));
    }

    /** A message with another text; null if nothing is left of it. */
    private static @Nullable Message with(Message message, String text) {
        if (text.equals(text(message))) {
            return message;
        }
        return switch (message) {
            case Message.User user -> {
                var blocks = with(user.content().blocks(), text);
                yield blocks.isEmpty() ? null : user.withContent(Body.of(blocks));
            }
            case Message.Assistant answer -> {
                var blocks = with(answer.content(), text);
                yield blocks.isEmpty() ? null : answer.withContent(blocks);
            }
            default -> message;
        };
    }

    /** The text takes the place of the first one, and no other is left. */
    private static List<Content> with(List<Content> blocks, String text) {
        var changed = new ArrayList<Content>();
        boolean placed = text.isEmpty();
        for (var block : blocks) {
            if (!(block instanceof Content.Text)) {
                changed.add(block);
            } else if (!placed) {
                changed.add(Content.text(text));
                placed = true;
            }
        }
        if (!placed) {
            changed.addFirst(Content.text(text));
        }
        return changed;
    }

    /** An answer. */
    public static JsonObject response(Message.Assistant answer) {
        var parts = answer.content().stream()
                .filter(Content.Text.class::isInstance)
                .map(block -> ((Content.Text) block).text())
                .toList();
        var candidate = JsonObject.of("content", JsonObject.of("role", "model", "parts", parts))
                .with("finishReason", answer.stopReason() == StopReason.LENGTH ? "MAX_TOKENS" : "STOP")
                .with("index", 0);
        return JsonObject.of("text", answer.text(), "candidates", List.of(candidate))
                .with(
                        "usageMetadata",
                        JsonObject.of("promptTokenCount", answer.usage().input())
                                .with("candidatesTokenCount", answer.usage().output())
                                .with("totalTokenCount", answer.usage().totalTokens()));
    }

    /** The text of an answer that a hook wrote; null if it wrote none. */
    public static @Nullable String answered(JsonObject response) {
        var candidates = response.objects("candidates");
        if (!candidates.isEmpty()) {
            return parts(candidates.getFirst().object("content").get("parts"));
        }
        return response.string("text");
    }

    private static String parts(@Nullable Object parts) {
        var text = new StringBuilder();
        for (var part : parts instanceof List<?> list ? list : List.of()) {
            text.append(part instanceof JsonObject object ? object.string("text", "") : String.valueOf(part));
        }
        return text.toString();
    }

    /** An answer with another text. */
    public static Message.Assistant with(Message.Assistant answer, String text) {
        return answer.withContent(with(answer.content(), text));
    }

    /** A text in the place of an answer: nothing of it is left, and no tool is called. */
    public static Message.Assistant instead(Message.Assistant answer, String text) {
        return new Message.Assistant(
                List.of(Content.text(text)),
                answer.api(),
                answer.provider(),
                answer.model(),
                answer.usage(),
                StopReason.STOP,
                null,
                answer.timestamp(),
                answer.extra());
    }
}
