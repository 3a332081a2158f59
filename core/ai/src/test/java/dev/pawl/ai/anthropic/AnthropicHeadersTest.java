package dev.pawl.ai.anthropic;

import static dev.pawl.ai.Conversations.plain;
import static dev.pawl.ai.Conversations.thinking;
import static dev.pawl.ai.Conversations.toolTurn;
import static dev.pawl.ai.Conversations.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.pawl.ai.Conversations;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnthropicHeadersTest {
    private static final Model SONNET = model("anthropic", "https://api.anthropic.com", "{}");

    private final AnthropicMessages wire = new AnthropicMessages();

    @ParameterizedTest
    @ValueSource(strings = {"https://host/x", "https://host/x/", "https://host/x/v1", "https://host/x/v1/"})
    void the_address_is_found_with_and_without_the_version(String base) {
        assertThat(wire.address(plain(model("other", base, "{}")))).isEqualTo("https://host/x/v1/messages");
    }

    @Test
    void a_plain_question_needs_the_version_alone() {
        assertThat(wire.headers(plain(SONNET))).containsExactly(entry("anthropic-version", "2023-06-01"));
    }

    @Test
    void a_key_has_a_header_of_its_own() {
        assertThat(wire.credentials("sk-ant-api03-x")).isEqualTo(entry("x-api-key", "sk-ant-api03-x"));
    }

    @Test
    void a_token_of_a_subscription_is_a_bearers_and_is_announced() {
        assertThat(wire.credentials("sk-ant-oat01-x")).isEqualTo(entry("authorization", "Bearer sk-ant-oat01-x"));
        assertThat(wire.headers(plain(SONNET), "sk-ant-oat01-x")).containsEntry("anthropic-beta", "oauth-2025-04-20");
    }

    @Test
    void thinking_by_budget_goes_on_between_tool_calls() {
        assertThat(wire.headers(thinking(SONNET, ThinkingLevel.LOW)))
                .containsEntry("anthropic-beta", "interleaved-thinking-2025-05-14");
    }

    @Test
    void thinking_by_effort_needs_no_header() {
        var opus = model("anthropic", SONNET.baseUrl(), "{\"forceAdaptiveThinking\": true}");

        assertThat(wire.headers(thinking(opus, ThinkingLevel.HIGH))).doesNotContainKey("anthropic-beta");
    }

    @Test
    void arguments_are_streamed_by_header_where_tools_have_no_field_for_it() {
        var older = model("github-copilot", "https://host", "{\"supportsEagerToolInputStreaming\": false}");

        assertThat(wire.headers(toolTurn(older)))
                .containsEntry("anthropic-beta", "fine-grained-tool-streaming-2025-05-14");
        assertThat(wire.headers(plain(older))).doesNotContainKey("anthropic-beta");
    }

    @Test
    void the_session_is_named_to_providers_that_look_for_their_cache_by_it() {
        var fireworks = model("fireworks", "https://host", "{\"sendSessionAffinityHeaders\": true}");
        var named = with(plain(fireworks), "sessionId", "s1");

        assertThat(wire.headers(named)).containsEntry("x-session-affinity", "s1");
        assertThat(wire.headers(with(named, "cacheRetention", "none"))).doesNotContainKey("x-session-affinity");
        assertThat(wire.headers(with(plain(SONNET), "sessionId", "s1"))).hasSize(1);
        assertThat(wire.headers(with(plain(model("openrouter", "https://openrouter.ai/api", "{}")), "sessionId", "s1")))
                .containsEntry("x-session-id", "s1");
    }

    private static Model model(String provider, String baseUrl, String compat) {
        var extra = JsonObject.of("compat", JsonObject.parse(compat));
        return Conversations.model("anthropic-messages", provider, "claude", baseUrl, extra);
    }
}
