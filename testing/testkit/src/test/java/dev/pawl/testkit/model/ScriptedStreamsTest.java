package dev.pawl.testkit.model;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Tokens;
import dev.pawl.testkit.model.Script.Turn;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The streams look like the providers' own. */
class ScriptedStreamsTest {
    private static final Turn TURN = Turn.thinking("Both.")
            .signed("c2ln")
            .andText("Look.")
            .andCalls(
                    call("read", "{\"path\":\"a.txt\"}").withId("call_1"),
                    call("ls", "{}").withId("call_2"))
            .chunk(8)
            .usage(new Tokens(10, 7, 4, 0, 2));

    @Test
    void anthropic_streams_named_events_and_numbered_blocks() {
        var events = events("anthropic-messages", TURN);

        assertThat(types(events))
                .containsExactly(
                        "message_start",
                        "content_block_start",
                        "ping",
                        "content_block_delta",
                        "content_block_delta",
                        "content_block_stop",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_stop",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_delta",
                        "content_block_delta",
                        "content_block_stop",
                        "content_block_start",
                        "content_block_delta",
                        "content_block_delta",
                        "content_block_stop",
                        "message_delta",
                        "message_stop");
        assertThat(events.getFirst().object("message").object("usage").number("cache_read_input_tokens", 0))
                .isEqualTo(4);
        assertThat(events.get(4).object("delta").string("signature")).isEqualTo("c2ln");
        assertThat(events.get(11).object("delta").string("partial_json")).isEqualTo("{\"path\":");
        assertThat(events.get(18).object("delta").string("stop_reason")).isEqualTo("tool_use");
        assertThat(events.get(18).object("usage").number("output_tokens", 0)).isEqualTo(7);
        assertThat(ScriptedModel.stream("anthropic-messages", TURN)).startsWith("event: message_start\ndata: {");
    }

    @Test
    void completions_stream_chunks_and_end_in_a_word() {
        var stream = ScriptedModel.stream("openai-completions", TURN);
        var events = events("openai-completions", TURN);

        assertThat(stream).endsWith("data: [DONE]\n\n").doesNotContain("event:");
        assertThat(stream).contains("\"reasoning_content\":\"Both.\"", "\"reasoning_details\":[{", "\"data\":\"c2ln\"");
        assertThat(stream).contains("\"tool_calls\":[{\"index\":0,\"id\":\"call_1\",\"type\":\"function\"");
        assertThat(stream).contains("\"tool_calls\":[{\"index\":1,\"function\":{\"arguments\":\"{}\"}}]");
        assertThat(stream).contains("\"finish_reason\":\"tool_calls\"");
        var usage = events.getLast().object("usage");
        assertThat(usage.number("prompt_tokens", 0)).isEqualTo(14);
        assertThat(usage.object("prompt_tokens_details").number("cached_tokens", 0))
                .isEqualTo(4);
        assertThat(usage.object("completion_tokens_details").number("reasoning_tokens", 0))
                .isEqualTo(2);
    }

    @Test
    void responses_stream_typed_events_with_numbers_in_a_row() {
        var events = events("openai-responses", TURN);

        for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i).number("sequence_number", -1)).isEqualTo(i);
        }
        assertThat(types(events))
                .startsWith("response.created", "response.in_progress", "response.output_item.added")
                .contains(
                        "response.reasoning_summary_text.delta",
                        "response.output_text.delta",
                        "response.function_call_arguments.delta")
                .endsWith("response.output_item.done", "response.completed");
        var response = events.getLast().object("response");
        var output = response.objects("output");
        assertThat(output)
                .extracting(item -> item.string("type"))
                .containsExactly("reasoning", "message", "function_call", "function_call");
        assertThat(output.getFirst().string("encrypted_content")).isEqualTo("c2ln");
        assertThat(output.get(2).string("call_id")).isEqualTo("call_1");
        assertThat(response.object("usage").number("input_tokens", 0)).isEqualTo(14);
    }

    @Test
    void google_streams_candidates_and_calls_in_one_piece() {
        var stream = ScriptedModel.stream("google-generative-ai", TURN);
        var events = events("google-generative-ai", TURN);

        assertThat(stream).endsWith("\r\n\r\n").doesNotContain("event:");
        assertThat(stream).contains("{\"text\":\"Both.\",\"thought\":true}", "\"thoughtSignature\":\"c2ln\"");
        assertThat(stream)
                .contains("\"functionCall\":{\"name\":\"read\",\"args\":{\"path\":\"a.txt\"},\"id\":\"call_1\"}");
        var last = events.getLast();
        assertThat(last.objects("candidates").getFirst().string("finishReason")).isEqualTo("STOP");
        var usage = last.object("usageMetadata");
        assertThat(usage.number("promptTokenCount", 0)).isEqualTo(14);
        assertThat(usage.number("candidatesTokenCount", 0)).isEqualTo(5);
        assertThat(usage.number("thoughtsTokenCount", 0)).isEqualTo(2);
        assertThat(usage.number("cachedContentTokenCount", 0)).isEqualTo(4);
        assertThat(usage.number("totalTokenCount", 0)).isEqualTo(21);
    }

    @Test
    void each_has_its_own_word_for_an_answer_that_was_too_long() {
        var turn = Turn.text("a").stopReason("length");

        assertThat(ScriptedModel.stream("anthropic-messages", turn)).contains("\"stop_reason\":\"max_tokens\"");
        assertThat(ScriptedModel.stream("openai-completions", turn)).contains("\"finish_reason\":\"length\"");
        assertThat(ScriptedModel.stream("openai-responses", turn))
                .contains("event: response.incomplete", "\"reason\":\"max_output_tokens\"");
        assertThat(ScriptedModel.stream("google-generative-ai", turn)).contains("\"finishReason\":\"MAX_TOKENS\"");
    }

    @Test
    void without_usage_nothing_is_counted() {
        var turn = Turn.text("a").withoutUsage();

        assertThat(ScriptedModel.stream("anthropic-messages", turn)).doesNotContain("_tokens\"");
        assertThat(ScriptedModel.stream("openai-completions", turn)).doesNotContain("usage");
        assertThat(ScriptedModel.stream("openai-responses", turn)).contains("\"usage\":null");
        assertThat(ScriptedModel.stream("google-generative-ai", turn)).doesNotContain("usageMetadata");
    }

    @Test
    void arguments_that_are_no_json_end_the_answer_where_the_provider_checks_them() {
        var turn = Turn.calls(call("read", "{not json"));

        assertThat(ScriptedModel.stream("anthropic-messages", turn)).contains("\"partial_json\":\"{not json\"");
        assertThat(ScriptedModel.stream("google-generative-ai", turn))
                .contains("\"finishReason\":\"MALFORMED_FUNCTION_CALL\"");
    }

    private static List<JsonObject> events(String api, Turn turn) {
        var events = new ArrayList<JsonObject>();
        ScriptedModel.stream(api, turn)
                .lines()
                .filter(line -> line.startsWith("data: {"))
                .forEach(line -> events.add(JsonObject.parse(line.substring(6))));
        return events;
    }

    private static List<String> types(List<JsonObject> events) {
        return events.stream().map(event -> event.string("type", "")).toList();
    }
}
