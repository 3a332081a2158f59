package dev.pawl.ai.openai;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import org.jspecify.annotations.Nullable;

/**
 * The variant of chat completions that a model expects: by its {@code compat} switches, else by its vendor.
 */
final class Dialect {
    private final Model model;
    private final JsonObject compat;
    private final Vendor vendor;

    Dialect(Model model) {
        this.model = model;
        compat = model.extra().object("compat");
        vendor = Vendor.of(model);
    }

    boolean store() {
        return compat.bool("supportsStore", !vendor.hasOwnWays());
    }

    /** Returns the role of the system prompt. */
    String instructionRole() {
        boolean passedOn = model.id().startsWith("anthropic/") || model.id().startsWith("openai/");
        boolean known = vendor == Vendor.OPENROUTER ? passedOn : !vendor.hasOwnWays();
        return model.reasoning() && compat.bool("supportsDeveloperRole", known) ? "developer" : "system";
    }

    boolean reasoningEffort() {
        return compat.bool("supportsReasoningEffort", vendor.takesEffort());
    }

    boolean usageInStreaming() {
        return compat.bool("supportsUsageInStreaming", true);
    }

    boolean finishReason() {
        return compat.bool("supportsFinishReason", true);
    }

    String maxTokensField() {
        return compat.string("maxTokensField", vendor.maxTokensField());
    }

    boolean toolResultName() {
        return compat.bool("requiresToolResultName", false);
    }

    boolean assistantAfterToolResult() {
        return compat.bool("requiresAssistantAfterToolResult", false);
    }

    boolean thinkingAsText() {
        return compat.bool("requiresThinkingAsText", false);
    }

    /** Returns whether every answer of a thinking model is sent with its {@code reasoning_content}, even if empty. */
    boolean reasoningContent() {
        return model.reasoning()
                && compat.bool("requiresReasoningContentOnAssistantMessages", vendor == Vendor.DEEPSEEK);
    }

    String thinkingFormat() {
        return compat.string("thinkingFormat", vendor.thinkingFormat());
    }

    JsonObject chatTemplateKwargs() {
        return compat.object("chatTemplateKwargs");
    }

    JsonObject chatTemplateArgs() {
        return compat.object("chatTemplateArgs");
    }

    /** Returns the field that limits thinking on servers where it shares the limit with the answer; null if there is none. */
    @Nullable
    String thinkingBudgetField() {
        var field = compat.string("thinkingTokenBudgetField");
        return field == null && compat.bool("supportsThinkingTokenBudget", false) ? "thinking_token_budget" : field;
    }

    JsonObject openRouterRouting() {
        return compat.object("openRouterRouting");
    }

    JsonObject vercelGatewayRouting() {
        return compat.object("vercelGatewayRouting");
    }

    boolean toolStream() {
        return compat.bool("zaiToolStream", false);
    }

    boolean strictTools() {
        return compat.bool("supportsStrictMode", false);
    }

    boolean anthropicCacheMarks() {
        boolean known = vendor == Vendor.OPENROUTER && model.id().startsWith("anthropic/");
        return "anthropic".equals(compat.string("cacheControlFormat", known ? "anthropic" : ""));
    }

    boolean isClaude() {
        return anthropicCacheMarks() || model.id().contains("claude");
    }

    boolean longCache() {
        return compat.bool("supportsLongCacheRetention", vendor.keepsCacheLong());
    }

    /** Returns the headers that lead the requests of a session to one machine; null if they are not wanted. */
    @Nullable
    String affinity() {
        if (!compat.bool("sendSessionAffinityHeaders", vendor == Vendor.OPENROUTER)) {
            return null;
        }
        return compat.string("sessionAffinityFormat", vendor == Vendor.OPENROUTER ? "openrouter" : "openai");
    }

    @Nullable
    Object vllmPriority() {
        return compat.get("vllmPriority");
    }
}
