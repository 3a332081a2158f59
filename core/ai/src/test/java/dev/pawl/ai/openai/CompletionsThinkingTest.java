package dev.pawl.ai.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.Conversations;
import dev.pawl.ai.Goldens;
import dev.pawl.ai.wire.Question;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionsThinkingTest {
    private static final String API = "openai-completions";

    private final OpenAiCompletions wire = new OpenAiCompletions();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "openai",
                "openrouter",
                "deepseek",
                "together",
                "baseten",
                "zai",
                "qwen",
                "chat-template",
                "qwen-chat-template",
                "string-thinking",
                "ant-ling"
            })
    void thinking_levels(String format) {
        var model = Ask.local(API, """
            {"thinkingLevelMap": {"high": "very much"},
             "compat": {"thinkingFormat": "%s",
              "chatTemplateKwargs": {"custom": 7, "think": {"$var": "thinking.enabled"},
               "effort": {"$var": "thinking.effort", "omitWhenOff": true}, "tokens": {"$var": "thinking.budget"}},
              "chatTemplateArgs": {"think": {"$var": "thinking.enabled"}}}}
            """.formatted(format));

        checkLevels("thinking-" + format, model);
    }

    @ParameterizedTest
    @ValueSource(strings = {"openai", "openrouter", "deepseek", "baseten", "string-thinking"})
    void thinking_that_has_a_word_for_off(String format) {
        var model = Ask.local(
                API, "{\"thinkingLevelMap\":{\"off\":\"no\"},\"compat\":{\"thinkingFormat\":\"" + format + "\"}}");

        checkLevels("thinking-off-word-" + format, model);
    }

    @ParameterizedTest
    @ValueSource(strings = {"openai", "openrouter", "deepseek", "string-thinking"})
    void thinking_that_cannot_be_switched_off_is_not_asked_to_stop(String format) {
        var model = Ask.local(
                API, "{\"thinkingLevelMap\":{\"off\":null},\"compat\":{\"thinkingFormat\":\"" + format + "\"}}");

        assertThat(Ask.beyondPlain(wire.body(Conversations.plain(model)))).isEqualTo(JsonObject.empty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"zai", "qwen", "deepseek", "together", "baseten", "openai"})
    void no_effort_is_reported_where_none_is_taken(String format) {
        var model = Ask.local(
                API, "{\"compat\":{\"supportsReasoningEffort\":false,\"thinkingFormat\":\"" + format + "\"}}");

        var body = wire.body(Conversations.thinking(model, ThinkingLevel.HIGH));

        assertThat(body.has("reasoning_effort")).isFalse();
    }

    @Test
    void a_model_that_does_not_think_gets_no_field_about_it() {
        var model = Ask.withoutReasoning(Ask.local(API, "{\"compat\":{\"thinkingFormat\":\"zai\"}}"));

        assertThat(Ask.beyondPlain(wire.body(Conversations.plain(model)))).isEqualTo(JsonObject.empty());
    }

    @Test
    void a_thinking_budget_leaves_room_for_the_answer() {
        var model = Ask.local(API, "{\"compat\":{\"supportsThinkingTokenBudget\":true}}");
        var question = Conversations.thinking(model, ThinkingLevel.HIGH);

        assertThat(wire.body(question).get("thinking_token_budget")).isEqualTo(16_384L);
        assertThat(wire.body(Ask.withMaxTokens(question, 3_000)).get("thinking_token_budget"))
                .isEqualTo(1_976L);
        assertThat(wire.body(Ask.withMaxTokens(question, 900)).has("thinking_token_budget"))
                .isFalse();
        assertThat(wire.body(Conversations.with(question, "thinkingBudgets", JsonObject.of("high", 5)))
                        .get("thinking_token_budget"))
                .isEqualTo(5L);
    }

    @Test
    void thinking_goes_back_in_the_field_it_came_in() {
        for (var field : List.of("reasoning", "reasoning_content", "reasoning_text")) {
            assertThat(answerIn(toolTurn(openai(), field)).string(field)).isEqualTo("Both files matter.");
        }
        assertThat(answerIn(toolTurn(openai(), "c2lnbmF0dXJl")).names())
                .containsExactly("role", "content", "tool_calls");
    }

    @Test
    void one_provider_takes_thinking_back_in_another_field() {
        var model = Conversations.model(API, "opencode-go", "m", "https://opencode.ai/zen/go/v1", JsonObject.empty());

        assertThat(answerIn(toolTurn(model, "reasoning")).string("reasoning_content"))
                .isEqualTo("Both files matter.");
    }

    @Test
    void reasoning_details_go_back_as_they_came() {
        var details = """
            [{"type":"reasoning.text","text":"Both.","signature":"s","index":0},{"type":"reasoning.encrypted","data":"x"}]\
            """;

        var answer = answerIn(toolTurn(openai(), details));

        assertThat(answer.get("reasoning_details").toString())
                .isEqualTo(JsonObject.parse("{\"a\":" + details + "}").get("a").toString());
        assertThat(answer.has("reasoning")).isFalse();
    }

    @Test
    void details_that_are_none_are_not_sent() {
        assertThat(answerIn(toolTurn(openai(), "[{\"type\":\"unknown\"}]")).has("reasoning_details"))
                .isFalse();
        assertThat(answerIn(toolTurn(openai(), "[not json")).has("reasoning_details"))
                .isFalse();
    }

    @Test
    void details_that_older_sessions_keep_with_the_calls_go_back_too() {
        var signature = "{\"type\":\"reasoning.encrypted\",\"id\":\"call_1\",\"data\":\"secret\"}";
        var call = new Content.ToolUse("call_1", "read", JsonObject.empty(), signature, JsonObject.empty());
        var other = new Content.ToolUse("call_2", "read", JsonObject.empty(), "proof", JsonObject.empty());

        var answer = answerIn(Conversations.toolTurn(openai(), List.of(call, other)));

        assertThat(answer.list("reasoning_details")).containsExactly(JsonObject.parse(signature));
        assertThat(answer.has("content")).isTrue();
        assertThat(answer.get("content")).isNull();
    }

    @Test
    void an_answer_of_nothing_but_thinking_is_left_out() {
        var answer = new Message.Assistant(
                List.of(Ask.thought("Hm.", "reasoning"), Content.text(" ")),
                API,
                "openai",
                "gpt-5",
                Usage.NONE,
                StopReason.STOP,
                null,
                1,
                JsonObject.empty());

        var body = wire.body(
                Conversations.question(openai(), "", List.of(answer, Conversations.user("Well?")), List.of()));

        assertThat(body.objects("messages"))
                .extracting(message -> message.string("role"))
                .containsExactly("user");
    }

    private void checkLevels(String name, Model model) {
        var high = wire.body(Conversations.thinking(model, ThinkingLevel.HIGH));
        var low = wire.body(Conversations.thinking(model, ThinkingLevel.LOW));
        var off = wire.body(Conversations.plain(model));
        Goldens.check(
                API,
                name,
                JsonObject.of("high", Ask.beyondPlain(high), "low", Ask.beyondPlain(low))
                        .with("off", Ask.beyondPlain(off)));
    }

    private JsonObject answerIn(Question question) {
        return wire.body(question).objects("messages").stream()
                .filter(message -> "assistant".equals(message.string("role")))
                .findFirst()
                .orElseThrow();
    }

    private static Question toolTurn(Model model, String signature) {
        var thought = Ask.thought("Both files matter.", signature);
        return Conversations.toolTurn(model, Ask.answer(thought, Content.text("I look at both."), "call_1", "call_2"));
    }

    private static Model openai() {
        return Conversations.model(API, "openai", "gpt-5", "https://api.openai.com/v1", JsonObject.empty());
    }
}
