package dev.pawl.ai.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.Conversations;
import dev.pawl.ai.anthropic.AnthropicMessages;
import dev.pawl.ai.google.GoogleGenerativeAi;
import dev.pawl.ai.openai.OpenAiCompletions;
import dev.pawl.ai.openai.OpenAiResponses;
import dev.pawl.api.json.Json;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncodedMessagesTest {
    private static Wire wire(String api) {
        return switch (api) {
            case "anthropic-messages" -> new AnthropicMessages();
            case "openai-completions" -> new OpenAiCompletions();
            case "openai-responses" -> new OpenAiResponses();
            default -> new GoogleGenerativeAi();
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic-messages", "openai-completions", "openai-responses", "google-generative-ai"})
    void a_conversation_that_was_sent_before_is_sent_again_unchanged(String api) {
        var model = Conversations.model(api, "someone", "clever-1", "https://example.com", JsonObject.empty());
        var question = Conversations.toolTurn(model);
        var wire = wire(api);
        var first = wire.body(question);
        assertThat(new String(Json.writeUtf8(wire.body(question)), java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo(Json.write(first));
        var messages = new ArrayList<>(question.messages());
        messages.removeLast();
        var shorter = new Question(
                model,
                question.systemPrompt(),
                messages,
                question.tools(),
                question.thinking(),
                question.maxTokens(),
                question.options(),
                question.encoded());
        var fresh = new Question(
                model,
                question.systemPrompt(),
                messages,
                question.tools(),
                question.thinking(),
                question.maxTokens(),
                question.options());
        assertThat(Json.writeUtf8(wire.body(shorter))).isEqualTo(Json.writeUtf8(wire.body(fresh)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"anthropic-messages", "openai-completions", "openai-responses", "google-generative-ai"})
    void a_long_conversation_is_encoded_side_by_side_as_it_is_one_by_one(String api) {
        var model = Conversations.model(api, "someone", "clever-1", "https://example.com", JsonObject.empty());
        var turn = Conversations.toolTurn(model).messages();
        var messages = new ArrayList<Message>();
        while (messages.size() < 1_500) {
            messages.add(Message.user("Number " + messages.size(), 1));
            turn.forEach(message -> messages.add(Message.from(message.toJson())));
        }
        var wire = wire(api);
        var known = new EncodedMessages();
        wire.body(question(model, messages.subList(0, 1), known)); // Knows the first, so the others come one by one.
        assertThat(Json.writeUtf8(wire.body(question(model, messages, new EncodedMessages()))))
                .isEqualTo(Json.writeUtf8(wire.body(question(model, messages, known))));
    }

    private static Question question(Model model, List<Message> messages, EncodedMessages encoded) {
        var like = Conversations.toolTurn(model);
        return new Question(
                model,
                like.systemPrompt(),
                messages,
                like.tools(),
                like.thinking(),
                like.maxTokens(),
                like.options(),
                encoded);
    }

    @Test
    void a_message_is_put_into_words_once_for_a_model_and_a_place() {
        var told = new EncodedMessages();
        var one = Conversations.model("a", "p", "one", "https://example.com", JsonObject.empty());
        var two = Conversations.model("a", "p", "two", "https://example.com", JsonObject.empty());
        var message = Message.user("Hello.", 1);
        var made = new AtomicInteger();
        for (var model : List.of(one, one, two, two)) {
            for (int place : new int[] {0, 0}) {
                told.words(message, model, place, () -> List.of(JsonObject.of("n", made.incrementAndGet())));
            }
        }
        told.words(message, two, 5, () -> List.of(JsonObject.of("n", made.incrementAndGet())));
        assertThat(told.words(message, two, 5, List::of)).containsExactly(JsonObject.of("n", 3));
    }

    @Test
    void messages_that_are_equal_are_still_two() {
        var told = new EncodedMessages();
        var model = Conversations.model("a", "p", "one", "https://example.com", JsonObject.empty());
        told.words(Message.user("Hello.", 1), model, 0, () -> List.of(JsonObject.of("n", 1)));
        assertThat(told.words(Message.user("Hello.", 1), model, 0, () -> List.of(JsonObject.of("n", 2))))
                .containsExactly(JsonObject.of("n", 2));
    }
}
