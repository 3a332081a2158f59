package dev.pawl.shellhooks.form;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import java.util.ArrayDeque;
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
     * The messages with the texts that a hook wants. Those that are the same at the beginning and at the end stay as they
     * are. Between these, texts are replaced one by one; what is left of the old ones has no text any more, and what is
     * left of the new ones comes behind them.
     *
     * @param request what the hook answered; without messages nothing changes
     */
    public static List<Message> changed(List<Message> messages, JsonObject request) {
        if (!(request.get("messages") instanceof List<?>)) {
            return messages;
        }
        var old = texts(messages);
        var wanted = request.objects("messages").stream()
                .map(message -> JsonObject.of("role", message.string("role", "user"), "content", content(message)))
                .toList();
        int shorter = Math.min(old.size(), wanted.size());
        int begin = 0;
        while (begin < shorter && old.get(begin).equals(wanted.get(begin))) {
            begin++;
        }
        int end = 0;
        while (end < shorter - begin
                && old.reversed().get(end).equals(wanted.reversed().get(end))) {
            end++;
        }
        return placed(messages, wanted.subList(begin, wanted.size() - end), begin, old.size() - end);
    }

    /** Puts these texts in the place of those from one place to another, of which only messages with text are counted. */
    private static List<Message> placed(List<Message> messages, List<JsonObject> wanted, int from, int to) {
        var changed = new ArrayList<Message>();
        var left = new ArrayDeque<>(wanted);
        int place = 0;
        for (var message : messages) {
            if (isText(message)) {
                if (place == to) {
                    left.forEach(one -> changed.add(added(one)));
                    left.clear();
                }
                boolean stays = place < from || place >= to;
                place++;
                var kept = stays ? message : with(message, left.isEmpty() ? "" : content(left.remove()));
                if (kept != null) {
                    changed.add(kept);
                }
            } else {
                changed.add(message);
            }
        }
        left.forEach(one -> changed.add(added(one)));
        return changed;
    }

    private static Message added(JsonObject wanted) {
        long now = System.currentTimeMillis();
        return "model".equals(wanted.string("role"))
                ? new Message.Assistant(
                        List.of(Content.text(content(wanted))),
                        "",
                        "",
                        "",
                        Usage.NONE,
                        StopReason.STOP,
                        null,
                        now,
                        JsonObject.empty())
                : Message.user(content(wanted), now);
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
        return answer.withContent(List.of(Content.text(text))).stopped();
    }
}
