package dev.pawl.ai.http;

import dev.pawl.ai.anthropic.AnthropicMessages;
import dev.pawl.ai.bedrock.BedrockConverse;
import dev.pawl.ai.google.GoogleGenerativeAi;
import dev.pawl.ai.google.GoogleVertex;
import dev.pawl.ai.openai.Azure;
import dev.pawl.ai.openai.CodexResponses;
import dev.pawl.ai.openai.OpenAiCompletions;
import dev.pawl.ai.openai.OpenAiResponses;
import dev.pawl.ai.wire.Wire;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The supported protocols of providers. */
public final class Wires {
    private Wires() {}

    public static List<String> names() {
        return List.of(
                "anthropic-messages",
                "azure-openai-responses",
                "bedrock-converse-stream",
                "google-generative-ai",
                "google-vertex",
                "openai-codex-responses",
                "openai-completions",
                "openai-responses");
    }

    /** The wire of a model; null if its API is unknown. */
    static @Nullable Wire of(Target target) {
        var environment = target.environment();
        boolean azure = target.model().provider().equals("azure");
        return switch (target.model().api()) {
            case "anthropic-messages" -> new AnthropicMessages();
            case "azure-openai-responses" -> new Azure(new OpenAiResponses(), environment);
            case "bedrock-converse-stream" -> new BedrockConverse(environment);
            case "google-generative-ai" -> new GoogleGenerativeAi();
            case "google-vertex" -> new GoogleVertex(environment, target.authHeader());
            case "openai-codex-responses" -> new CodexResponses();
            case "openai-completions" ->
                azure ? new Azure(new OpenAiCompletions(), environment) : new OpenAiCompletions();
            case "openai-responses" -> new OpenAiResponses();
            default -> null;
        };
    }
}
