package dev.pawl.ai.google;

import static dev.pawl.ai.Conversations.longSystemPrompt;
import static dev.pawl.ai.Conversations.plain;
import static dev.pawl.ai.Conversations.question;
import static dev.pawl.ai.Conversations.result;
import static dev.pawl.ai.Conversations.thinking;
import static dev.pawl.ai.Conversations.toolTurn;
import static dev.pawl.ai.Conversations.user;
import static dev.pawl.ai.Conversations.with;
import static dev.pawl.ai.Conversations.withImage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.pawl.ai.Conversations;
import dev.pawl.ai.Goldens;
import dev.pawl.ai.wire.Question;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoogleRequestTest {
    private static final Model FLASH_2 = model("gemini-2.5-flash");
    private static final Model PRO_3 = model("gemini-3.1-pro-preview");
    private static final List<Content> SIGNED = List.of(
            new Content.Thinking("Both files matter.", "dGhvdWdodA==", false, JsonObject.empty()),
            new Content.Text("I look at both.", "c3Bva2Vu", JsonObject.empty()),
            new Content.ToolUse("call_1", "read", JsonObject.of("path", "logo.png"), "Y2FsbGVk", JsonObject.empty()),
            Content.ToolUse.of("call_2", "read", JsonObject.of("path", "missing.txt", "limit", 10)));

    private final GoogleGenerativeAi wire = new GoogleGenerativeAi();

    @Test
    void a_plain_question() {
        golden("plain", plain(FLASH_2));
    }

    @Test
    void a_question_with_an_image() {
        golden("image", withImage(FLASH_2));
    }

    @Test
    void a_long_system_prompt() {
        golden("long-system-prompt", longSystemPrompt(FLASH_2));
    }

    @Test
    void a_conversation_with_tools_before_the_third_generation() {
        golden("tools", toolTurn(FLASH_2, SIGNED));
    }

    @Test
    void a_conversation_with_tools_in_the_third_generation() {
        golden("tools-gemini-3", toolTurn(PRO_3, SIGNED));
    }

    @ParameterizedTest
    @EnumSource(
            value = ThinkingLevel.class,
            names = {"OFF", "MINIMAL", "LOW", "MEDIUM", "HIGH"})
    void thinking_by_budget(ThinkingLevel level) {
        golden("thinking-budget-" + level.wire(), thinking(FLASH_2, level));
    }

    @ParameterizedTest
    @EnumSource(
            value = ThinkingLevel.class,
            names = {"MINIMAL", "LOW", "MEDIUM", "HIGH"})
    void thinking_by_level(ThinkingLevel level) {
        golden("thinking-level-" + level.wire(), thinking(PRO_3, level));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "short", "long"})
    void the_provider_caches_by_itself_whatever_is_asked(String retention) {
        golden("cache-" + retention, with(toolTurn(PRO_3, SIGNED), "cacheRetention", retention));
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "any", "none", "read"})
    void a_choice_of_tools(String choice) {
        golden("tool-choice-" + choice, with(toolTurn(FLASH_2, SIGNED), "toolChoice", choice));
    }

    @Test
    void temperature_is_said_if_asked() {
        golden("temperature", with(plain(FLASH_2), "temperature", 0.5));
    }

    @Test
    void the_same_question_gives_the_same_bytes() {
        assertThat(wire.body(toolTurn(PRO_3)).toString())
                .isEqualTo(wire.body(toolTurn(PRO_3)).toString());
    }

    @Test
    void the_address_names_the_model_and_asks_for_events() {
        assertThat(wire.address(plain(FLASH_2)))
                .isEqualTo("https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash"
                        + ":streamGenerateContent?alt=sse");
    }

    @Test
    void the_key_is_a_header() {
        assertThat(wire.credentials("AIza")).isEqualTo(entry("x-goog-api-key", "AIza"));
        assertThat(wire.headers(plain(FLASH_2))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "gemini-2.5-pro, MINIMAL, 128",
        "gemini-2.5-pro, HIGH, 32768",
        "gemini-2.5-pro, OFF, 128",
        "gemini-2.5-flash-lite, MINIMAL, 512",
        "gemini-2.5-flash-lite, XHIGH, 24576",
        "gemini-live-2.5-flash-preview, LOW, 2048",
        "deep-research, HIGH, -1"
    })
    void budgets_are_those_of_the_model(String id, ThinkingLevel level, long budget) {
        assertThat(config(thinking(model(id), level)).object("thinkingConfig").number("thinkingBudget", 0))
                .isEqualTo(budget);
    }

    @ParameterizedTest
    @CsvSource({
        "gemini-3-flash-preview, OFF, LOW",
        "gemma-4-31b-it, OFF, MINIMAL",
        "gemini-3-flash-preview, HIGH, HIGH",
        "gemini-4-argon, LOW, LOW",
        "gemini-flash-latest, MEDIUM, MEDIUM",
        "gemma-4-31b-it, MINIMAL, MINIMAL",
        "gemini-3.1-pro-preview, MAX, HIGH"
    })
    void newer_models_think_in_levels(String id, ThinkingLevel level, String word) {
        assertThat(config(thinking(model(id), level)).object("thinkingConfig").string("thinkingLevel"))
                .isEqualTo(word);
    }

    @Test
    void budgets_of_the_user_count_and_leave_room_for_the_answer() {
        var budgets = JsonObject.of("low", 5_000);
        var plain = plain(FLASH_2);
        var question = new Question(
                FLASH_2,
                null,
                plain.messages(),
                List.of(),
                ThinkingLevel.LOW,
                2_000,
                JsonObject.of("thinkingBudgets", budgets));

        assertThat(config(question).object("thinkingConfig").number("thinkingBudget", 0))
                .isEqualTo(5_000);
        assertThat(config(question).number("maxOutputTokens", 0)).isEqualTo(7_000);
    }

    @Test
    void a_constant_of_a_schema_becomes_a_choice_of_one_and_data_stays_as_it_is() {
        var parameters = JsonObject.parse("""
            {"type": "object", "properties": {
              "const": {"const": "a"},
              "number": {"anyOf": [{"const": 1}, {"const": true}, {"const": "x", "enum": ["x", "y"]}]},
              "data": {"default": {"const": "kept"}}}}\
            """);
        var tool = JsonObject.of("name", "t", "description", "d").with("parameters", parameters);
        var sent = wire.body(question(PRO_3, null, List.of(user("Go.")), List.of(tool)))
                .objects("tools")
                .getFirst()
                .objects("functionDeclarations")
                .getFirst()
                .object("parametersJsonSchema");
        assertThat(sent).isEqualTo(JsonObject.parse("""
            {"type": "object", "properties": {
              "const": {"enum": ["a"]},
              "number": {"anyOf": [{"enum": [1]}, {"const": true}, {"const": "x", "enum": ["x", "y"]}]},
              "data": {"default": {"const": "kept"}}}}\
            """));
    }

    @Test
    void a_call_without_a_signature_says_so_to_the_third_generation() {
        var unsigned = List.<Content>of(
                Content.ToolUse.of("a", "ls", JsonObject.empty()), Content.ToolUse.of("b", "ls", JsonObject.empty()));

        var parts =
                wire.body(toolTurn(PRO_3, unsigned)).objects("contents").get(1).objects("parts");
        assertThat(parts.get(0).string("thoughtSignature")).isEqualTo("skip_thought_signature_validator");
        assertThat(parts.get(1).has("thoughtSignature")).isFalse();
        assertThat(wire.body(toolTurn(FLASH_2, unsigned)).toString()).doesNotContain("thoughtSignature");
    }

    @Test
    void signatures_that_are_no_base64_are_left_out_and_empty_parts_with_one_kept() {
        var answer = List.<Content>of(
                new Content.Thinking("Hm.", "not base64!", false, JsonObject.empty()),
                new Content.Text("", "c2ln", JsonObject.empty()),
                Content.text(" "),
                Content.ToolUse.of("a", "ls", JsonObject.empty()),
                Content.ToolUse.of("b", "ls", JsonObject.empty()));

        var parts =
                wire.body(toolTurn(FLASH_2, answer)).objects("contents").get(1).objects("parts");
        assertThat(parts.subList(0, 2).toString())
                .isEqualTo("[{\"thought\":true,\"text\":\"Hm.\"}, {\"text\":\"\",\"thoughtSignature\":\"c2ln\"}]");
        assertThat(parts).hasSize(4);
    }

    @Test
    void a_result_that_is_an_image_alone_points_at_it() {
        var call = Content.ToolUse.of("a", "read", JsonObject.empty());
        var image = result(call, false, Content.image(Conversations.PIXEL, "image/png"));
        var body = wire.body(question(PRO_3, null, List.of(user("Look."), image), List.of()));

        assertThat(body.objects("contents")
                        .getLast()
                        .objects("parts")
                        .getFirst()
                        .object("functionResponse")
                        .object("response")
                        .string("output"))
                .isEqualTo("See the image.");
    }

    @Test
    void empty_messages_are_left_out_and_half_characters_replaced() {
        var messages = List.<Message>of(user(" "), user("\uD83D!"));
        var body = wire.body(question(FLASH_2, " ", messages, List.of()));

        assertThat(body.has("systemInstruction")).isFalse();
        assertThat(body.list("contents").toString())
                .isEqualTo("[{\"role\":\"user\",\"parts\":[{\"text\":\"\uFFFD!\"}]}]");
    }

    @Test
    void a_tool_without_parameters_takes_an_empty_object() {
        var tool = JsonObject.of("name", "now", "description", "The time.");
        var body = wire.body(question(FLASH_2, null, List.of(user("When?")), List.of(tool)));

        assertThat(body.objects("tools").toString())
                .contains("\"parametersJsonSchema\":{\"type\":\"object\",\"properties\":{}}");
    }

    @Test
    void a_model_that_cannot_think_gets_no_field_about_it() {
        var flash = new Model(
                "google",
                "gemini-2.0-flash",
                "",
                "google-generative-ai",
                FLASH_2.baseUrl(),
                false,
                List.of(ThinkingLevel.OFF),
                FLASH_2.input(),
                FLASH_2.cost(),
                1_000_000,
                8_192,
                JsonObject.empty());

        assertThat(config(plain(flash)).names()).containsExactly("maxOutputTokens");
    }

    private JsonObject config(Question question) {
        return wire.body(question).object("generationConfig");
    }

    private void golden(String name, Question question) {
        Goldens.check("google-generative-ai", name, wire.body(question));
    }

    private static Model model(String id) {
        return Conversations.model(
                "google-generative-ai",
                "google",
                id,
                "https://generativelanguage.googleapis.com/v1beta",
                JsonObject.empty());
    }
}
