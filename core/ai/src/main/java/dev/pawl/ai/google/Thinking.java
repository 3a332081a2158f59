package dev.pawl.ai.google;

import dev.pawl.ai.wire.Question;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ThinkingLevel;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How a request specifies how long the model shall think.
 *
 * @param config the field {@code thinkingConfig}; null for models that do not think
 * @param maxTokens the limit of the whole answer, thoughts among it
 */
record Thinking(@Nullable JsonObject config, long maxTokens) {
    private static final List<String> LEVELS = List.of("MINIMAL", "LOW", "MEDIUM", "HIGH");
    private static final long LEFT_FOR_ANSWER = 1_024;
    private static final long AS_IT_LIKES = -1;

    static Thinking of(Question question) {
        if (!question.model().reasoning()) {
            return new Thinking(null, question.maxTokens());
        }
        if (question.thinking() == ThinkingLevel.OFF) {
            return new Thinking(least(question.model().id()), question.maxTokens());
        }
        boolean inLevels = Generation.of(question.model().id()).thinksInLevels();
        return inLevels ? level(question) : budget(question);
    }

    /** Some models always think, and refuse other values: they are asked for the least they know. */
    private static JsonObject least(String modelId) {
        var generation = Generation.of(modelId);
        if (generation.thinksInLevels()) {
            return JsonObject.of("thinkingLevel", generation.thirdGemini() ? "LOW" : "MINIMAL");
        }
        return JsonObject.of("thinkingBudget", modelId.contains("2.5-pro") ? 128 : 0);
    }

    private static Thinking level(Question question) {
        var word = question.thinkingWord().toUpperCase(Locale.ROOT);
        var level = LEVELS.contains(word) ? word : "HIGH";
        return new Thinking(JsonObject.of("includeThoughts", true, "thinkingLevel", level), question.maxTokens());
    }

    private static Thinking budget(Question question) {
        long budget = question.options()
                .object("thinkingBudgets")
                .number(question.thinking().wire(), usual(question));
        long limit = question.maxTokens();
        if (limit < budget + LEFT_FOR_ANSWER) {
            limit = Math.max(limit, Math.min(limit + budget, question.mostTokens()));
        }
        return new Thinking(JsonObject.of("includeThoughts", true, "thinkingBudget", budget), limit);
    }

    private static long usual(Question question) {
        var id = question.model().id();
        boolean pro = id.contains("2.5-pro");
        if (!pro && !id.contains("2.5-flash")) {
            return AS_IT_LIKES;
        }
        return switch (question.thinking()) {
            case OFF -> 0;
            case MINIMAL -> id.contains("2.5-flash-lite") ? 512 : 128;
            case LOW -> 2_048;
            case MEDIUM -> 8_192;
            case HIGH, XHIGH, MAX -> pro ? 32_768 : 24_576;
        };
    }
}
