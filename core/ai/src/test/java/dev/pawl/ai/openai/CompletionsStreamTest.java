package dev.pawl.ai.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.ai.Conversations;
import dev.pawl.ai.Replay;
import dev.pawl.ai.wire.ProviderError;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.ModelEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionsStreamTest {
    private final Replay replay = replay("{}");

    @Test
    void text_is_reported_piece_by_piece() throws Exception {
        replay.data("""
            {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"gpt-5","choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":null}]}
            {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"gpt-5","choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":null}]}
            {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"gpt-5","choices":[{"index":0,"delta":{"content":" 😀."},"finish_reason":null}]}
            {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"gpt-5","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
            {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"gpt-5","choices":[],"usage":{"prompt_tokens":1200,"completion_tokens":30,"total_tokens":1230,"prompt_tokens_details":{"cached_tokens":1000,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":20}}}
            """);

        assertThat(replay.complete()).isTrue();
        var answer = replay.finish();
        assertThat(replay.steps())
                .containsExactly("text_start 0", "text_delta 0 Hello", "text_delta 0  😀.", "text_end 0 Hello 😀.");
        assertThat(answer.content()).containsExactly(Content.text("Hello 😀."));
        assertThat(answer.stopReason()).isEqualTo(StopReason.STOP);
        assertThat(answer.extra()).isEqualTo(JsonObject.of("responseId", "chatcmpl-1", "rawStopReason", "stop"));
        var usage = answer.usage();
        assertThat(usage.input()).isEqualTo(200);
        assertThat(usage.output()).isEqualTo(30);
        assertThat(usage.cacheRead()).isEqualTo(1_000);
        assertThat(usage.cacheWrite()).isZero();
        assertThat(usage.totalTokens()).isEqualTo(1_230);
        assertThat(usage.cost().input()).isEqualTo(3 / 1e6 * 200);
        assertThat(usage.cost().cacheRead()).isEqualTo(0.3 / 1e6 * 1_000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        openrouter | "cost":0.5,"is_byok":false                                                              | 0.5
        openrouter | "cost":0.5,"is_byok":true,"cost_details":{"upstream_inference_cost":1.25}               | 1.75
        openrouter | "cost":0.5,"is_byok":true,"cost_details":{"upstream_inference_cost":null,"upstream_inference_prompt_cost":1,"upstream_inference_completions_cost":2} | 3.5
        openrouter | "cost":0.5,"is_byok":true                                                               |
        openrouter | "cost":-1,"is_byok":false                                                               |
        openrouter | "cost":0.5                                                                              |
        other      | "cost":0.5,"is_byok":false                                                              |
        """)
    void a_cost_that_the_provider_names_is_the_total(String provider, String told, @Nullable Double total)
            throws Exception {
        var usage = replay(provider, "{}")
                .data(Chunks.chunk("{\"content\":\"Hi\"}"))
                .data(Chunks.end("stop"))
                .data("{\"choices\":[],\"usage\":{\"prompt_tokens\":1000,\"completion_tokens\":0," + told + "}}")
                .finish()
                .usage();
        assertThat(usage.cost().totalFromProvider()).isEqualTo(total != null);
        assertThat(usage.cost().total()).isEqualTo(total == null ? 3 / 1e6 * 1000 : total);
        assertThat(usage.cost().input()).isEqualTo(3 / 1e6 * 1000);
    }

    @Test
    void the_beginning_is_reported_with_the_first_chunk_and_the_end_once() throws Exception {
        replay.data(Chunks.chunk("{\"role\":\"assistant\"}"));
        assertThat(replay.events()).hasOnlyElementsOfType(ModelEvent.Started.class);

        replay.data(Chunks.end("stop")).finish();

        assertThat(replay.events()).hasSize(2);
        assertThat(replay.events().getLast()).isInstanceOf(ModelEvent.Finished.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"reasoning_content", "reasoning", "reasoning_text"})
    void thinking_remembers_the_field_it_came_in(String field) throws Exception {
        replay.data(Chunks.chunk("{\"content\":\"\",\"" + field + "\":\"Let me \"}"));
        replay.data(Chunks.chunk("{\"content\":null,\"" + field + "\":\"see.\"}"));
        replay.data(Chunks.chunk("{\"content\":\"Yes.\",\"" + field + "\":null}"));
        replay.data(Chunks.end("stop"));

        assertThat(replay.finish().content())
                .containsExactly(
                        new Content.Thinking("Let me see.", field, false, JsonObject.empty()), Content.text("Yes."));
        assertThat(replay.steps())
                .containsExactly(
                        "thinking_start 0",
                        "thinking_delta 0 Let me",
                        "thinking_delta 0 see.",
                        "text_start 1",
                        "text_delta 1 Yes.",
                        "thinking_end 0 Let me see.",
                        "text_end 1 Yes.");
    }

    @Test
    void thinking_that_comes_in_two_fields_is_taken_once() throws Exception {
        replay.data(Chunks.chunk("{\"reasoning\":\"Hm.\",\"reasoning_content\":\"Hm.\"}"))
                .data(Chunks.end("stop"));

        assertThat(replay.finish().content())
                .containsExactly(new Content.Thinking("Hm.", "reasoning_content", false, JsonObject.empty()));
    }

    @Test
    void reasoning_details_are_put_together_and_kept_as_the_signature() throws Exception {
        replay.data(Chunks.chunk("""
            {"reasoning":"Let ","reasoning_details":[{"type":"reasoning.text","text":"Let ","format":"anthropic-claude-v1","index":0}]}\
            """));
        replay.data(Chunks.chunk("""
            {"reasoning":"me.","reasoning_details":[{"type":"reasoning.text","text":"me.","format":"anthropic-claude-v1","index":0}]}\
            """));
        replay.data(Chunks.chunk("{\"content\":\"Yes.\"}"));
        replay.data(Chunks.chunk("""
            {"reasoning_details":[{"type":"reasoning.text","text":"","signature":"proof","index":0},{"type":"other"}]}\
            """));
        replay.data(Chunks.chunk(
                "{\"reasoning_details\":[{\"type\":\"reasoning.encrypted\",\"data\":\"x\",\"id\":\"r1\"}]}"));
        replay.data(Chunks.end("stop"));

        assertThat(replay.finish().content().getFirst())
                .isEqualTo(new Content.Thinking("Let me.", """
                    [{"type":"reasoning.text","text":"Let me.","format":"anthropic-claude-v1","index":0,"signature":"proof"},\
                    {"type":"reasoning.encrypted","data":"x","id":"r1"}]\
                    """, false, JsonObject.empty()));
    }

    @Test
    void details_alone_make_a_block_of_thinking_without_text() throws Exception {
        replay.data(Chunks.chunk("{\"reasoning_details\":[{\"type\":\"reasoning.summary\",\"summary\":\"a\"}]}"));
        replay.data(Chunks.chunk("{\"reasoning_details\":[{\"type\":\"reasoning.summary\",\"summary\":\"b\"}]}"));
        replay.data(Chunks.end("stop"));

        assertThat(replay.finish().content())
                .containsExactly(new Content.Thinking(
                        "", "[{\"type\":\"reasoning.summary\",\"summary\":\"ab\"}]", false, JsonObject.empty()));
    }

    @Test
    void a_refusal_is_text() throws Exception {
        replay.data(Chunks.chunk("{\"refusal\":\"I will not.\"}")).data(Chunks.end("stop"));

        assertThat(replay.finish().content()).containsExactly(Content.text("I will not."));
    }

    @ParameterizedTest
    @CsvSource({
        "stop, STOP",
        "end, STOP",
        "length, LENGTH",
        "max_tokens, LENGTH",
        "tool_calls, STOP",
        "function_call, STOP"
    })
    void the_reason_to_stop_without_calls(String reason, StopReason expected) throws Exception {
        assertThat(replay.data(Chunks.chunk("{\"content\":\"a\"}"))
                        .data(Chunks.end(reason))
                        .finish()
                        .stopReason())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"stop, TOOL_USE", "tool_calls, TOOL_USE", "function_call, TOOL_USE", "length, LENGTH"})
    void the_reason_to_stop_with_calls(String reason, StopReason expected) throws Exception {
        replay.data(Chunks.call("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"read\",\"arguments\":\"{}\"}}"));

        assertThat(replay.data(Chunks.end(reason)).finish().stopReason()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"content_filter", "network_error", "insufficient_system_resource", "error", "sensitive"})
    void a_reason_that_is_a_failure_is_reported_as_one_and_what_came_is_kept(String reason) throws Exception {
        replay.data(Chunks.chunk("{\"content\":\"Half\"}"));

        var error = catchThrowableOfType(ProviderError.class, () -> replay.data(Chunks.end(reason)));

        assertThat(error.code()).isEqualTo(reason);
        assertThat(error).hasMessageContaining(reason);
        var answer = replay.answer().fail(StopReason.ERROR, "It failed.", JsonObject.empty());
        assertThat(answer.content()).containsExactly(Content.text("Half"));
    }

    @Test
    void a_stream_that_ends_without_a_reason_is_not_complete() throws Exception {
        replay.data(Chunks.chunk("{\"content\":\"Half\"}"));
        replay.data("{\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1}}");

        assertThat(replay.complete()).isFalse();
    }

    @Test
    void a_provider_that_never_shows_a_reason_is_complete_when_it_ends() throws Exception {
        var silent = replay("{\"compat\":{\"supportsFinishReason\":false}}");
        assertThat(silent.complete()).isFalse();

        silent.data(Chunks.chunk("{\"content\":\"All\"}"));
        assertThat(silent.complete()).isTrue();
        silent.data(Chunks.call("{\"index\":0,\"function\":{\"name\":\"read\",\"arguments\":\"{}\"}}"));

        var answer = silent.finish();
        assertThat(answer.stopReason()).isEqualTo(StopReason.TOOL_USE);
        assertThat(answer.toolCalls()).hasSize(1);
    }

    @Test
    void a_provider_that_never_shows_a_reason_stops_when_it_called_nothing() throws Exception {
        var silent = replay("{\"compat\":{\"supportsFinishReason\":false}}");

        assertThat(silent.data(Chunks.chunk("{\"content\":\"All\"}")).finish().stopReason())
                .isEqualTo(StopReason.STOP);
    }

    @Test
    void usage_is_found_wherever_providers_put_it() throws Exception {
        replay.data(
                "{\"choices\":[{\"delta\":{},\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":2,\"cached_tokens\":4}}]}");
        assertThat(replay.answer().usage().input()).isEqualTo(6);
        assertThat(replay.answer().usage().cacheRead()).isEqualTo(4);

        replay.data(
                "{\"choices\":[],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":3,\"prompt_cache_hit_tokens\":7}}");
        assertThat(replay.answer().usage().input()).isEqualTo(3);
        assertThat(replay.answer().usage().output()).isEqualTo(3);

        replay.data("""
            {"choices":null,"usage":{"prompt_tokens":100,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":20,"cache_write_tokens":30}}}\
            """);
        assertThat(replay.answer().usage().input()).isEqualTo(50);
        assertThat(replay.answer().usage().cacheRead()).isEqualTo(20);
        assertThat(replay.answer().usage().cacheWrite()).isEqualTo(30);
    }

    @Test
    void missing_usage_is_no_usage() throws Exception {
        var answer = replay.data(Chunks.chunk("{\"content\":\"a\"}"))
                .data(Chunks.end("stop"))
                .finish();

        assertThat(answer.usage().totalTokens()).isZero();
        assertThat(answer.usage().cost().total()).isZero();
    }

    @Test
    void another_name_of_the_model_is_remembered() throws Exception {
        replay.data("{\"id\":\"c\",\"model\":\"gpt-5-2025-08-07\",\"choices\":[]}");
        replay.data("{\"id\":\"d\",\"model\":\"gpt-5-other\",\"choices\":[]}").data(Chunks.end("stop"));

        assertThat(replay.finish().extra())
                .isEqualTo(JsonObject.of("responseId", "c", "responseModel", "gpt-5-2025-08-07")
                        .with("rawStopReason", "stop"));
    }

    @Test
    void what_is_unknown_is_passed_over() throws Exception {
        replay.data("{}");
        replay.data("{\"object\":\"ping\"}");
        replay.data("{\"choices\":[{\"index\":0}]}");
        replay.data("{\"choices\":[\"nothing\"],\"error\":null}");
        replay.data(Chunks.chunk(
                "{\"audio\":{\"data\":\"x\"},\"content\":7,\"tool_calls\":[null,3],\"reasoning_details\":{}}"));

        assertThat(replay.steps()).isEmpty();
        assertThat(replay.complete()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"error":{"message":"Too much","type":"server_error","code":null}}                             | server_error | Too much
        {"error":{"message":"Slow down","code":429}}                                                   | 429          | Slow down
        {"error":{"code":502,"message":"Provider failed","metadata":{"raw":"upstream said no"}}}        | 502          | upstream said no
        {"error":"plain words"}                                                                        |              | plain words
        {"object":"error","message":"vLLM says no","type":"BadRequestError","code":400}                | 400          | vLLM says no
        {"choices":[{"delta":{},"finish_reason":"error","error":{"code":503,"message":"Gone"}}]}        | 503          | Gone
        {"error":{"oddity":true}}                                                                      |              | oddity
        """)
    void an_error_in_the_stream_is_the_providers_error(String event, String code, String words) {
        var error = catchThrowableOfType(ProviderError.class, () -> replay.data(event));

        assertThat(error.code()).isEqualTo(code);
        assertThat(error).hasMessageContaining(words);
    }

    @Test
    void an_event_called_error_is_one() {
        var error = catchThrowableOfType(
                ProviderError.class, () -> replay.event("error", "{\"message\":\"Overloaded\",\"code\":\"busy\"}"));

        assertThat(error.code()).isEqualTo("busy");
        assertThat(error).hasMessage("Overloaded");
    }

    private static Replay replay(String extra) {
        return replay("openai", extra);
    }

    private static Replay replay(String provider, String extra) {
        var model = Conversations.model(
                "openai-completions", provider, "gpt-5", "https://api.openai.com/v1", JsonObject.parse(extra));
        return new Replay(new OpenAiCompletions(), Conversations.plain(model));
    }
}
