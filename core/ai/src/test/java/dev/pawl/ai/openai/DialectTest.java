package dev.pawl.ai.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.Conversations;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DialectTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
        openai,                https://api.openai.com/v1,               true,  developer, max_completion_tokens, true,  openai,     true
        anybody,               http://localhost:11434/v1,               true,  developer, max_completion_tokens, true,  openai,     true
        zai,                   https://example.org,                     false, system,    max_tokens,            false, zai,        true
        zai-coding-cn,         https://example.org,                     false, system,    max_tokens,            false, zai,        true
        mine,                  https://open.bigmodel.cn/api/paas/v4,    false, system,    max_tokens,            false, zai,        true
        mine,                  https://api.z.ai/api/paas/v4,            false, system,    max_tokens,            false, zai,        true
        together,              https://api.together.xyz/v1,             false, system,    max_tokens,            false, together,   false
        mine,                  https://api.together.ai/v1,              false, system,    max_tokens,            false, together,   false
        moonshotai,            https://api.moonshot.ai/v1,              false, system,    max_tokens,            false, openai,     true
        mine,                  https://api.moonshot.cn/v1,              false, system,    max_tokens,            false, openai,     true
        openrouter,            https://openrouter.ai/api/v1,            true,  system,    max_completion_tokens, true,  openrouter, true
        cloudflare-workers-ai, https://api.cloudflare.com/client/v4,    false, system,    max_completion_tokens, true,  openai,     false
        cloudflare-ai-gateway, https://gateway.ai.cloudflare.com/v1,    false, system,    max_tokens,            false, openai,     false
        nvidia,                https://integrate.api.nvidia.com/v1,     false, system,    max_tokens,            false, openai,     false
        ant-ling,              https://api.ant-ling.com/v1,             false, system,    max_tokens,            false, ant-ling,   false
        cerebras,              https://api.cerebras.ai/v1,              false, system,    max_completion_tokens, true,  openai,     true
        mine,                  https://API.DeepSeek.com,                false, system,    max_tokens,            true,  deepseek,   true
        xai,                   https://api.x.ai/v1,                     false, system,    max_completion_tokens, false, openai,     true
        mine,                  https://llm.chutes.ai/v1,                false, system,    max_tokens,            true,  openai,     true
        opencode-go,           https://opencode.ai/zen/go/v1,           false, system,    max_completion_tokens, true,  openai,     true
        """)
    void what_is_not_configured_is_known_from_name_or_address(
            String provider,
            String address,
            boolean store,
            String role,
            String maxTokens,
            boolean effort,
            String thinkingFormat,
            boolean longCache) {
        var dialect = new Dialect(model(provider, "m", address, "{}"));

        assertThat(dialect.store()).isEqualTo(store);
        assertThat(dialect.instructionRole()).isEqualTo(role);
        assertThat(dialect.maxTokensField()).isEqualTo(maxTokens);
        assertThat(dialect.reasoningEffort()).isEqualTo(effort);
        assertThat(dialect.thinkingFormat()).isEqualTo(thinkingFormat);
        assertThat(dialect.longCache()).isEqualTo(longCache);
        assertThat(dialect.usageInStreaming()).isTrue();
        assertThat(dialect.finishReason()).isTrue();
        assertThat(dialect.strictTools()).isFalse();
    }

    @Test
    void what_a_model_says_wins_over_what_is_known_of_its_vendor() {
        var dialect = new Dialect(model(
                "deepseek",
                "m",
                "https://api.deepseek.com",
                "{\"compat\":{\"supportsStore\":true,\"thinkingFormat\":\"qwen\",\"maxTokensField\":null}}"));

        assertThat(dialect.store()).isTrue();
        assertThat(dialect.thinkingFormat()).isEqualTo("qwen");
        assertThat(dialect.maxTokensField()).isEqualTo("max_tokens");
        assertThat(dialect.reasoningContent()).isTrue();
    }

    @Test
    void models_that_openrouter_passes_on_to_their_makers_know_developers() {
        var address = "https://openrouter.ai/api/v1";

        assertThat(new Dialect(model("openrouter", "openai/gpt-5", address, "{}")).instructionRole())
                .isEqualTo("developer");
        var claude = new Dialect(model("openrouter", "anthropic/claude", address, "{}"));
        assertThat(claude.instructionRole()).isEqualTo("developer");
        assertThat(claude.anthropicCacheMarks()).isTrue();
        assertThat(new Dialect(model("openrouter", "qwen/qwen3", address, "{}")).anthropicCacheMarks())
                .isFalse();
    }

    @Test
    void a_model_that_does_not_think_has_no_developers() {
        var model = Ask.withoutReasoning(model("openai", "gpt-4o", "https://api.openai.com/v1", "{}"));

        assertThat(new Dialect(model).instructionRole()).isEqualTo("system");
    }

    private static Model model(String provider, String id, String address, String extra) {
        return Conversations.model("openai-completions", provider, id, address, JsonObject.parse(extra));
    }
}
