package dev.pawl.ai.anthropic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.ai.Conversations;
import dev.pawl.ai.Replay;
import dev.pawl.ai.wire.ProviderError;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.model.ModelEvent;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnthropicStreamTest {
    private static final String BEGIN = """
        {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[],"stop_reason":null,"usage":{"input_tokens":12,"cache_creation_input_tokens":100,"cache_read_input_tokens":2000,"output_tokens":1}}}
        """;
    private static final String END = """
        {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":30}}
        {"type":"message_stop"}
        """;

    private final Replay replay = new Replay(
            new AnthropicMessages(),
            Conversations.toolTurn(Conversations.model(
                    "anthropic-messages",
                    "anthropic",
                    "claude-sonnet-4-5",
                    "https://api.anthropic.com",
                    JsonObject.empty())));

    @Test
    void text_thinking_and_calls_are_reported_piece_by_piece() throws Exception {
        replay.data(BEGIN);
        replay.data("""
            {"type":"ping"}
            {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
            {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Let me "}}
            {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"see."}}
            {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}}
            {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"bmVk"}}
            {"type":"content_block_stop","index":0}
            {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}
            {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"I read "}}
            {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"it 😀."}}
            {"type":"content_block_stop","index":1}
            {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_1","name":"read","input":{}}}
            {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":""}}
            {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\\"path\\": \\"a"}}
            {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":".txt\\"}"}}
            {"type":"content_block_stop","index":2}
            {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":89}}
            {"type":"message_stop"}
            """);

        assertThat(replay.complete()).isTrue();
        assertThat(replay.steps())
                .containsExactly(
                        "thinking_start 0",
                        "thinking_delta 0 Let me",
                        "thinking_delta 0 see.",
                        "thinking_end 0 Let me see.",
                        "text_start 1",
                        "text_delta 1 I read",
                        "text_delta 1 it 😀.",
                        "text_end 1 I read it 😀.",
                        "toolcall_start 2 toolu_1 read {}",
                        "toolcall_delta 2 {\"path\": \"a",
                        "toolcall_delta 2 .txt\"}",
                        "toolcall_end 2 toolu_1 read {\"path\":\"a.txt\"}");
        var answer = replay.finish();
        assertThat(answer.content())
                .containsExactly(
                        new Content.Thinking("Let me see.", "c2lnbmVk", false, JsonObject.empty()),
                        Content.text("I read it 😀."),
                        Content.ToolUse.of("toolu_1", "read", JsonObject.of("path", "a.txt")));
        assertThat(answer.stopReason()).isEqualTo(StopReason.TOOL_USE);
        assertThat(answer.extra().string("responseId")).isEqualTo("msg_1");
        assertThat(answer.extra().has("responseModel")).isFalse();
    }

    @Test
    void the_beginning_is_reported_before_the_first_block_and_the_end_once() throws Exception {
        replay.data(BEGIN).data(END).finish();

        assertThat(replay.events()).hasSize(2);
        assertThat(replay.events().getFirst()).isInstanceOf(ModelEvent.Started.class);
        assertThat(replay.events().getLast()).isInstanceOf(ModelEvent.Finished.class);
    }

    @Test
    void a_call_in_the_making_shows_the_arguments_so_far() throws Exception {
        replay.data(BEGIN);
        replay.data("""
            {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"write","input":{}}}
            {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"path\\":\\"a\\",\\"content\\":\\"on"}}
            """);

        assertThat(replay.events().getLast())
                .asInstanceOf(InstanceOfAssertFactories.type(ModelEvent.Piece.class))
                .extracting(piece -> piece.partial()
                        .message()
                        .toolCalls()
                        .getFirst()
                        .arguments()
                        .toString())
                .isEqualTo("{\"path\":\"a\",\"content\":\"on\"}");
    }

    @Test
    void usage_counts_reads_and_writes_of_the_cache_and_costs_what_the_model_costs() throws Exception {
        var usage = replay.data(BEGIN).data(END).finish().usage();

        assertThat(usage.input()).isEqualTo(12);
        assertThat(usage.output()).isEqualTo(30);
        assertThat(usage.cacheRead()).isEqualTo(2_000);
        assertThat(usage.cacheWrite()).isEqualTo(100);
        assertThat(usage.totalTokens()).isEqualTo(2_142);
        assertThat(usage.cost().total()).isEqualTo((12 * 3 + 30 * 15 + 2_000 * 0.3 + 100 * 3.75) / 1_000_000);
    }

    @Test
    void what_the_cache_keeps_for_an_hour_is_distinguished_and_costs_twice_as_much_as_input() throws Exception {
        var usage = replay.data(BEGIN.replace(
                        "\"cache_read_input_tokens\":2000",
                        "\"cache_read_input_tokens\":0,\"cache_creation\":{\"ephemeral_5m_input_tokens\":60,"
                                + "\"ephemeral_1h_input_tokens\":40}"))
                .data(END.replace(
                        "\"usage\":{\"output_tokens\":30",
                        "\"usage\":{\"output_tokens\":30,\"output_tokens_details\":{\"thinking_tokens\":9}"))
                .finish()
                .usage();
        assertThat(usage.cacheWrite()).isEqualTo(100);
        assertThat(usage.extra()).isEqualTo(JsonObject.of("cacheWrite1h", 40L, "reasoning", 9L));
        assertThat(usage.cost().cacheWrite()).isEqualTo((60 * 3.75 + 40 * 3.0 * 2) / 1_000_000);
        assertThat(usage.cost().totalFromProvider()).isFalse();
        assertThat(usage.toJson().object("cost").get("totalFromProvider")).isEqualTo(false);

        var twice = usage.plus(usage);
        assertThat(twice.extra()).isEqualTo(JsonObject.of("cacheWrite1h", 80L, "reasoning", 18L));
    }

    @Test
    void without_an_hour_none_is_reported() throws Exception {
        assertThat(replay.data(BEGIN).data(END).finish().usage().extra()).isEqualTo(JsonObject.of("cacheWrite1h", 0L));
    }

    @Test
    void figures_at_the_end_replace_those_of_the_beginning() throws Exception {
        replay.data(BEGIN);
        replay.data("""
            {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"input_tokens":20,"output_tokens":7,"cache_read_input_tokens":null}}
            """);

        assertThat(replay.answer().usage().input()).isEqualTo(20);
        assertThat(replay.answer().usage().cacheRead()).isEqualTo(2_000);
    }

    @Test
    void a_stream_without_usage_is_read_all_the_same() throws Exception {
        replay.data("""
            {"type":"message_start","message":{"id":"m"}}
            {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Whole at once."}}
            {"type":"content_block_stop","index":0}
            {"type":"message_delta","delta":{"stop_reason":"end_turn"}}
            {"type":"message_stop"}
            """);

        var answer = replay.finish();
        assertThat(answer.text()).isEqualTo("Whole at once.");
        assertThat(answer.usage().totalTokens()).isZero();
        assertThat(answer.stopReason()).isEqualTo(StopReason.STOP);
    }

    @Test
    void redacted_thinking_keeps_what_the_provider_wants_back() throws Exception {
        replay.data(BEGIN);
        replay.data("""
            {"type":"content_block_start","index":0,"content_block":{"type":"redacted_thinking","data":"c2VjcmV0"}}
            {"type":"content_block_stop","index":0}
            """);

        assertThat(replay.data(END).finish().content())
                .containsExactly(new Content.Thinking("", "c2VjcmV0", true, JsonObject.empty()));
    }

    @Test
    void events_blocks_and_deltas_of_unknown_types_are_passed_over() throws Exception {
        replay.data(BEGIN);
        replay.data("""
            {"type":"something_new","index":0}
            {"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"s","name":"web_search"}}
            {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}
            {"type":"content_block_stop","index":0}
            {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}
            {"type":"content_block_delta","index":1,"delta":{"type":"citations_delta","citation":{}}}
            {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{}"}}
            {"type":"content_block_delta","index":7,"delta":{"type":"text_delta","text":"lost"}}
            {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Found."}}
            {"type":"content_block_stop","index":1}
            """);

        assertThat(replay.data(END).finish().content()).containsExactly(Content.text("Found."));
    }

    @Test
    void arguments_that_are_no_json_are_kept_as_they_came() throws Exception {
        replay.data(BEGIN);
        replay.data("""
            {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"read","input":{}}}
            {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"path\\": nope"}}
            {"type":"content_block_stop","index":0}
            """);

        var call = replay.data(END).finish().toolCalls().getFirst();
        assertThat(call.arguments().isEmpty()).isTrue();
        assertThat(call.extra().string("argumentsError")).endsWith("Received arguments:\n{\"path\": nope");
    }

    @Test
    void arguments_that_stand_whole_at_the_beginning_count() throws Exception {
        replay.data(BEGIN);
        replay.data("""
            {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"read","input":{"path":"a"}}}
            {"type":"content_block_stop","index":0}
            """);

        assertThat(replay.data(END).finish().toolCalls().getFirst().arguments()).isEqualTo(JsonObject.of("path", "a"));
    }

    @Test
    void an_id_that_comes_twice_or_not_at_all_is_replaced() throws Exception {
        replay.data(BEGIN);
        replay.data("""
            {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"ls","input":{}}}
            {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"ls","input":{}}}
            {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","name":"ls","input":{}}}
            """);

        assertThat(replay.data(END).finish().toolCalls())
                .extracting(Content.ToolUse::id)
                .containsExactly("t", "made_1", "made_2");
    }

    @Test
    void another_model_that_answered_is_named() throws Exception {
        replay.data("""
            {"type":"message_start","message":{"id":"m","model":"claude-opus-4-8"}}
            """);

        assertThat(replay.data(END).finish().extra().string("responseModel")).isEqualTo("claude-opus-4-8");
    }

    @ParameterizedTest
    @CsvSource({
        "end_turn, STOP",
        "stop_sequence, STOP",
        "pause_turn, STOP",
        "tool_use, TOOL_USE",
        "max_tokens, LENGTH",
        "model_context_window_exceeded, LENGTH"
    })
    void the_reason_of_the_end_is_understood(String word, StopReason reason) throws Exception {
        replay.data("{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" + word + "\"}}");

        assertThat(replay.answer().stop()).isEqualTo(reason);
        assertThat(replay.finish().extra().string("rawStopReason")).isEqualTo(word);
    }

    @Test
    void a_refusal_is_an_error_that_says_what_to_do_and_what_it_cost() throws Exception {
        replay.data(BEGIN);

        assertThatThrownBy(
                        () -> replay.data(
                                "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"refusal\"},\"usage\":{\"output_tokens\":5}}"))
                .isInstanceOf(ProviderError.class)
                .hasMessage("claude-sonnet-4-5 refused to go on. It will again while the last prompt stands: "
                        + "reword it or take it back.");
        assertThat(replay.answer().usage().output()).isEqualTo(5);
    }

    @Test
    void a_refusal_that_is_explained_says_so() {
        assertThatThrownBy(() -> replay.data(
                        "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"refusal\",\"stop_details\":{\"explanation\":\"Not"
                            + " this.\"}}}"))
                .hasMessage("claude-sonnet-4-5 refused to go on: Not this.");
    }

    @Test
    void an_unknown_reason_is_an_error_that_names_it() {
        assertThatThrownBy(() -> replay.data("{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"sensitive\"}}"))
                .isInstanceOf(ProviderError.class)
                .hasMessageContaining("sensitive");
    }

    @Test
    void an_error_in_the_stream_carries_its_code_and_words() {
        assertThatThrownBy(() -> replay.event(
                        "error",
                        "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}"))
                .isInstanceOfSatisfying(ProviderError.class, error -> {
                    assertThat(error.code()).isEqualTo("overloaded_error");
                    assertThat(error).hasMessage("Overloaded");
                });
    }

    @Test
    void an_error_in_another_form_is_an_error_too() {
        assertThatThrownBy(() -> replay.data("{\"error\":\"out of order\"}")).hasMessage("out of order");
        assertThatThrownBy(() -> replay.event("error", "{\"message\":\"gone\"}"))
                .hasMessage("gone");
    }

    @Test
    void a_stream_is_complete_with_its_last_event_and_not_before() throws Exception {
        replay.data(BEGIN);
        replay.data("{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}");
        assertThat(replay.complete()).isFalse();

        replay.data("{\"type\":\"message_stop\"}");
        assertThat(replay.complete()).isTrue();
    }

    @Test
    void an_end_without_a_reason_is_none() throws Exception {
        replay.data(BEGIN).data("{\"type\":\"message_stop\"}");

        assertThat(replay.complete()).isFalse();
    }
}
