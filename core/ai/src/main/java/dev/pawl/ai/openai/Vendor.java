package dev.pawl.ai.openai;

import dev.pawl.api.model.Model;
import java.util.Locale;

/** The providers that use chat completions, and what is known of their dialects. */
enum Vendor {
    // format:off
    //         names                        addresses                            own    max    effort long   thinking
    ZAI(       "zai zai-coding-cn",         "api.z.ai open.bigmodel.cn",         true,  true,  false, true,  "zai"),
    TOGETHER(  "together",                  "api.together.ai api.together.xyz",  true,  true,  false, false, "together"),
    MOONSHOT(  "moonshotai moonshotai-cn",  "api.moonshot.",                     true,  true,  false, true,  "openai"),
    OPENROUTER("openrouter",                "openrouter.ai",                     false, false, true,  true,  "openrouter"),
    CLOUDFLARE("cloudflare-workers-ai",     "api.cloudflare.com",                true,  false, true,  false, "openai"),
    GATEWAY(   "cloudflare-ai-gateway",     "gateway.ai.cloudflare.com",         true,  true,  false, false, "openai"),
    NVIDIA(    "nvidia",                    "integrate.api.nvidia.com",          true,  true,  false, false, "openai"),
    ANT_LING(  "ant-ling",                  "api.ant-ling.com",                  true,  true,  false, false, "ant-ling"),
    CEREBRAS(  "cerebras",                  "cerebras.ai",                       true,  false, true,  true,  "openai"),
    DEEPSEEK(  "deepseek",                  "deepseek.com",                      true,  true,  true,  true,  "deepseek"),
    XAI(       "xai",                       "api.x.ai",                          true,  false, false, true,  "openai"),
    CHUTES(    "",                          "chutes.ai",                         true,  true,  true,  true,  "openai"),
    OPENCODE(  "opencode",                  "opencode.ai",                       true,  false, true,  true,  "openai"),
    /** All others are assumed to behave as OpenAI does. */
    OPENAI(    "",                          "",                                  false, false, true,  true,  "openai");
    // format:on

    private final String names;
    private final String addresses;
    private final boolean ownWays;
    private final boolean maxTokens;
    private final boolean effort;
    private final boolean longCache;
    private final String thinkingFormat;

    Vendor(
            String names,
            String addresses,
            boolean ownWays,
            boolean maxTokens,
            boolean effort,
            boolean longCache,
            String thinkingFormat) {
        this.names = names;
        this.addresses = addresses;
        this.ownWays = ownWays;
        this.maxTokens = maxTokens;
        this.effort = effort;
        this.longCache = longCache;
        this.thinkingFormat = thinkingFormat;
    }

    /** By the provider's name, else by its address. */
    static Vendor of(Model model) {
        for (var vendor : values()) {
            for (var name : vendor.names.split(" ")) {
                if (name.equals(model.provider())) {
                    return vendor;
                }
            }
        }
        var address = model.baseUrl().toLowerCase(Locale.ROOT);
        for (var vendor : values()) {
            for (var part : vendor.addresses.split(" ")) {
                if (!part.isEmpty() && address.contains(part)) {
                    return vendor;
                }
            }
        }
        return OPENAI;
    }

    /**
     * Returns whether they do not know what came after the first version of the language: {@code store}, developer messages.
     */
    boolean hasOwnWays() {
        return ownWays;
    }

    String maxTokensField() {
        return maxTokens ? "max_tokens" : "max_completion_tokens";
    }

    boolean takesEffort() {
        return effort;
    }

    boolean keepsCacheLong() {
        return longCache;
    }

    String thinkingFormat() {
        return thinkingFormat;
    }
}
