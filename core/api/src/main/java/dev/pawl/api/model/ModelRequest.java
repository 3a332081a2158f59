package dev.pawl.api.model;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A question to a model: instructions, conversation, tools it may ask for, and how to answer. */
public record ModelRequest(
        @Nullable String systemPrompt,
        List<Message> messages,
        List<JsonObject> tools,
        ThinkingLevel thinkingLevel,
        @Nullable Long maxTokens,
        JsonObject options) {
    public ModelRequest {
        messages = List.copyOf(messages);
        tools = List.copyOf(tools);
    }

    public static ModelRequest of(List<? extends Message> messages) {
        return new ModelRequest(null, List.copyOf(messages), List.of(), ThinkingLevel.OFF, null, JsonObject.empty());
    }

    public ModelRequest withSystemPrompt(String systemPrompt) {
        return new ModelRequest(systemPrompt, messages, tools, thinkingLevel, maxTokens, options);
    }

    public ModelRequest withMaxTokens(long maxTokens) {
        return new ModelRequest(systemPrompt, messages, tools, thinkingLevel, maxTokens, options);
    }
}
