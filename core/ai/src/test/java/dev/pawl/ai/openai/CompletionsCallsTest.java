package dev.pawl.ai.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.Conversations;
import dev.pawl.ai.Replay;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.StopReason;
import org.junit.jupiter.api.Test;

class CompletionsCallsTest {
    private final Replay replay =
            new Replay(new OpenAiCompletions(), Conversations.plain(Ask.local("openai-completions", "{}")));

    @Test
    void interleaved_calls_are_kept_apart() throws Exception {
        replay.data(
                Chunks.call(
                        "{\"index\":0,\"id\":\"a\",\"type\":\"function\",\"function\":{\"name\":\"read\",\"arguments\":\"\"}}"));
        replay.data(
                Chunks.call(
                        "{\"index\":1,\"id\":\"b\",\"type\":\"function\",\"function\":{\"name\":\"ls\",\"arguments\":\"{\\\"path\\\"\"}}"));
        replay.data(Chunks.call("{\"index\":0,\"function\":{\"arguments\":\"{\\\"path\\\":\\\"x\\\"\"}}"));
        replay.data(
                Chunks.call(
                        "{\"index\":1,\"function\":{\"arguments\":\":\\\"y\\\"}\"}},{\"index\":0,\"function\":{\"arguments\":\"}\"}}"));
        replay.data(Chunks.end("tool_calls"));

        var answer = replay.finish();
        assertThat(answer.content())
                .containsExactly(
                        Content.ToolUse.of("a", "read", JsonObject.of("path", "x")),
                        Content.ToolUse.of("b", "ls", JsonObject.of("path", "y")));
        assertThat(answer.stopReason()).isEqualTo(StopReason.TOOL_USE);
        assertThat(replay.steps())
                .containsExactly(
                        "toolcall_start 0 a read {}",
                        "toolcall_start 1 b ls {}",
                        "toolcall_delta 1 {\"path\"",
                        "toolcall_delta 0 {\"path\":\"x\"",
                        "toolcall_delta 1 :\"y\"}",
                        "toolcall_delta 0 }",
                        "toolcall_end 0 a read {\"path\":\"x\"}",
                        "toolcall_end 1 b ls {\"path\":\"y\"}");
    }

    @Test
    void a_call_whose_name_and_id_come_late_waits_for_them() throws Exception {
        replay.data(Chunks.call("{\"index\":0,\"function\":{\"arguments\":\"{\\\"path\\\":\"}}"));
        replay.data(Chunks.call("{\"index\":0,\"function\":{\"name\":\"read\",\"arguments\":\"\\\"x\\\"\"}}"));
        assertThat(replay.steps()).isEmpty();

        replay.data(Chunks.call("{\"index\":0,\"id\":\"late\",\"function\":{\"arguments\":\"}\"}}"));
        assertThat(replay.steps())
                .containsExactly("toolcall_start 0 late read {}", "toolcall_delta 0 {\"path\":\"x\"}");

        replay.data(Chunks.end("tool_calls"));
        assertThat(replay.finish().content())
                .containsExactly(Content.ToolUse.of("late", "read", JsonObject.of("path", "x")));
    }

    @Test
    void a_call_that_never_gets_an_id_is_given_one() throws Exception {
        replay.data(Chunks.call("{\"index\":0,\"function\":{\"name\":\"read\",\"arguments\":\"{}\"}}"));
        replay.data(Chunks.call("{\"index\":1,\"id\":\"\",\"function\":{\"name\":\"ls\",\"arguments\":\"\"}}"));
        replay.data(Chunks.end("tool_calls"));

        assertThat(replay.finish().content())
                .containsExactly(
                        Content.ToolUse.of("made_1", "read", JsonObject.empty()),
                        Content.ToolUse.of("made_2", "ls", JsonObject.empty()));
    }

