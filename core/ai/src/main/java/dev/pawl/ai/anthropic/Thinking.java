package dev.pawl.ai.anthropic;

import dev.pawl.ai.wire.Question;
import dev.pawl.ai.wire.ToolChoice;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.ThinkingLevel;
import org.jspecify.annotations.Nullable;

/**
 * How a request specifies that the model shall think: with a budget, with an effort, or not at all.
 *
 * @param field the field {@code thinking}; null to leave it out
 * @param effort the effort of models that see for themselves how long they think
 * @param maxTokens the limit of the whole answer, thoughts among it
 */
record Thinking(
        boolean on, @Nullable JsonObject field, @Nullable String effort, long maxTokens) {
    // The least budget that is accepted, and what is left for the answer itself when the limit is tight.
    private static final long LEAST = 1_024;

    static Thinking of(Question question) {
        var choice = ToolChoice.of(question);
        // A model that is made to call a tool has no time to think: the provider refuses the two together.
        boolean forced = choice != null && choice.forces();
        if (!question.model().reasoning() || question.thinking() == ThinkingLevel.OFF || forced) {
            return off(question);
        }
        return question.compat("forceAdaptiveThinking", false) ? adaptive(question) : budgeted(question);
    }

    boolean hasBudget() {
        return on && effort == null;
    }

    private static Thinking off(Question question) {
        var levels = question.model().extra().object("thinkingLevelMap");
        boolean always = levels.has("off") && levels.get("off") == null;
        boolean silent = always || !question.model().reasoning();
        return new Thinking(false, silent ? null : JsonObject.of("type", "disabled"), null, question.maxTokens());
    }

    /** Models that think by effort keep their thoughts to themselves unless a summary is asked for. */
    private static Thinking adaptive(Question question) {
        var word = question.thinkingWord();
        return new Thinking(
                true,
                JsonObject.of("type", "adaptive", "display", "summarized"),
                word.equals("minimal") ? "low" : word,
                question.maxTokens());
    }

    private static Thinking budgeted(Question question) {
        long budget = Math.max(question.thinkingBudget(), LEAST);
        long limit = question.maxTokens();
        if (limit < budget + LEAST) {
            limit = Math.max(limit, Math.min(limit + budget, question.mostTokens()));
            budget = Math.min(budget, limit - LEAST);
        }
        return budget < LEAST
                ? off(question)
                : new Thinking(
                        true,
                        JsonObject.of("type", "enabled", "budget_tokens", budget)
                                .with("display", "summarized"),
                        null,
                        limit);
    }
}
