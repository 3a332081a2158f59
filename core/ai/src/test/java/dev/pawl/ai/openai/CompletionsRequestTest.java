package dev.pawl.ai.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.ai.Conversations;
import dev.pawl.ai.Goldens;
import dev.pawl.ai.wire.Question;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import dev.pawl.api.model.ThinkingLevel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionsRequestTest {
    private static final String API = "openai-completions";

    private final OpenAiCompletions wire = new OpenAiCompletions();

    @Test
    void plain() {
        check("plain", Conversations.plain(openai()));
    }

    @Test
    void image() {
        check("image", Conversations.withImage(openai()));
    }

    @Test
    void one_tool_conversation() {
        var model = Ask.withoutReasoning(Ask.local(API, "{}"));
        var call = Content.ToolUse.of("call_0001", "read", JsonObject.of("path", "small.txt"));
        var answer = new Message.Assistant(
                List.of(Content.text("Let me look."), call),
                API,
                model.provider(),
                model.id(),
                Usage.NONE,
                StopReason.TOOL_USE,
                null,
                1,
                JsonObject.empty());
        var prompt = new Message.User(Body.of(Content.text("read small.txt")), 1, JsonObject.empty());
        var result = Conversations.result(call, false, Content.text("line 1\nline 2\n"));

        check(
                "one-tool",
                Conversations.question(
                        model, "The prompt.", List.of(prompt, answer, result), List.of(Conversations.readTool())));
    }

    @Test
    void the_texts_of_an_answer_are_sent_as_one() {
        var model = openai();
        var answer = new Message.Assistant(
                List.of(Content.text("One."), Content.text(" Two.")),
                API,
                model.provider(),
                model.id(),
                Usage.NONE,
                StopReason.STOP,
                null,
                1,
                JsonObject.empty());

        var body = wire.body(Conversations.question(
                model, "", List.of(Conversations.user("Hello."), answer, Conversations.user("Go on.")), List.of()));

        assertThat(body.objects("messages"))
                .filteredOn(message -> "assistant".equals(message.string("role")))
                .extracting(message -> message.get("content"))
                .containsExactly("One. Two.");
    }

    @Test
    void two_calls_an_error_and_an_image_for_result() {
        check("tool-turn", toolTurn(openai(), "reasoning_content"));
    }

    @Test
    void images_of_several_results_follow_the_last_of_them() {
        var results = List.<Message>of(
                Ask.result("a", "read", Content.image(Conversations.PIXEL, "image/png")),
                Ask.result("b", "read"),
                Ask.result("c", "read", Content.text("And this:"), Content.image(Conversations.PIXEL, "image/jpeg")));

        check("image-results", Conversations.question(openai(), "", results, List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "short", "long"})
    void cache_retention(String retention) {
        check("cache-" + retention, session(Conversations.plain(openai()), retention));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "short", "long"})
    void cache_marks_as_anthropic_has_them(String retention) {
        var model = Conversations.model(
                API, "openrouter", "anthropic/claude-x", "https://openrouter.ai/api/v1", JsonObject.empty());

        check("cache-marks-" + retention, session(toolTurn(model, "reasoning"), retention));
    }

    @Test
    void cache_marks_go_to_the_last_text_there_is() {
        var model = Ask.local(API, "{\"compat\":{\"cacheControlFormat\":\"anthropic\"}}");

        check("cache-marks-image", Conversations.withImage(model));
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "none", "required", "read"})
    void tool_choice(String choice) {
        var question = Conversations.with(toolTurn(openai(), "reasoning"), "toolChoice", choice);

        Goldens.check(API, "tool-choice-" + choice, Ask.beyondPlain(wire.body(question)));
    }

    /** One golden for each switch that changes the request. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "supportsStore=false",
                "supportsDeveloperRole=false",
                "supportsUsageInStreaming=false",
                "maxTokensField=\"max_tokens\"",
                "requiresToolResultName=true",
                "requiresAssistantAfterToolResult=true",
                "requiresThinkingAsText=true",
                "requiresReasoningContentOnAssistantMessages=true",
                "zaiToolStream=true",
                "thinkingTokenBudgetField=\"thinking_budget\"",
                "supportsStrictMode=true",
                "openRouterRouting={\"order\":[\"b\",\"a\"],\"allow_fallbacks\":false}",
                "vercelGatewayRouting={\"only\":[\"a\"],\"order\":[\"b\",\"a\"]}",
                "cacheControlFormat=\"anthropic\"",
                "vllmPriority=-5"
            })
    void compat(String compat) {
        var name = compat.substring(0, compat.indexOf('='));
        var value = compat.substring(name.length() + 1);
        var model = Ask.local(API, "{\"compat\":{\"" + name + "\":" + value + "}}");
        var question = Ask.at(toolTurn(model, "some-signature"), ThinkingLevel.LOW);

        check("compat-" + name, question);
    }

    @Test
    void a_model_that_takes_system_messages_in_the_middle_gets_them_there() {
        var model = Ask.local(API, "{\"compat\":{\"supportsMidConvoSystemMessages\":true}}");
        var change = new Message.SystemPrompt(
                Body.of("From now on in Latin."), Map.of(), List.of(), List.of(), 1, JsonObject.empty());
        var messages = List.<Message>of(Conversations.user("Hello."), change, Conversations.user("Go on."));

        check("system-in-the-middle", Conversations.question(model, "The prompt.", messages, List.of()));
    }

    @Test
    void sampling_parameters_win_over_everything_else() {
        var model =
                Ask.local(API, "{\"samplingParams\":{\"top_p\":0.9,\"temperature\":1,\"max_completion_tokens\":5}}");
        var question = Conversations.with(Conversations.plain(model), "temperature", 0.2);

        check("sampling", question);
    }

    @Test
    void sampling_parameters_of_the_thinking_level_win_over_those_of_the_model() {
        var model = Ask.local(API, """
            {"samplingParams": {"top_p": 0.9, "temperature": 1},
             "samplingParamsByThinkingLevel": {"off": {"temperature": 0.7}, "low": {"temperature": 0.2, "top_k": 20}}}\
            """);

        var low = wire.body(Ask.at(Conversations.plain(model), ThinkingLevel.LOW));
        var high = wire.body(Ask.at(Conversations.plain(model), ThinkingLevel.HIGH));

        assertThat(low.asMap())
                .containsEntry("top_p", 0.9)
                .containsEntry("temperature", 0.2)
                .containsEntry("top_k", 20L);
        assertThat(high.asMap()).containsEntry("temperature", 1L).doesNotContainKey("top_k");
    }

    @Test
    void halves_of_characters_are_not_sent() {
        var call = Content.ToolUse.of("call_1", "read", JsonObject.of("path", "\uD83D.txt", "smile", "😀"));
        var question = Conversations.question(
                openai(),
                "prompt \uDE00",
                Conversations.toolTurn(openai(), List.of(Content.text("say \uD83D"), call, call))
                        .messages(),
                List.of(Conversations.readTool().with("description", "Reads \uD83D")));

        var body = wire.body(question);

        assertThat(body.toString().chars().filter(c -> c == 0xD83D || c == 0xDE00))
                .as("only the pairs of 😀, once a call")
                .hasSize(4);
        assertThat(body.toString()).contains("😀");
    }

    @Test
    void claude_behind_a_proxy_gets_an_empty_list_of_tools_and_no_other_model_does() {
        var claude = Conversations.model(API, "proxy", "claude-x", "http://localhost:4000", JsonObject.empty());

        assertThat(wire.body(Ask.withTools(toolTurn(claude, "x"))).get("tools")).isEqualTo(List.of());
        assertThat(wire.body(Conversations.plain(claude)).has("tools")).isFalse();
        assertThat(wire.body(Ask.withTools(toolTurn(openai(), "x"))).has("tools"))
                .isFalse();
    }

    @Test
    void a_tool_that_wishes_for_exact_arguments_gets_them_where_they_are_offered() {
        var model = Ask.local(API, "{\"compat\":{\"supportsStrictMode\":true}}");
        var wish = JsonObject.of("type", "json_schema", "strict", "prefer");
        var tool = Conversations.readTool().with("constrainedSampling", wish);

        Goldens.check(API, "strict-tool", Ask.beyondPlain(wire.body(Ask.withTools(Conversations.plain(model), tool))));
        assertThat(wire.body(Ask.withTools(Conversations.plain(openai()), tool))
                        .objects("tools")
                        .getFirst()
                        .object("function")
                        .names())
                .containsExactly("name", "description", "parameters");
    }

    @Test
    void a_tool_that_requires_exact_arguments_is_refused_where_they_are_not_offered() {
        var wish = JsonObject.of("type", "json_schema", "strict", "require");
        var question = Ask.withTools(
                Conversations.plain(openai()), Conversations.readTool().with("constrainedSampling", wish));

        assertThatThrownBy(() -> wire.body(question))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tool read requires exact arguments")
                .hasMessageContaining("supportsStrictMode");
    }

    @Test
    void the_same_question_is_always_said_in_the_same_words() {
        assertThat(wire.body(toolTurn(openai(), "reasoning")).toString())
                .isEqualTo(new OpenAiCompletions()
                        .body(toolTurn(openai(), "reasoning"))
                        .toString());
    }

    private void check(String name, Question question) {
        Goldens.check(API, name, wire.body(question));
    }

    private static Question toolTurn(Model model, String signature) {
        var thought = Ask.thought("Both files matter.", signature);
        return Conversations.toolTurn(model, Ask.answer(thought, Content.text("I look at both."), "call_1", "call_2"));
    }

    private static Question session(Question question, String retention) {
        var id = "0123456789".repeat(7);
        return Conversations.with(Conversations.with(question, "sessionId", id), "cacheRetention", retention);
    }

    private static Model openai() {
        return Conversations.model(API, "openai", "gpt-5", "https://api.openai.com/v1", JsonObject.empty());
    }
}
