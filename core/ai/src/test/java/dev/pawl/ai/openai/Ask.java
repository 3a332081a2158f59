package dev.pawl.ai.openai;

import dev.pawl.ai.Conversations;
import dev.pawl.ai.wire.Question;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import java.util.List;

/** Models and questions that the tests of both languages ask. */
final class Ask {
    private Ask() {}

    /** A model of a server nobody knows, with an extra object written as JSON. */
    static Model local(String api, String extra) {
        return Conversations.model(api, "local", "some-model", "http://localhost:8000/v1", JsonObject.parse(extra));
    }

    static Model withoutReasoning(Model model) {
        return new Model(
                model.provider(),
                model.id(),
                model.name(),
                model.api(),
                model.baseUrl(),
                false,
                List.of(ThinkingLevel.OFF),
                model.input(),
                model.cost(),
                model.contextWindow(),
                model.maxTokens(),
                model.extra());
    }

    static Question at(Question question, ThinkingLevel level) {
        return new Question(
                question.model(),
                question.systemPrompt(),
                question.messages(),
                question.tools(),
                level,
                question.maxTokens(),
                question.options());
    }

    static Question withTools(Question question, JsonObject... tools) {
        return new Question(
                question.model(),
                question.systemPrompt(),
                question.messages(),
                List.of(tools),
                question.thinking(),
                question.maxTokens(),
                question.options());
    }

    static Question withMaxTokens(Question question, long maxTokens) {
        return new Question(
                question.model(),
                question.systemPrompt(),
                question.messages(),
                question.tools(),
                question.thinking(),
                maxTokens,
                question.options());
    }

    static Content.Thinking thought(String text, String signature) {
        return new Content.Thinking(text, signature, false, JsonObject.empty());
    }

    static Content.Text text(String text, String signature) {
        return new Content.Text(text, signature, JsonObject.empty());
    }

    /** Thinking, text and the two calls that the results of {@link Conversations#toolTurn} answer. */
    static List<Content> answer(Content.Thinking thinking, Content.Text text, String firstId, String secondId) {
        return List.of(
                thinking,
                text,
                Content.ToolUse.of(firstId, "read", JsonObject.of("path", "logo.png")),
                Content.ToolUse.of(secondId, "read", JsonObject.of("path", "missing.txt", "limit", 10)));
    }

    /** The fields that say more than the plain question does. */
    static JsonObject beyondPlain(JsonObject body) {
        return body.without(
                "model",
                "messages",
                "input",
                "stream",
                "stream_options",
                "store",
                "max_completion_tokens",
                "max_tokens",
                "max_output_tokens");
    }

    /** A result that a tool gave to a call of another conversation. */
    static Message.ToolResult result(String id, String name, Content... content) {
        return Conversations.result(Content.ToolUse.of(id, name, JsonObject.empty()), false, content);
    }
}
