package dev.pawl.ai.openai;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import org.jspecify.annotations.Nullable;

/**
 * The cost of an answer that OpenRouter reports; with a key of the user's own at the provider behind it, both bills
 * together.
 */
final class ReportedCost {
    private ReportedCost() {}

    /** Returns the cost in dollars; null if none was named that can be relied on. */
    static @Nullable Double of(Model model, JsonObject usage) {
        var own = amount(usage.get("cost"));
        if (own == null || !(usage.get("is_byok") instanceof Boolean ownKey) || !isRouter(model)) {
            return null;
        }
        if (!ownKey) {
            return own;
        }
        var upstream = upstream(usage.object("cost_details"));
        return upstream == null ? null : (Double) (own + upstream);
    }

    private static boolean isRouter(Model model) {
        return model.provider().equals("openrouter") || model.baseUrl().contains("openrouter.ai");
    }

    private static @Nullable Double upstream(JsonObject details) {
        if (details.has("upstream_inference_cost") && details.get("upstream_inference_cost") == null) {
            var prompt = amount(details.get("upstream_inference_prompt_cost"));
            var completions = amount(details.get("upstream_inference_completions_cost"));
            return prompt == null || completions == null ? null : (Double) (prompt + completions);
        }
        return amount(details.get("upstream_inference_cost"));
    }

    private static @Nullable Double amount(@Nullable Object value) {
        if (!(value instanceof Number number)) {
            return null;
        }
        double amount = number.doubleValue();
        return Double.isFinite(amount) && amount >= 0 ? (Double) amount : null;
    }
}
