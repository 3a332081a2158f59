package dev.pawl.ai.wire;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A request made ready for one model.
 *
 * <p>The messages are what that model can read: user, assistant and toolResult, every call with its result; system
 * messages among them only where the model takes them in the middle of a conversation.
 *
 * @param tools each with {@code name}, {@code description} and {@code parameters}
 * @param thinking a level that the model has
 * @param maxTokens the most it may answer; never above the model's own limit, nor above what its window has left
 * @param options what else was asked: {@code temperature}, {@code cacheRetention}, {@code sessionId}, {@code
 *     toolChoice}, {@code thinkingBudgets}
 * @param encoded what the messages became in earlier requests
 */
public record Question(
        Model model,
        @Nullable String systemPrompt,
        List<Message> messages,
        List<JsonObject> tools,
        ThinkingLevel thinking,
        long maxTokens,
        JsonObject options,
        EncodedMessages encoded) {
    /** So many messages are encoded side by side. */
    private static final int MANY = 1_000;

    public Question {
        messages = List.copyOf(messages);
        tools = List.copyOf(tools);
    }

    public Question(
            Model model,
            @Nullable String systemPrompt,
            List<Message> messages,
            List<JsonObject> tools,
            ThinkingLevel thinking,
            long maxTokens,
            JsonObject options) {
        this(model, systemPrompt, messages, tools, thinking, maxTokens, options, new EncodedMessages());
    }

    /** Returns the same question to the model at another address. */
    public Question at(String address) {
        return new Question(
                model.withBaseUrl(address), systemPrompt, messages, tools, thinking, maxTokens, options, encoded);
    }

    /** Returns the same question without the prompt, for an API that expects it elsewhere. */
    public Question withoutPrompt() {
        return new Question(model, null, messages, tools, thinking, maxTokens, options, encoded);
    }

    /** Returns a message in the words of the model's language, made once for all requests that hold it. */
    public List<JsonObject> encoded(Message message, Supplier<List<JsonObject>> maker) {
        return encoded(message, 0, maker);
    }

    /**
     * Returns a message in the words of the model's language, which depend on where it stands.
     *
     * @param place where it stands
     */
    public List<JsonObject> encoded(Message message, int place, Supplier<List<JsonObject>> maker) {
        return encoded.words(message, model, place, maker);
    }

    /**
     * Encodes the messages of a long conversation side by side, if it was not sent before. What the encoder does with a
     * message and its place must be what {@link #encoded} is given later.
     */
    public void encodeAhead(ObjIntConsumer<Message> encoder) {
        if (messages.size() >= MANY && !encoded.knows(messages.getFirst())) {
            IntStream.range(0, messages.size()).parallel().forEach(i -> encoder.accept(messages.get(i), i));
        }
    }

    /** A switch of the model's {@code compat} object. */
    public boolean compat(String name, boolean otherwise) {
        return model.extra().object("compat").bool(name, otherwise);
    }

    public @Nullable String compat(String name) {
        return model.extra().object("compat").string(name);
    }

    /** Returns what the provider calls the level: its word in the model's {@code thinkingLevelMap}, or our own. */
    public String thinkingWord() {
        return model.extra().object("thinkingLevelMap").string(thinking.wire(), thinking.wire());
    }

    /** Returns the tokens that may go into thinking at this level. */
    public long thinkingBudget() {
        long usual = switch (thinking) {
            case OFF -> 0;
            case MINIMAL -> 1_024;
            case LOW -> 2_048;
            case MEDIUM -> 8_192;
            case HIGH, XHIGH, MAX -> 16_384;
        };
        return options.object("thinkingBudgets").number(thinking.wire(), usual);
    }

    /** Returns the most that the model can answer, its thoughts included. */
    public long mostTokens() {
        return Math.min(model.maxTokens(), OutputRoom.of(model, systemPrompt, messages, tools));
    }

    /** Returns how long the provider is asked to keep its cache of the conversation: none, short or long. */
    public String cacheRetention() {
        return options.string("cacheRetention", "short");
    }
}
