package dev.pawl.ai.openai;

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
import org.junit.jupiter.params.provider.ValueSource;

class ResponsesRequestTest {
    private static final String API = "openai-responses";
    private static final String REASONING =
            "{\"id\":\"rs_1\",\"type\":\"reasoning\",\"summary\":[{\"type\":\"summary_text\",\"text\":\"Both files"
                    + " matter.\"}],\"encrypted_content\":\"gAAA\"}";
    private static final String TEXT = "{\"v\":1,\"id\":\"msg_1\",\"phase\":\"commentary\"}";

    private final OpenAiResponses wire = new OpenAiResponses();

    @Test
    void plain() {
        check("plain", Conversations.plain(openai()));
    }

    @Test
    void image() {
        check("image", Conversations.withImage(openai()));
    }

    @Test
    void two_calls_an_error_and_an_image_for_result() {
        check("tool-turn", toolTurn(openai(), REASONING, TEXT));
    }

    @Test
    void what_another_model_said_has_no_ids_of_items() {
        var turn = toolTurn(openai(), "reasoning_content", "");
        var other = Conversations.model(API, "openai", "gpt-6", "https://api.openai.com/v1", JsonObject.empty());

        check(
                "tool-turn-of-another-model",
                Conversations.question(other, "", turn.messages(), List.of(Conversations.listTool())));
    }

    @Test
    void results_of_images_alone_and_of_nothing() {
        var results = List.<Message>of(
                Ask.result("call_a|fc_a", "read", Content.image(Conversations.PIXEL, "image/png")),
                Ask.result("call_b", "read"));

        check("image-results", Conversations.question(openai(), "", results, List.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "short", "long"})
    void cache_retention(String retention) {
        check("cache-" + retention, session(openai(), retention));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "short", "long"})
    void cache_retention_of_models_that_have_options_for_it(String retention) {
        var model = Ask.local(API, "{\"compat\":{\"supportsExplicitPromptCacheMode\":true}}");

        check("cache-options-" + retention, session(model, retention));
    }

