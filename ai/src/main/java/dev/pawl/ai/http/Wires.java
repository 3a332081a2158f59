package dev.pawl.ai.http;

import dev.pawl.ai.anthropic.AnthropicMessages;
import dev.pawl.ai.google.GoogleGenerativeAi;
import dev.pawl.ai.openai.OpenAiCompletions;
import dev.pawl.ai.openai.OpenAiResponses;
import dev.pawl.ai.wire.Wire;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The languages of providers that are spoken here. */
public final class Wires {
    private Wires() {}

    public static List<String> names() {
        return List.of("anthropic-messages", "google-generative-ai", "openai-completions", "openai-responses");
    }

    /** The wire of a name; null if nobody speaks it. */
    static @Nullable Wire named(String api) {
        return switch (api) {
            case "anthropic-messages" -> new AnthropicMessages();
            case "google-generative-ai" -> new GoogleGenerativeAi();
            case "openai-completions" -> new OpenAiCompletions();
            case "openai-responses" -> new OpenAiResponses();
            default -> null;
        };
    }
}
