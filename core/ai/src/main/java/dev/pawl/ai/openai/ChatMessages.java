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

/** A conversation as chat completions represent it: one message a role, results as text, their images behind them. */
final class ChatMessages {
    private static final String BRIDGE = "The tools have answered.";
    private static final String IMAGES = "Images from the tool results above:";
    private static final String ONLY_IMAGES = "(an image, shown below)";
    private static final String NOTHING = "(no tool output)";

    private final Question question;
    private final Dialect dialect;
    private final List<JsonObject> messages = new ArrayList<>();
    private final List<JsonObject> images = new ArrayList<>();
    private boolean afterResult;

    private ChatMessages(Question question, Dialect dialect) {
        this.question = question;
        this.dialect = dialect;
    }

    static List<JsonObject> of(Question question, Dialect dialect) {
        var made = new ChatMessages(question, dialect);
        question.encodeAhead((message, _) -> made.encoded(message));
        made.instructions(question.systemPrompt());
        for (var message : question.messages()) {
            made.take(message);
        }
        made.showImages();
        return made.messages;
    }

    private void take(Message message) {
        if (message instanceof Message.ToolResult result) {
            result(result);
            return;
        }
        showImages();
        if (message instanceof Message.User user) {
            user(user);
        } else if (message instanceof Message.Assistant answer) {
            encoded(answer).forEach(this::add);
        } else if (message instanceof Message.SystemPrompt system) {
            instructions(system.text());
        }
    }

    /** Returns a message as it stands for itself. */
    private List<JsonObject> encoded(Message message) {
        if (message instanceof Message.Assistant answer) {
            return question.encoded(answer, () -> ChatAnswer.of(answer, question, dialect));
        }
        if (message instanceof Message.User user) {
            return question.encoded(user, () -> encode(user));
        }
        return message instanceof Message.ToolResult result
                ? question.encoded(result, () -> List.of(encode(result)))
                : List.of();
    }

    private void instructions(@Nullable String text) {
        if (text != null && !text.isEmpty()) {
            add(JsonObject.of("role", dialect.instructionRole(), "content", Surrogates.paired(text)));
        }
    }

    private void user(Message.User user) {
        var encoded = encoded(user);
        if (!encoded.isEmpty()) {
            bridge();
            encoded.forEach(this::add);
        }
    }

    private static List<JsonObject> encode(Message.User user) {
        var parts = new ArrayList<JsonObject>();
        for (var block : user.content().blocks()) {
            if (block instanceof Content.Text text && !text.text().isEmpty()) {
                parts.add(text(text.text()));
            } else if (block instanceof Content.Image image) {
                parts.add(image(image));
            }
        }
        return parts.isEmpty()
                ? List.of()
                : List.of(JsonObject.of(
                        "role", "user", "content", user.content().plain() ? Surrogates.paired(user.text()) : parts));
    }

    private void result(Message.ToolResult result) {
        for (var block : result.content()) {
            if (block instanceof Content.Image image) {
                images.add(image(image));
            }
        }
        encoded(result).forEach(this::add);
        afterResult = true;
    }

    private JsonObject encode(Message.ToolResult result) {
        var text = result.text();
        boolean hasImages = false;
        for (var block : result.content()) {
            hasImages |= block instanceof Content.Image;
        }
        var message = new LinkedHashMap<String, @Nullable Object>();
        message.put("role", "tool");
        message.put("content", text.isEmpty() ? (hasImages ? ONLY_IMAGES : NOTHING) : Surrogates.paired(text));
        message.put("tool_call_id", result.toolCallId());
        if (dialect.toolResultName() && !result.toolName().isEmpty()) {
            message.put("name", result.toolName());
        }
        return JsonObject.from(message);
    }

    /** Results hold text alone, so the images of a row of results follow as the user's. */
    private void showImages() {
        if (images.isEmpty()) {
            return;
        }
        var parts = new ArrayList<JsonObject>();
        parts.add(text(IMAGES));
        parts.addAll(images);
        images.clear();
        bridge();
        add(JsonObject.of("role", "user", "content", parts));
    }

    /** Some providers refuse a message of the user right after a tool result. */
    private void bridge() {
        if (afterResult && dialect.assistantAfterToolResult()) {
            add(JsonObject.of("role", "assistant", "content", BRIDGE));
        }
    }

    private void add(JsonObject message) {
        messages.add(message);
        afterResult = false;
    }

    static JsonObject text(String text) {
        return JsonObject.of("type", "text", "text", Surrogates.paired(text));
    }

    private static JsonObject image(Content.Image image) {
        return JsonObject.of("type", "image_url", "image_url", JsonObject.of("url", Requests.dataUrl(image)));
    }
}
