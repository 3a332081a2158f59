package dev.pawl.ai.anthropic;

import static dev.pawl.ai.Conversations.longSystemPrompt;
import static dev.pawl.ai.Conversations.plain;
import static dev.pawl.ai.Conversations.question;
import static dev.pawl.ai.Conversations.thinking;
import static dev.pawl.ai.Conversations.toolTurn;
import static dev.pawl.ai.Conversations.user;
import static dev.pawl.ai.Conversations.with;
import static dev.pawl.ai.Conversations.withImage;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.Conversations;
import dev.pawl.ai.Goldens;
import dev.pawl.ai.wire.Question;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnthropicRequestTest {
    private static final Model SONNET = model("claude-sonnet-4-5", "{}");
    private static final Model OPUS = model("claude-opus-4-7", """
        {"compat": {"forceAdaptiveThinking": true, "supportsTemperature": false},
         "thinkingLevelMap": {"xhigh": "xhigh", "max": "max"}}
        """);

    private final AnthropicMessages wire = new AnthropicMessages();

    @Test
    void a_plain_question() {
        golden("plain", plain(SONNET));
    }

    @Test
    void a_question_with_an_image() {
        golden("image", withImage(SONNET));
    }

    @Test
    void a_conversation_with_tools() {
        golden("tools", toolTurn(SONNET));
    }

    @Test
    void a_long_system_prompt() {
        golden("long-system-prompt", longSystemPrompt(SONNET));
    }

    @ParameterizedTest
    @EnumSource(
            value = ThinkingLevel.class,
            names = {"MINIMAL", "LOW", "MEDIUM", "HIGH"})
    void thinking_by_budget(ThinkingLevel level) {
        golden("thinking-budget-" + level.wire(), thinking(SONNET, level));
    }

    @ParameterizedTest
    @EnumSource(ThinkingLevel.class)
    void thinking_by_effort(ThinkingLevel level) {
        golden("thinking-effort-" + level.wire(), thinking(OPUS, level));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "short", "long"})
    void the_cache_is_kept_as_long_as_asked(String retention) {
        golden("cache-" + retention, with(toolTurn(SONNET), "cacheRetention", retention));
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "any", "none", "read"})
    void a_choice_of_tools(String choice) {
        golden("tool-choice-" + choice, with(toolTurn(SONNET), "toolChoice", choice));
    }

    @Test
    void a_provider_that_cannot_do_all_of_it() {
        var fireworks = model("kimi", """
            {"compat": {"supportsEagerToolInputStreaming": false, "supportsCacheControlOnTools": false,
             "supportsLongCacheRetention": false, "allowEmptySignature": true}}
            """);
        var answer = List.<Content>of(
                new Content.Thinking("Unsigned.", null, false, JsonObject.empty()),
                Content.ToolUse.of("call_1", "read", JsonObject.of("path", "a")),
                Content.ToolUse.of("call_2", "ls", JsonObject.empty()));

        golden("compat", with(toolTurn(fireworks, answer), "cacheRetention", "long"));
    }

    @Test
    void system_messages_in_the_middle_stand_behind_the_users_turn() {
        var system = new Message.SystemPrompt(
                Body.of("From now on, be brief."), Map.of(), List.of(), List.of(), 1, JsonObject.empty());
        var answered = toolTurn(OPUS);
        var messages = List.<Message>of(
                answered.messages().get(0),
                answered.messages().get(1),
                answered.messages().get(2),
                answered.messages().get(3),
                system,
                answered.messages().get(4));

        golden("system-in-the-middle", question(OPUS, "You are careful.", messages, answered.tools()));
    }

    @Test
    void the_same_question_gives_the_same_bytes() {
        assertThat(wire.body(toolTurn(SONNET)).toString())
                .isEqualTo(wire.body(toolTurn(SONNET)).toString());
    }

    @Test
    void a_limit_below_the_budget_is_raised_above_it() {
        var body = wire.body(limited(SONNET, ThinkingLevel.HIGH, 4_000));

        assertThat(body.number("max_tokens", 0)).isEqualTo(20_384);
        assertThat(body.object("thinking").number("budget_tokens", 0)).isEqualTo(16_384);
    }

    @Test
    void the_budget_gives_way_to_the_models_own_limit() {
        var small = withMaxTokens(SONNET, 8_000);
        var body = wire.body(limited(small, ThinkingLevel.HIGH, 8_000));

        assertThat(body.number("max_tokens", 0)).isEqualTo(8_000);
        assertThat(body.object("thinking").number("budget_tokens", 0)).isEqualTo(6_976);
    }

    @Test
    void a_model_with_no_room_to_think_does_not() {
        var body = wire.body(limited(withMaxTokens(SONNET, 2_000), ThinkingLevel.HIGH, 2_000));

        assertThat(body.number("max_tokens", 0)).isEqualTo(2_000);
        assertThat(body.object("thinking").string("type")).isEqualTo("disabled");
    }

    @Test
    void budgets_of_the_user_count() {
        var budgets = JsonObject.of("medium", 5_000);
        var body = wire.body(with(thinking(SONNET, ThinkingLevel.MEDIUM), "thinkingBudgets", budgets));

        assertThat(body.object("thinking").number("budget_tokens", 0)).isEqualTo(5_000);
    }

    @Test
    void a_model_that_must_call_a_tool_does_not_think() {
        var asked = toolTurn(SONNET);
        var thinking = new Question(
                SONNET,
                asked.systemPrompt(),
                asked.messages(),
                asked.tools(),
                ThinkingLevel.HIGH,
                asked.maxTokens(),
                JsonObject.of("toolChoice", "any"));

        assertThat(wire.body(thinking).object("thinking").string("type")).isEqualTo("disabled");
        assertThat(wire.headers(thinking)).doesNotContainKey("anthropic-beta");
    }

    @Test
    void temperature_is_said_only_to_models_that_do_not_think_and_take_it() {
        assertThat(wire.body(with(plain(SONNET), "temperature", 0.5)).get("temperature"))
                .isEqualTo(0.5);
        assertThat(wire.body(with(thinking(SONNET, ThinkingLevel.LOW), "temperature", 0.5))
                        .has("temperature"))
                .isFalse();
        assertThat(wire.body(with(plain(OPUS), "temperature", 0.5)).has("temperature"))
                .isFalse();
    }

    @Test
    void a_model_that_always_thinks_is_not_asked_to_stop() {
        var fable = model("claude-fable-5", """
            {"compat": {"forceAdaptiveThinking": true}, "thinkingLevelMap": {"off": null}}
            """);

        assertThat(wire.body(plain(fable)).has("thinking")).isFalse();
    }

    @Test
    void a_model_that_cannot_think_gets_no_field_about_it() {
        var plain = plain(SONNET);
        var haiku = new Model(
                "anthropic",
                "claude-3-haiku",
                "",
                "anthropic-messages",
                SONNET.baseUrl(),
                false,
                List.of(ThinkingLevel.OFF),
                SONNET.input(),
                SONNET.cost(),
                200_000,
                4_096,
                JsonObject.empty());
        var question = question(haiku, null, plain.messages(), List.of());

        assertThat(wire.body(question).names()).containsExactly("model", "max_tokens", "stream", "messages");
    }

    @Test
    void thinking_without_a_signature_goes_back_as_text_and_redacted_thinking_as_it_came() {
        var answer = List.<Content>of(
                new Content.Thinking("Broken off.", null, false, JsonObject.empty()),
                new Content.Thinking("", "c2VjcmV0", true, JsonObject.empty()),
                new Content.Thinking("", "c2lnbmVk", false, JsonObject.empty()),
                new Content.Thinking(" ", null, false, JsonObject.empty()),
                Content.text("  "),
                Content.ToolUse.of("a", "ls", JsonObject.empty()),
                Content.ToolUse.of("b", "ls", JsonObject.empty()));
        var blocks =
                wire.body(toolTurn(SONNET, answer)).objects("messages").get(1).objects("content");

        assertThat(blocks.subList(0, 3).toString())
                .isEqualTo("[{\"type\":\"text\",\"text\":\"Broken off.\"}, "
                        + "{\"type\":\"redacted_thinking\",\"data\":\"c2VjcmV0\"}, "
                        + "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"c2lnbmVk\"}]");
        assertThat(blocks).hasSize(5);
    }

    @Test
    void empty_messages_are_left_out_and_empty_results_say_so() {
        var call = Content.ToolUse.of("a", "ls", JsonObject.empty());
        var answered = toolTurn(SONNET, List.of(call, Content.ToolUse.of("b", "ls", JsonObject.empty())));
        var messages = List.<Message>of(
                user(" "), user("List."), answered.messages().get(1), Conversations.result(call, true), user(""));
        var body = wire.body(question(SONNET, "", messages, List.of()));

        assertThat(body.has("system")).isFalse();
        assertThat(body.objects("messages")).hasSize(3);
        assertThat(body.objects("messages").get(2).objects("content").getFirst().string("content"))
                .isEqualTo("(no output)");
    }

    @Test
    void half_characters_are_replaced() {
        var body = wire.body(question(SONNET, "a\uD83D", List.of(user("\uDE00b \uD83D\uDE00")), List.of()));

        assertThat(body.objects("system").getFirst().string("text")).isEqualTo("a\uFFFD");
        assertThat(body.objects("messages")
                        .getFirst()
                        .objects("content")
                        .getFirst()
                        .string("text"))
                .isEqualTo("\uFFFDb \uD83D\uDE00");
    }

    @Test
    void schemas_are_objects_without_alternatives_at_the_top() {
        var tool = JsonObject.parse("""
            {"name": "odd", "description": "", "parameters": {"$schema": "x", "anyOf": [], "properties": {}}}
            """);
        var body = wire.body(question(SONNET, null, List.of(user("Hi")), List.of(tool)));

        assertThat(body.objects("tools").getFirst().object("input_schema").toString())
                .isEqualTo("{\"type\":\"object\",\"properties\":{}}");
    }

    private void golden(String name, Question question) {
        Goldens.check("anthropic-messages", name, wire.body(question));
    }

    private static Question limited(Model model, ThinkingLevel level, long maxTokens) {
        var plain = plain(model);
        return new Question(
                model, plain.systemPrompt(), plain.messages(), plain.tools(), level, maxTokens, plain.options());
    }

    private static Model withMaxTokens(Model model, long maxTokens) {
        return new Model(
                model.provider(),
                model.id(),
                model.name(),
                model.api(),
                model.baseUrl(),
                model.reasoning(),
                model.thinkingLevels(),
                model.input(),
                model.cost(),
                model.contextWindow(),
                maxTokens,
                model.extra());
    }

    private static Model model(String id, String extra) {
        return Conversations.model(
                "anthropic-messages", "anthropic", id, "https://api.anthropic.com", JsonObject.parse(extra));
    }
}
