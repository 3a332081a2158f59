package dev.pawl.ai.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.ai.Conversations;
import dev.pawl.ai.Replay;
import dev.pawl.ai.wire.ProviderError;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.StopReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponsesStreamTest {
    private static final String BEGIN = """
        {"type":"response.created","sequence_number":0,"response":{"id":"resp_1","object":"response","status":"in_progress","model":"gpt-5-2025-08-07","output":[]}}
        {"type":"response.in_progress","sequence_number":1,"response":{"id":"resp_1"}}
        """;
    private static final String END = """
        {"type":"response.completed","response":{"id":"resp_1","status":"completed","output":[],"usage":{"input_tokens":1200,"input_tokens_details":{"cached_tokens":1000},"output_tokens":30,"output_tokens_details":{"reasoning_tokens":20},"total_tokens":1230}}}
        """;

    private final Replay replay = new Replay(
            new OpenAiResponses(),
            Conversations.plain(Conversations.model(
                    "openai-responses", "openai", "gpt-5", "https://api.openai.com/v1", JsonObject.empty())));

    @Test
    void thinking_text_and_calls_are_reported_piece_by_piece() throws Exception {
        replay.data(BEGIN).data("""
            {"type":"response.output_item.added","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[]}}
            {"type":"response.reasoning_summary_part.added","item_id":"rs_1","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":""}}
            {"type":"response.reasoning_summary_text.delta","item_id":"rs_1","output_index":0,"summary_index":0,"delta":"First"}
            {"type":"response.reasoning_summary_text.delta","item_id":"rs_1","output_index":0,"summary_index":0,"delta":" this."}
            {"type":"response.reasoning_summary_text.done","item_id":"rs_1","output_index":0,"summary_index":0,"text":"First this."}
            {"type":"response.reasoning_summary_part.done","item_id":"rs_1","output_index":0,"summary_index":0,"part":{"type":"summary_text","text":"First this."}}
            {"type":"response.reasoning_summary_part.added","item_id":"rs_1","output_index":0,"summary_index":1,"part":{"type":"summary_text","text":""}}
            {"type":"response.reasoning_summary_text.delta","item_id":"rs_1","output_index":0,"summary_index":1,"delta":"Then that."}
            {"type":"response.output_item.done","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"First this."},{"type":"summary_text","text":"Then that."}],"encrypted_content":"gAAA"}}
            {"type":"response.output_item.added","output_index":1,"item":{"id":"msg_1","type":"message","status":"in_progress","content":[],"role":"assistant","phase":"commentary"}}
            {"type":"response.content_part.added","item_id":"msg_1","output_index":1,"content_index":0,"part":{"type":"output_text","text":"","annotations":[]}}
            {"type":"response.output_text.delta","item_id":"msg_1","output_index":1,"content_index":0,"delta":"I read ","obfuscation":"xyz"}
            {"type":"response.output_text.delta","item_id":"msg_1","output_index":1,"content_index":0,"delta":"it 😀."}
            {"type":"response.output_text.done","item_id":"msg_1","output_index":1,"content_index":0,"text":"I read it 😀."}
            {"type":"response.content_part.done","item_id":"msg_1","output_index":1,"content_index":0,"part":{"type":"output_text","text":"I read it 😀."}}
            {"type":"response.output_item.done","output_index":1,"item":{"id":"msg_1","type":"message","status":"completed","role":"assistant","phase":"commentary","content":[{"type":"output_text","text":"I read it 😀.","annotations":[]}]}}
            {"type":"response.output_item.added","output_index":2,"item":{"id":"fc_1","type":"function_call","status":"in_progress","arguments":"","call_id":"call_1","name":"read"}}
            {"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":2,"delta":"{\\"path\\":"}
            {"type":"response.function_call_arguments.delta","item_id":"fc_1","output_index":2,"delta":"\\"a\\"}"}
            {"type":"response.function_call_arguments.done","item_id":"fc_1","output_index":2,"arguments":"{\\"path\\":\\"a\\"}"}
            {"type":"response.output_item.done","output_index":2,"item":{"id":"fc_1","type":"function_call","status":"completed","arguments":"{\\"path\\":\\"a\\"}","call_id":"call_1","name":"read"}}
            """);
        assertThat(replay.complete()).isFalse();
        replay.data(END);

        assertThat(replay.complete()).isTrue();
        assertThat(replay.steps())
                .containsExactly(
                        "thinking_start 0",
                        "thinking_delta 0 First",
                        "thinking_delta 0  this.",
                        "thinking_delta 0",
                        "thinking_delta 0 Then that.",
                        "thinking_end 0 First this.\n\nThen that.",
                        "text_start 1",
                        "text_delta 1 I read",
                        "text_delta 1 it 😀.",
                        "text_end 1 I read it 😀.",
                        "toolcall_start 2 call_1|fc_1 read {}",
                        "toolcall_delta 2 {\"path\":",
                        "toolcall_delta 2 \"a\"}",
                        "toolcall_end 2 call_1|fc_1 read {\"path\":\"a\"}");
        var answer = replay.finish();
        assertThat(answer.content())
                .containsExactly(
                        Ask.thought("First this.\n\nThen that.", """
                            {"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"First this."},\
                            {"type":"summary_text","text":"Then that."}],"encrypted_content":"gAAA"}\
                            """),
                        Ask.text("I read it 😀.", "{\"v\":1,\"id\":\"msg_1\",\"phase\":\"commentary\"}"),
                        Content.ToolUse.of("call_1|fc_1", "read", JsonObject.of("path", "a")));
        assertThat(answer.stopReason()).isEqualTo(StopReason.TOOL_USE);
        assertThat(answer.extra()).isEqualTo(JsonObject.of("responseId", "resp_1", "rawStopReason", "completed"));
        assertThat(answer.usage().input()).isEqualTo(200);
        assertThat(answer.usage().cacheRead()).isEqualTo(1_000);
        assertThat(answer.usage().output()).isEqualTo(30);
        assertThat(answer.usage().totalTokens()).isEqualTo(1_230);
    }

    @Test
    void an_answer_without_calls_stops() throws Exception {
        assertThat(replay.data(BEGIN)
                        .data(text("msg_1", "Hi."))
                        .data(END)
                        .finish()
                        .stopReason())
                .isEqualTo(StopReason.STOP);
    }

    @Test
    void tokens_written_to_the_cache_are_counted_apart() throws Exception {
        replay.data("""
            {"type":"response.completed","response":{"id":"r","status":"completed","usage":{"input_tokens":100,"input_tokens_details":{"cached_tokens":20,"cache_write_tokens":30},"output_tokens":5}}}
            """);

        assertThat(replay.answer().usage().input()).isEqualTo(50);
        assertThat(replay.answer().usage().cacheWrite()).isEqualTo(30);
    }

    @Test
    void missing_usage_is_no_usage() throws Exception {
        replay.data("{\"type\":\"response.completed\",\"response\":{\"id\":\"r\",\"status\":\"completed\"}}");

        assertThat(replay.complete()).isTrue();
        assertThat(replay.finish().usage().totalTokens()).isZero();
    }

    @Test
    void a_stream_that_ends_without_its_last_event_is_not_complete() throws Exception {
        assertThat(replay.data(BEGIN).data(text("msg_1", "Hi.")).complete()).isFalse();
    }

    @Test
    void text_of_thinking_comes_in_parts_too() throws Exception {
        replay.data(BEGIN).data("""
            {"type":"response.output_item.added","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[],"content":[]}}
            {"type":"response.content_part.added","output_index":0,"content_index":0,"part":{"type":"reasoning_text","text":""}}
            {"type":"response.reasoning_text.delta","output_index":0,"content_index":0,"delta":"One."}
            {"type":"response.content_part.added","output_index":0,"content_index":1,"part":{"type":"reasoning_text","text":""}}
            {"type":"response.reasoning_text.delta","output_index":0,"content_index":1,"delta":"Two."}
            {"type":"response.output_item.done","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[],"content":[{"type":"reasoning_text","text":"One."},{"type":"reasoning_text","text":"Two."}]}}
            """).data(END);

        assertThat(replay.finish().content().getFirst())
                .isInstanceOfSatisfying(
                        Content.Thinking.class,
                        thinking -> assertThat(thinking.thinking()).isEqualTo("One.\n\nTwo."));
    }

    @Test
    void a_proof_of_thinking_that_comes_with_the_end_is_taken_over() throws Exception {
        replay.data(BEGIN).data("""
            {"type":"response.output_item.added","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[]}}
            {"type":"response.output_item.done","output_index":0,"item":{"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"Hm."}]}}
            """).data(text("msg_1", "Hi.")).data("""
                {"type":"response.completed","response":{"id":"resp_1","status":"completed","output":[{"id":"rs_1","type":"reasoning","summary":[],"encrypted_content":"gAAA"},{"id":"msg_1","type":"message"}]}}
                """);

        assertThat(replay.finish().content())
                .containsExactly(Ask.thought("Hm.", """
                    {"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"Hm."}],\
                    "encrypted_content":"gAAA"}\
                    """), Ask.text("Hi.", "{\"v\":1,\"id\":\"msg_1\"}"));
    }

    @Test
    void a_refusal_is_text() throws Exception {
        replay.data(BEGIN).data("""
            {"type":"response.output_item.added","output_index":0,"item":{"id":"msg_1","type":"message","content":[]}}
            {"type":"response.content_part.added","output_index":0,"content_index":0,"part":{"type":"refusal","refusal":""}}
            {"type":"response.refusal.delta","output_index":0,"content_index":0,"delta":"I will "}
            {"type":"response.refusal.delta","output_index":0,"content_index":0,"delta":"not."}
            {"type":"response.output_item.done","output_index":0,"item":{"id":"msg_1","type":"message","content":[{"type":"refusal","refusal":"I will not."}]}}
            """).data(END);

        assertThat(replay.finish().text()).isEqualTo("I will not.");
    }

    @Test
    void parallel_calls_are_kept_apart() throws Exception {
        replay.data(BEGIN).data("""
            {"type":"response.output_item.added","output_index":0,"item":{"id":"fc_1","type":"function_call","arguments":"","call_id":"call_1","name":"read"}}
            {"type":"response.output_item.added","output_index":1,"item":{"id":"fc_2","type":"function_call","arguments":"","call_id":"call_2","name":"ls"}}
            {"type":"response.function_call_arguments.delta","output_index":1,"delta":"{\\"n\\""}
            {"type":"response.function_call_arguments.delta","output_index":0,"delta":"{\\"n\\":1}"}
            {"type":"response.function_call_arguments.delta","output_index":1,"delta":":2}"}
            {"type":"response.output_item.done","output_index":1,"item":{"id":"fc_2","type":"function_call","arguments":"{\\"n\\":2}","call_id":"call_2","name":"ls"}}
            {"type":"response.output_item.done","output_index":0,"item":{"id":"fc_1","type":"function_call","arguments":"{\\"n\\":1}","call_id":"call_1","name":"read"}}
            """).data(END);

        assertThat(replay.finish().content())
                .containsExactly(
                        Content.ToolUse.of("call_1|fc_1", "read", JsonObject.of("n", 1)),
                        Content.ToolUse.of("call_2|fc_2", "ls", JsonObject.of("n", 2)));
    }

    @Test
    void arguments_that_come_whole_are_taken_whole() throws Exception {
        replay.data(BEGIN).data("""
            {"type":"response.output_item.added","output_index":0,"item":{"id":"fc_1","type":"function_call","arguments":"","call_id":"call_1","name":"read"}}
            {"type":"response.function_call_arguments.done","output_index":0,"arguments":"{\\"n\\":1}"}
            {"type":"response.output_item.done","output_index":0,"item":{"id":"fc_1","type":"function_call","arguments":"{\\"n\\":1}","call_id":"call_1","name":"read"}}
            {"type":"response.output_item.done","output_index":1,"item":{"id":"fc_2","type":"function_call","arguments":"{\\"n\\":2}","call_id":"call_2","name":"read"}}
            """).data(END);

        assertThat(replay.finish().content())
                .containsExactly(
                        Content.ToolUse.of("call_1|fc_1", "read", JsonObject.of("n", 1)),
                        Content.ToolUse.of("call_2|fc_2", "read", JsonObject.of("n", 2)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"{\\\"n\\\":1}", "}"})
    void arguments_that_stand_at_the_beginning_are_not_taken_twice(String delta) throws Exception {
        var first = delta.equals("}") ? "{\\\"n\\\":1" : "{\\\"n\\\":1}";
        replay.data(BEGIN).data("""
            {"type":"response.output_item.added","output_index":0,"item":{"id":"fc_1","type":"function_call","arguments":"%s","call_id":"call_1","name":"read"}}
            {"type":"response.function_call_arguments.delta","output_index":0,"delta":"%s"}
            {"type":"response.output_item.done","output_index":0,"item":{"id":"fc_1","type":"function_call","arguments":"{\\"n\\":1}","call_id":"call_1","name":"read"}}
            """.formatted(first, delta)).data(END);

        assertThat(replay.finish().content())
                .containsExactly(Content.ToolUse.of("call_1|fc_1", "read", JsonObject.of("n", 1)));
    }

    @Test
    void arguments_that_are_not_json_are_kept_as_they_came() throws Exception {
        replay.data(BEGIN).data("""
            {"type":"response.output_item.added","output_index":0,"item":{"id":"fc_1","type":"function_call","call_id":"call_1","name":"read"}}
            {"type":"response.function_call_arguments.delta","output_index":0,"delta":"{oops"}
            {"type":"response.output_item.done","output_index":0,"item":{"id":"fc_1","type":"function_call","call_id":"call_1","name":"read"}}
            """).data(END);

        assertThat(replay.finish().toolCalls().getFirst().extra().string("argumentsError"))
                .endsWith("{oops");
    }

    @Test
    void missing_and_repeated_ids_are_mended() throws Exception {
        for (var ids : new String[] {
            "\"id\":\"fc_1\",\"call_id\":\"c\"",
            "\"id\":\"fc_1\",\"call_id\":\"c\"",
            "\"call_id\":\"d\"",
            "\"id\":\"fc_2\"",
            "\"id\":null"
        }) {
            replay.data(
                    "{\"type\":\"response.output_item.done\",\"output_index\":0,\"item\":{\"type\":\"function_call\","
                            + ids + ",\"name\":\"read\",\"arguments\":\"{}\"}}");
        }

        assertThat(replay.data(END).finish().toolCalls())
                .extracting(Content.ToolUse::id)
                .containsExactly("c|fc_1", "made_1", "d", "fc_2", "made_2");
    }

    @Test
    void a_server_that_only_sends_the_end_has_said_all_in_it() throws Exception {
        replay.data("""
            {"type":"response.completed","response":{"id":"r","status":"completed","output":[
            {"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"Hm."}]},
            {"id":"msg_1","type":"message","content":[{"type":"output_text","text":"Hi."}]},
            {"id":"fc_1","type":"function_call","call_id":"c","name":"ls","arguments":"{}"}]}}
            """.replace("\n", ""));

        var answer = replay.finish();
        assertThat(answer.text()).isEqualTo("Hi.");
        assertThat(answer.toolCalls()).containsExactly(Content.ToolUse.of("c|fc_1", "ls", JsonObject.empty()));
        assertThat(answer.stopReason()).isEqualTo(StopReason.TOOL_USE);
    }

    @Test
    void what_is_unknown_is_passed_over() throws Exception {
        replay.data("""
            {}
            {"type":"keepalive"}
            {"type":"response.web_search_call.searching","output_index":0}
            {"type":"response.output_item.added","output_index":0,"item":{"id":"ws_1","type":"web_search_call"}}
            {"type":"response.output_text.delta","output_index":0,"delta":"lost"}
            {"type":"response.output_item.done","output_index":0,"item":{"id":"ws_1","type":"web_search_call"}}
            {"type":"response.function_call_arguments.delta","output_index":7,"delta":"lost"}
            """);

        assertThat(replay.steps()).isEmpty();
        assertThat(replay.complete()).isFalse();
    }

    @Test
    void pieces_of_another_kind_than_their_item_are_passed_over() throws Exception {
        replay.data("{\"type\":\"response.output_item.added\",\"output_index\":0,\"item\":{\"type\":\"message\"}}");
        replay.data("{\"type\":\"response.reasoning_text.delta\",\"output_index\":0,\"delta\":\"lost\"}");
        replay.data("{\"type\":\"response.function_call_arguments.done\",\"output_index\":0,\"arguments\":\"lost\"}");

        assertThat(replay.data(END).finish().content()).containsExactly(Content.text(""));
    }

    @Test
    void the_name_of_the_event_counts_where_the_data_has_none() throws Exception {
        replay.event("response.completed", "{\"response\":{\"id\":\"r\",\"status\":\"completed\"}}");

        assertThat(replay.complete()).isTrue();
    }

    @Test
    void an_answer_that_ran_out_of_tokens_is_too_long() throws Exception {
        replay.data(text("msg_1", "Hi.")).data("""
            {"type":"response.incomplete","response":{"id":"r","status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"usage":{"input_tokens":1,"output_tokens":2}}}
            """);

        assertThat(replay.complete()).isTrue();
        assertThat(replay.finish().stopReason()).isEqualTo(StopReason.LENGTH);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"content_filter"}}} | content_filter      | content filter
        {"type":"response.incomplete","response":{"status":"incomplete"}}                                                 |                     | incomplete
        {"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"Sorry"}}}       | server_error        | Sorry
        {"type":"response.failed","response":{"status":"failed","incomplete_details":{"reason":"odd"}}}                   | odd                 | because of odd
        {"type":"response.failed","response":{"status":"failed"}}                                                         |                     | gave no reason
        {"type":"response.completed","response":{"status":"cancelled"}}                                                   |                     | cancelled
        {"type":"error","code":"rate_limit_exceeded","message":"Slow down","param":null}                                  | rate_limit_exceeded | Slow down
        {"type":"error","error":{"type":"invalid_request_error","code":null,"message":"Bad"}}                             | invalid_request_error | Bad
        {"error":{"code":500,"message":"Proxy"}}                                                                          | 500                 | Proxy
        """)
    void an_error_in_the_stream_is_the_providers_error(String event, String code, String words) throws Exception {
        replay.data(text("msg_1", "Half"));

        var error = catchThrowableOfType(ProviderError.class, () -> replay.data(event));

        assertThat(error.code()).isEqualTo(code);
        assertThat(error).hasMessageContaining(words);
        var answer = replay.answer().fail(StopReason.ERROR, "It failed.", JsonObject.empty());
        assertThat(answer.text()).isEqualTo("Half");
    }

    @Test
    void what_a_failed_answer_took_is_counted() {
        var error = catchThrowableOfType(ProviderError.class, () -> replay.data("""
            {"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"content_filter"},"usage":{"input_tokens":7,"output_tokens":2}}}
            """));

        assertThat(error).isNotNull();
        assertThat(replay.answer().usage().totalTokens()).isEqualTo(9);
    }

    private static String text(String id, String text) {
        return """
            {"type":"response.output_item.added","output_index":9,"item":{"id":"%1$s","type":"message","content":[]}}
            {"type":"response.output_text.delta","output_index":9,"content_index":0,"delta":"%2$s"}
            {"type":"response.output_item.done","output_index":9,"item":{"id":"%1$s","type":"message","content":[{"type":"output_text","text":"%2$s"}]}}
            """.formatted(id, text);
    }
}
