package dev.pawl.ai.openai;

import dev.pawl.ai.wire.MessageWriter;
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
final class ChatMessages extends MessageWriter {
    private static final String BRIDGE = "The tools have answered.";
    private static final String IMAGES = "Images from the tool results above:";
    private static final String ONLY_IMAGES = "(an image, shown below)";
    private static final String NOTHING = "(no tool output)";

    private final Dialect dialect;
    private final List<JsonObject> messages = new ArrayList<>();
    private final List<JsonObject> images = new ArrayList<>();
    private boolean afterResult;

    private ChatMessages(Question question, Dialect dialect) {
        super(question);
        this.dialect = dialect;
    }

    static List<JsonObject> of(Question question, Dialect dialect) {
        var made = new ChatMessages(question, dialect);
        question.encodeAhead((message, _) -> made.written(message, 0));
        made.instructions(question.systemPrompt());
        for (var message : question.messages()) {
            made.take(message);
        }
        made.showImages();
        return made.messages;
    }

    private void take(Message message) {
        if (message instanceof Message.ToolResult result) {
            take(result);
            return;
        }
        showImages();
        if (message instanceof Message.User user) {
            take(user);
        } else if (message instanceof Message.Assistant answer) {
            written(answer, 0).forEach(this::add);
        } else if (message instanceof Message.SystemPrompt system) {
            instructions(system.text());
        }
    }

    private void instructions(@Nullable String text) {
        if (text != null && !text.isEmpty()) {
            add(JsonObject.of("role", dialect.instructionRole(), "content", Surrogates.paired(text)));
        }
    }

    private void take(Message.User user) {
        var message = written(user, 0);
        if (!message.isEmpty()) {
            bridge();
            message.forEach(this::add);
        }
    }

    private void take(Message.ToolResult result) {
        images.addAll(images(result.content()));
        written(result, 0).forEach(this::add);
        afterResult = true;
    }

    @Override
    protected List<JsonObject> user(Message.User user) {
        var parts = seen(user.content().blocks());
        return parts.isEmpty()
                ? List.of()
                : List.of(JsonObject.of(
                        "role", "user", "content", user.content().plain() ? Surrogates.paired(user.text()) : parts));
    }

    @Override
    protected List<JsonObject> answer(Message.Assistant answer, int place) {
        return ChatAnswer.of(answer, question, dialect);
    }

    @Override
    protected JsonObject result(Message.ToolResult result) {
        var text = result.text();
        boolean hasImages = result.content().stream().anyMatch(Content.Image.class::isInstance);
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

    @Override
    protected JsonObject text(String text) {
        return ChatAnswer.part(text);
    }

    @Override
    protected JsonObject image(Content.Image image) {
        return JsonObject.of("type", "image_url", "image_url", JsonObject.of("url", Requests.dataUrl(image)));
    }

    @Override
    protected boolean isSent(String text) {
        return !text.isEmpty();
    }
}