    @Test
    void a_call_without_id_is_not_overtaken_by_one_with_an_id() throws Exception {
        replay.data(Chunks.call("{\"index\":0,\"function\":{\"name\":\"read\",\"arguments\":\"{}\"}}"));
        replay.data(Chunks.call("{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"ls\",\"arguments\":\"{}\"}}"));
        replay.data(Chunks.end("tool_calls"));

        assertThat(replay.finish().toolCalls())
                .extracting(Content.ToolUse::name)
                .containsExactly("read", "ls");
    }

    @Test
    void calls_that_share_an_id_get_two() throws Exception {
        replay.data(Chunks.call("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"read\",\"arguments\":\"{}\"}}"));
        replay.data(Chunks.call("{\"index\":1,\"id\":\"a\",\"function\":{\"name\":\"read\",\"arguments\":\"{}\"}}"));
        replay.data(Chunks.end("tool_calls"));

        assertThat(replay.finish().toolCalls()).extracting(Content.ToolUse::id).containsExactly("a", "made_1");
    }

    @Test
    void calls_that_share_a_number_are_distinguished_by_their_ids() throws Exception {
        replay.data(Chunks.call(
                "{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"read\",\"arguments\":\"{\\\"n\\\":1}\"}}"));
        replay.data(Chunks.call(
                "{\"index\":0,\"id\":\"b\",\"function\":{\"name\":\"read\",\"arguments\":\"{\\\"n\\\":2}\"}}"));
        replay.data(Chunks.end("stop"));

        assertThat(replay.finish().content())
                .containsExactly(
                        Content.ToolUse.of("a", "read", JsonObject.of("n", 1)),
                        Content.ToolUse.of("b", "read", JsonObject.of("n", 2)));
    }

    @Test
    void an_id_that_changes_from_piece_to_piece_does_not_make_a_new_call() throws Exception {
        replay.data(Chunks.call("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"read\",\"arguments\":\"{\"}}"));
        replay.data(Chunks.call("{\"index\":0,\"id\":\"b\",\"function\":{\"name\":null,\"arguments\":\"}\"}}"));
        replay.data(Chunks.end("tool_calls"));

        assertThat(replay.finish().content()).containsExactly(Content.ToolUse.of("a", "read", JsonObject.empty()));
    }

    @Test
    void calls_without_numbers_are_distinguished_by_ids_and_names() throws Exception {
        replay.data(Chunks.call("{\"id\":\"a\",\"function\":{\"name\":\"read\",\"arguments\":\"{\\\"n\\\":\"}}"));
        replay.data(Chunks.call("{\"function\":{\"arguments\":\"1}\"}}"));
        replay.data(Chunks.call("{\"function\":{\"name\":\"ls\",\"arguments\":{\"path\":\".\"}}}"));
        replay.data(Chunks.call("{\"id\":\"a\",\"function\":{\"arguments\":\" \"}}"));
        replay.data(Chunks.end("tool_calls"));

        assertThat(replay.finish().content())
                .containsExactly(
                        Content.ToolUse.of("a", "read", JsonObject.of("n", 1)),
                        Content.ToolUse.of("made_1", "ls", JsonObject.of("path", ".")));
    }

    @Test
    void the_one_function_call_of_old_is_a_call() throws Exception {
        replay.data(Chunks.chunk("{\"function_call\":{\"name\":\"read\",\"arguments\":\"{\\\"pa\"}}"));
        replay.data(Chunks.chunk("{\"function_call\":{\"arguments\":\"th\\\":1}\"}}"));
        replay.data(Chunks.end("function_call"));

        var answer = replay.finish();
        assertThat(answer.content()).containsExactly(Content.ToolUse.of("made_1", "read", JsonObject.of("path", 1)));
        assertThat(answer.stopReason()).isEqualTo(StopReason.TOOL_USE);
    }

    @Test
    void arguments_that_are_not_json_are_kept_as_they_came() throws Exception {
        replay.data(Chunks.call("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"read\",\"arguments\":\"{oops\"}}"));
        replay.data(Chunks.end("tool_calls"));

        var call = replay.finish().toolCalls().getFirst();

        assertThat(call.arguments()).isEqualTo(JsonObject.empty());
        assertThat(call.extra().string("argumentsError")).endsWith("Received arguments:\n{oops");
    }
}
