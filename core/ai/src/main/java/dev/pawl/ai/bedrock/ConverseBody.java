package dev.pawl.ai.bedrock;

import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.Surrogates;
import dev.pawl.ai.wire.ToolChoice;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ThinkingLevel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The body of a request: the question in the words of Converse, always in the same order. */
final class ConverseBody {
    /** The least budget for thoughts that is accepted, and what is left for the answer itself. */
    private static final long LEAST = 1_024;

    private final Question question;
    private final String region;
    private final Claude claude;
    private final boolean caches;

    /** @param forced whether the user specifies that the model caches, though its name does not show it */
    ConverseBody(Question question, String region, boolean forced) {
        this.question = question;
        this.region = region;
        claude = Claude.of(question.model());
        caches = (claude.caches() || forced) && !question.cacheRetention().equals("none");
    }

    JsonObject body() {
        var body = new LinkedHashMap<String, @Nullable Object>();
        body.put("messages", new ConverseTurns(question, claude).messages(caches ? cachePoint() : null));
        var prompt = question.systemPrompt();
        if (prompt != null && !prompt.isBlank()) {
            var system = new ArrayList<JsonObject>();
            system.add(JsonObject.of("text", Surrogates.paired(prompt)));
            if (caches) {
                system.add(cachePoint());
            }
            body.put("system", system);
        }
        long budget = budget();
        var inference = inference(budget);
        if (!inference.isEmpty()) {
            body.put("inferenceConfig", inference);
        }
        var choice = ToolChoice.of(question);
        if (!question.tools().isEmpty() && (choice == null || choice.kind() != ToolChoice.Kind.NONE)) {
            var tools = JsonObject.of("tools", tools());
            body.put("toolConfig", choice == null ? tools : tools.with("toolChoice", choice(choice)));
        }
        var thinking = thinking(budget, choice != null && choice.forces());
        if (thinking != null) {
            body.put("additionalModelRequestFields", thinking);
        }
        return JsonObject.from(body);
    }

    private JsonObject cachePoint() {
        var point = JsonObject.of("type", "default");
        return JsonObject.of("cachePoint", question.cacheRetention().equals("long") ? point.with("ttl", "1h") : point);
    }

    private boolean thinks() {
        return claude.is() && question.model().reasoning() && question.thinking() != ThinkingLevel.OFF;
    }

    /** Returns the tokens for thoughts; zero where the model is not given any. */
    private long budget() {
        if (!thinks() || claude.thinksByEffort()) {
            return 0;
        }
        long most = question.mostTokens() - LEAST;
        long budget = Math.min(Math.max(question.thinkingBudget(), LEAST), most);
        return budget < LEAST ? 0 : budget;
    }

    /** Only models of Anthropic need a limit in the request; others have their own, and some refuse another one. */
    private JsonObject inference(long budget) {
        var config = JsonObject.empty();
        long limit = question.maxTokens();
        if (claude.is() || limit < question.model().maxTokens()) {
            boolean tight = budget > 0 && limit < budget + LEAST;
            config = config.with("maxTokens", tight ? Math.min(limit + budget, question.mostTokens()) : limit);
        }
        return question.options().get("temperature") instanceof Number temperature
                ? config.with("temperature", temperature)
                : config;
    }

    private List<JsonObject> tools() {
        var tools = new ArrayList<JsonObject>(question.tools().size());
        for (var tool : question.tools()) {
            var parameters = tool.object("parameters");
            var schema = parameters.isEmpty()
                    ? JsonObject.of("type", "object", "properties", JsonObject.empty())
                    : parameters;
            tools.add(JsonObject.of(
                    "toolSpec",
                    JsonObject.of("name", tool.string("name", ""))
                            .with("description", Surrogates.paired(tool.string("description", "")))
                            .with("inputSchema", JsonObject.of("json", schema))));
        }
        return tools;
    }

    private static JsonObject choice(ToolChoice choice) {
        return switch (choice.kind()) {
            case AUTO, NONE -> JsonObject.of("auto", JsonObject.empty());
            case ANY -> JsonObject.of("any", JsonObject.empty());
            case ONE -> JsonObject.of("tool", JsonObject.of("name", choice.tool()));
        };
    }

    /** The government's regions do not know the field {@code display}. */
    private @Nullable JsonObject thinking(long budget, boolean forced) {
        if (!thinks() || forced) {
            return null;
        }
        var id = question.model().id();
        boolean government =
                region.startsWith("us-gov-") || id.startsWith("us-gov.") || id.startsWith("arn:aws-us-gov:");
        Map<String, Object> display = government ? Map.of() : Map.of("display", "summarized");
        if (claude.thinksByEffort()) {
            return JsonObject.of("thinking", JsonObject.of("type", "adaptive").with(JsonObject.from(display)))
                    .with("output_config", JsonObject.of("effort", effort()));
        }
        if (budget == 0) {
            return null;
        }
        return JsonObject.of(
                        "thinking",
                        JsonObject.of("type", "enabled", "budget_tokens", budget)
                                .with(JsonObject.from(display)))
                .with("anthropic_beta", List.of("interleaved-thinking-2025-05-14"));
    }

    private String effort() {
        var level = question.thinking();
        if (level == ThinkingLevel.XHIGH && claude.hasHighestEffort()) {
            return "xhigh";
        }
        var word = question.model().extra().object("thinkingLevelMap").string(level.wire());
        if (word != null) {
            return word;
        }
        return switch (level) {
            case OFF, MINIMAL, LOW -> "low";
            case MEDIUM -> "medium";
            case HIGH, XHIGH, MAX -> "high";
        };
    }
}