    @Test
    void a_long_cache_is_not_asked_of_who_has_none() {
        var model = Ask.local(API, "{\"compat\":{\"supportsLongCacheRetention\":false}}");

        assertThat(wire.body(session(model, "long")).has("prompt_cache_retention"))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "none", "required", "read"})
    void tool_choice(String choice) {
        var question = Conversations.with(toolTurn(openai(), REASONING, TEXT), "toolChoice", choice);

        Goldens.check(API, "tool-choice-" + choice, Ask.beyondPlain(wire.body(question)));
    }

    @Test
    void thinking_levels() {
        checkLevels("thinking", openai());
    }

    @Test
    void thinking_levels_with_words_of_their_own() {
        checkLevels(
                "thinking-words", Ask.local(API, "{\"thinkingLevelMap\":{\"off\":\"minimal\",\"high\":\"xhigh\"}}"));
    }

    @Test
    void thinking_that_cannot_be_switched_off_is_asked_for_its_proof() {
        checkLevels("thinking-always", Ask.local(API, "{\"thinkingLevelMap\":{\"off\":null}}"));
    }

    @Test
    void xai_is_always_asked_for_the_proof_of_thinking() {
        var model = Conversations.model(API, "xai", "grok", "https://api.x.ai/v1", JsonObject.empty());

        checkLevels("thinking-xai", model);
    }

    @Test
    void copilot_is_not_asked_to_stop_thinking() {
        var model = Conversations.model(API, "github-copilot", "m", "https://api.example.org", JsonObject.empty());

        assertThat(wire.body(Conversations.plain(model)).has("reasoning")).isFalse();
    }

    @Test
    void a_model_that_does_not_think_gets_no_field_about_it() {
        check("no-reasoning", Conversations.plain(Ask.withoutReasoning(openai())));
    }

    /** One golden for each switch that changes the request. */
    @ParameterizedTest
    @ValueSource(strings = {"supportsDeveloperRole=false", "supportsMaxOutputTokens=false", "supportsStrictMode=true"})
    void compat(String compat) {
        var name = compat.substring(0, compat.indexOf('='));
        var value = compat.substring(name.length() + 1);
        var model = Ask.local(API, "{\"compat\":{\"" + name + "\":" + value + "}}");

        check("compat-" + name, toolTurn(model, REASONING, TEXT));
    }

    @Test
    void an_unknown_server_gets_no_field_about_strict_tools() {
        var body = wire.body(toolTurn(Ask.local(API, "{}"), REASONING, TEXT));

        assertThat(body.objects("tools").getFirst().names())
                .containsExactly("type", "name", "description", "parameters");
    }

    @Test
    void a_tool_that_wishes_for_exact_arguments_gets_them() {
        var wish = JsonObject.of("type", "json_schema", "strict", "require");
        var tool = Conversations.readTool().with("constrainedSampling", wish);

        Goldens.check(
                API, "strict-tool", Ask.beyondPlain(wire.body(Ask.withTools(Conversations.plain(openai()), tool))));
    }

    @Test
    void a_model_that_takes_system_messages_in_the_middle_gets_them_there() {
        var change = new Message.SystemPrompt(
                Body.of("From now on in Latin."), Map.of(), List.of(), List.of(), 1, JsonObject.empty());
        var messages = List.<Message>of(Conversations.user("Hello."), change, Conversations.user("Go on."));
        var model = Ask.local(API, "{\"compat\":{\"supportsMidConvoSystemMessages\":true}}");

        check("system-in-the-middle", Conversations.question(model, "The prompt.", messages, List.of()));
    }

    @Test
    void sampling_parameters_win_over_everything_else() {
        var model = Ask.local(API, "{\"samplingParams\":{\"service_tier\":\"flex\",\"temperature\":1}}");

        check("sampling", Conversations.with(Conversations.plain(model), "temperature", 0.2));
    }

    @Test
    void fewer_tokens_than_the_provider_allows_are_raised_to_what_it_does() {
        var question = Ask.withMaxTokens(Conversations.plain(openai()), 3);

        assertThat(wire.body(question).get("max_output_tokens")).isEqualTo(16L);
    }

    @Test
    void an_id_of_a_text_that_is_too_long_is_shortened_and_a_missing_one_is_made() {
        var longId = "{\"v\":1,\"id\":\"" + "x".repeat(65) + "\"}";
        var answer = List.<Content>of(
                Ask.text("One.", longId),
                Ask.text("Two.", "msg_plain"),
                Content.text("Three."),
                Content.text(""),
                Ask.text("Four.", "{\"v\":2}"),
                Content.ToolUse.of("call_1", "read", JsonObject.empty()),
                Content.ToolUse.of("call_2", "read", JsonObject.empty()));

        var ids = wire.body(Conversations.toolTurn(openai(), answer)).objects("input").stream()
                .filter(item -> "message".equals(item.string("type")))
                .map(item -> item.string("id"))
                .toList();

        assertThat(ids).hasSize(4);
        assertThat(ids.getFirst()).startsWith("msg_").hasSizeLessThan(64);
        assertThat(ids.subList(1, 4)).containsExactly("msg_plain", "msg_pawl_1_2", "{\"v\":2}");
    }

    @Test
    void halves_of_characters_are_not_sent() {
        var call = Content.ToolUse.of("call_1", "read", JsonObject.of("path", "\uD83D.txt", "smile", "😀"));
        var turn = Conversations.toolTurn(openai(), List.of(Content.text("say \uD83D"), call, call));

        var body = wire.body(Conversations.question(openai(), "prompt \uDE00", turn.messages(), List.of()));

        assertThat(body.toString().chars().filter(c -> c == 0xD83D || c == 0xDE00))
                .as("only the pairs of 😀, once a call")
                .hasSize(4);
    }

    @Test
    void the_address_the_key_and_the_session() {
        assertThat(wire.address(Conversations.plain(openai()))).isEqualTo("https://api.openai.com/v1/responses");
        assertThat(wire.credentials("secret")).isEqualTo(Map.entry("authorization", "Bearer secret"));
        assertThat(wire.headers(Conversations.plain(openai()))).isEmpty();
        assertThat(wire.headers(session(openai(), "none"))).isEmpty();
        var id = "0123456789".repeat(7);
        assertThat(wire.headers(session(openai(), "short")))
                .isEqualTo(Map.of("session_id", id, "x-client-request-id", id));
        var quiet = Ask.local(API, "{\"compat\":{\"sessionAffinityFormat\":\"openai-nosession\"}}");
        assertThat(wire.headers(session(quiet, "short"))).isEqualTo(Map.of("x-client-request-id", id));
        var router = Conversations.model(API, "mine", "m", "https://openrouter.ai/api/v1", JsonObject.empty());
        assertThat(wire.headers(session(router, "short"))).isEqualTo(Map.of("x-session-id", id));
    }

    private void check(String name, Question question) {
        Goldens.check(API, name, wire.body(question));
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

    private static Question toolTurn(Model model, String reasoning, String text) {
        var answer = Ask.answer(
                Ask.thought("Both files matter.", reasoning),
                Ask.text("I look at both.", text),
                "call_1|fc_1",
                "call_2|fc_2");
        return Conversations.toolTurn(model, answer);
    }

    private static Question session(Model model, String retention) {
        var question = Conversations.with(Conversations.plain(model), "sessionId", "0123456789".repeat(7));
        return Conversations.with(question, "cacheRetention", retention);
    }

    private static Model openai() {
        return Conversations.model(API, "openai", "gpt-5", "https://api.openai.com/v1", JsonObject.empty());
    }
}
