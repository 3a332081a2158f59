package dev.pawl.ai;

import dev.pawl.ai.wire.Question;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Cost;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import java.util.List;
import java.util.Set;

/** The conversations that every wire is asked to say in its own language. */
@SuppressWarnings("exports") // Tests of the wires stand in packages that nobody else sees.
public final class Conversations {
    /** A PNG of one pixel. */
    public static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    private static final long TIME = 1_700_000_000_000L;

    private Conversations() {}

    /** A reasoning model that reads images; {@code extra} may bring {@code compat} and {@code thinkingLevelMap}. */
    public static Model model(String api, String provider, String id, String baseUrl, JsonObject extra) {
        return new Model(
                provider,
                id,
                id,
                api,
                baseUrl,
                true,
                List.of(ThinkingLevel.values()),
                Set.of(Model.Medium.TEXT, Model.Medium.IMAGE),
                new Cost(3, 15, 0.3, 3.75, 0, JsonObject.empty()),
                200_000,
                64_000,
                extra);
    }

    public static Question plain(Model model) {
        return question(model, "You are a careful assistant.", List.of(user("Hello.")), List.of());
    }

    public static Question withImage(Model model) {
        var look = Body.of(Content.text("What is in this picture?"), Content.image(PIXEL, "image/png"));
        var message = new Message.User(look, TIME, JsonObject.empty());
        return question(model, "You are a careful assistant.", List.of(message), List.of());
    }

    /** The plain question, to be thought about. */
    public static Question thinking(Model model, ThinkingLevel level) {
        var plain = plain(model);
        return new Question(
                model,
                plain.systemPrompt(),
                plain.messages(),
                plain.tools(),
                level,
                plain.maxTokens(),
                plain.options());
    }

    public static Question longSystemPrompt(Model model) {
        var prompt =
                "Read before you write.\n\n<rules>\n- Say \"why\", not only what.\n</rules>\n".repeat(40) + "— end";
        return question(model, prompt, List.of(user("Hello.")), List.of());
    }

    /** Thinking, text and two calls by the model; a result with an image, one that is an error; and the next prompt. */
    public static Question toolTurn(Model model) {
        return toolTurn(
                model,
                List.of(
                        new Content.Thinking("Both files matter.", "c2lnbmF0dXJl", false, JsonObject.empty()),
                        Content.text("I look at both."),
                        Content.ToolUse.of("call_1", "read", JsonObject.of("path", "logo.png")),
                        Content.ToolUse.of("call_2", "read", JsonObject.of("path", "missing.txt", "limit", 10))));
    }

    /** The same with another answer of the model; its first two calls get the results. */
    public static Question toolTurn(Model model, List<Content> answer) {
        var said = new Message.Assistant(
                answer,
                model.api(),
                model.provider(),
                model.id(),
                Usage.NONE,
                StopReason.TOOL_USE,
                null,
                TIME,
                JsonObject.empty());
        var calls = said.toolCalls();
        return question(
                model,
                "You are a careful assistant.",
                List.of(
                        user("Read logo.png and missing.txt."),
                        said,
                        result(
                                calls.get(0),
                                false,
                                Content.text("Read image file [image/png]"),
                                Content.image(PIXEL, "image/png")),
                        result(calls.get(1), true, Content.text("missing.txt: no such file")),
                        user("Never mind the second.")),
                List.of(readTool(), listTool()));
    }

    /** A question with one option more: {@code cacheRetention}, {@code toolChoice}, {@code temperature}, … */
    public static Question with(Question question, String option, Object value) {
        return new Question(
                question.model(),
                question.systemPrompt(),
                question.messages(),
                question.tools(),
                question.thinking(),
                question.maxTokens(),
                question.options().with(option, value));
    }

    public static Message.User user(String text) {
        return Message.user(text, TIME);
    }

    public static Message.ToolResult result(Content.ToolUse call, boolean isError, Content... content) {
        return new Message.ToolResult(
                call.id(), call.name(), List.of(content), null, isError, null, TIME, JsonObject.empty());
    }

    public static Question question(Model model, String systemPrompt, List<Message> messages, List<JsonObject> tools) {
        return new Question(
                model, systemPrompt, messages, tools, ThinkingLevel.OFF, model.maxTokens(), JsonObject.empty());
    }

    public static JsonObject readTool() {
        return JsonObject.parse("""
            {"name": "read", "description": "Reads a file.", "parameters": {"type": "object",
             "properties": {"path": {"type": "string", "description": "Where it is"}, "limit": {"type": "integer"}},
             "required": ["path"], "additionalProperties": false}}
            """);
    }

    public static JsonObject listTool() {
        return JsonObject.parse("""
            {"name": "ls", "description": "Lists a folder.", "parameters": {"type": "object",
             "properties": {"path": {"type": "string"}}}}
            """);
    }
}
