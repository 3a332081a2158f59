package dev.pawl.ai.google;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.ai.Conversations;
import dev.pawl.ai.Replay;
import dev.pawl.ai.wire.ProviderError;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.StopReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoogleStreamTest {
    private final Replay replay = new Replay(
            new GoogleGenerativeAi(),
            Conversations.toolTurn(Conversations.model(
                    "google-generative-ai",
                    "google",
                    "gemini-3.1-pro-preview",
                    "https://generativelanguage.googleapis.com/v1beta",
                    JsonObject.empty())));

    @Test
    void text_thinking_and_calls_are_reported_piece_by_piece() throws Exception {
        replay.data("""
            {"candidates":[{"content":{"role":"model","parts":[{"text":"Let me ","thought":true}]},"index":0}],"usageMetadata":{"promptTokenCount":50},"modelVersion":"gemini-3.1-pro-preview","responseId":"r1"}
            {"candidates":[{"content":{"role":"model","parts":[{"text":"see.","thought":true}]}}],"responseId":"r2"}
            {"candidates":[{"content":{"role":"model","parts":[{"text":"I read "},{"text":"both 😀.","thoughtSignature":"c3Bva2Vu"}]}}]}
            {"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"id":"f1","name":"read","args":{"path":"a.txt"}},"thoughtSignature":"Y2FsbGVk"},{"functionCall":{"name":"ls"}}]}}]}
            {"candidates":[{"content":{"role":"model","parts":[{"text":""}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":100,"cachedContentTokenCount":40,"candidatesTokenCount":20,"thoughtsTokenCount":7,"totalTokenCount":127}}
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
                        "text_delta 1 both 😀.",
                        "text_end 1 I read both 😀.",
                        "toolcall_start 2 f1 read {}",
                        "toolcall_delta 2 {\"path\":\"a.txt\"}",
                        "toolcall_end 2 f1 read {\"path\":\"a.txt\"}",
                        "toolcall_start 3 made_1 ls {}",
                        "toolcall_delta 3 {}",
                        "toolcall_end 3 made_1 ls {}");
        var answer = replay.finish();
        assertThat(answer.content())
                .containsExactly(
                        new Content.Thinking("Let me see.", null, false, JsonObject.empty()),
                        new Content.Text("I read both 😀.", "c3Bva2Vu", JsonObject.empty()),
                        new Content.ToolUse(
                                "f1", "read", JsonObject.of("path", "a.txt"), "Y2FsbGVk", JsonObject.empty()),
                        Content.ToolUse.of("made_1", "ls", JsonObject.empty()));
        assertThat(answer.stopReason()).isEqualTo(StopReason.TOOL_USE);
        assertThat(answer.extra().string("responseId")).isEqualTo("r1");
    }

    @Test
    void usage_takes_what_was_cached_from_the_prompt_and_thoughts_to_the_answer() throws Exception {
        replay.data("""
            {"candidates":[{"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":100,"cachedContentTokenCount":40,"candidatesTokenCount":20,"thoughtsTokenCount":7,"totalTokenCount":127}}
            """);

        var usage = replay.finish().usage();
        assertThat(usage.input()).isEqualTo(60);
        assertThat(usage.cacheRead()).isEqualTo(40);
        assertThat(usage.output()).isEqualTo(27);
        assertThat(usage.cacheWrite()).isZero();
        assertThat(usage.totalTokens()).isEqualTo(127);
        assertThat(usage.cost().total()).isEqualTo((60 * 3 + 27 * 15 + 40 * 0.3) / 1_000_000);
    }

    @Test
    void a_stream_without_usage_is_read_all_the_same() throws Exception {
        replay.data("""
            {"candidates":[{"content":{"parts":[{"text":"Hello."}]},"finishReason":"STOP"}]}
            """);

        var answer = replay.finish();
        assertThat(answer.text()).isEqualTo("Hello.");
        assertThat(answer.stopReason()).isEqualTo(StopReason.STOP);
        assertThat(answer.usage().totalTokens()).isZero();
    }

    @Test
    void a_signature_is_kept_when_later_pieces_come_without_it() throws Exception {
        replay.data("""
            {"candidates":[{"content":{"parts":[{"text":"a","thought":true,"thoughtSignature":"c2ln"}]}}]}
            {"candidates":[{"content":{"parts":[{"text":"b","thought":true}]},"finishReason":"STOP"}]}
            """);

        assertThat(replay.finish().content())
                .containsExactly(new Content.Thinking("ab", "c2ln", false, JsonObject.empty()));
    }

    @Test
    void a_signature_on_an_empty_text_is_kept_beside_the_thoughts() throws Exception {
        replay.data("""
            {"candidates":[{"content":{"parts":[{"text":"a","thought":true}]}}]}
            {"candidates":[{"content":{"parts":[{"text":"","thoughtSignature":"c2ln"}]},"finishReason":"STOP"}]}
            """);

        assertThat(replay.finish().content())
                .containsExactly(
                        new Content.Thinking("a", null, false, JsonObject.empty()),
                        new Content.Text("", "c2ln", JsonObject.empty()));
    }

    @Test
    void an_id_that_comes_twice_is_replaced() throws Exception {
        replay.data("""
            {"candidates":[{"content":{"parts":[{"functionCall":{"id":"f","name":"ls"}},{"functionCall":{"id":"f","name":"ls"}}]},"finishReason":"STOP"}]}
            """);

        assertThat(replay.finish().toolCalls()).extracting(Content.ToolUse::id).containsExactly("f", "made_1");
    }

    @Test
    void arguments_that_are_no_object_are_none() throws Exception {
        replay.data("""
            {"candidates":[{"content":{"parts":[{"functionCall":{"id":"f","name":"ls","args":"nope"}}]},"finishReason":"STOP"}]}
            """);

        assertThat(replay.finish().toolCalls().getFirst().arguments().isEmpty()).isTrue();
    }

    @Test
    void fields_and_parts_that_are_unknown_are_passed_over() throws Exception {
        replay.data("""
            {"somethingNew":{"a":1}}
            {"candidates":[]}
            {"candidates":[{"content":{"parts":[{"executableCode":{"code":"1+1"}},{"text":"Two."},{"inlineData":{}}]},"safetyRatings":[],"finishReason":"STOP"}]}
            """);

        assertThat(replay.finish().content()).containsExactly(Content.text("Two."));
    }

    @Test
    void an_answer_that_was_too_long_says_so_even_with_calls() throws Exception {
        replay.data("""
            {"candidates":[{"content":{"parts":[{"functionCall":{"name":"ls"}}]},"finishReason":"MAX_TOKENS"}]}
            """);

        assertThat(replay.finish().stopReason()).isEqualTo(StopReason.LENGTH);
    }

    @Test
    void a_stream_is_complete_when_the_reason_of_its_end_came() throws Exception {
        replay.data("{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Hel\"}]}}]}");
        assertThat(replay.complete()).isFalse();

        replay.data("{\"candidates\":[{\"finishReason\":\"STOP\"}]}");
        assertThat(replay.complete()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SAFETY",
                "RECITATION",
                "LANGUAGE",
                "BLOCKLIST",
                "PROHIBITED_CONTENT",
                "SPII",
                "MALFORMED_FUNCTION_CALL",
                "TOO_MANY_TOOL_CALLS",
                "OTHER",
                "A_NEW_ONE"
            })
    void an_answer_that_was_ended_is_an_error_that_names_the_reason(String reason) {
        assertThatThrownBy(() -> replay.data("""
            {"candidates":[{"content":{"parts":[{"text":"Hel"}]},"finishReason":"%s"}],"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":1}}
            """.formatted(reason)))
                .isInstanceOfSatisfying(ProviderError.class, error -> {
                    assertThat(error.code()).isEqualTo(reason);
                    assertThat(error.getMessage()).startsWith("gemini-3.1-pro-preview stopped (" + reason + "): ");
                });
        assertThat(replay.answer().usage().totalTokens()).isEqualTo(10);
        assertThat(replay.steps()).contains("text_end 0 Hel");
    }

    @Test
    void what_the_provider_says_about_the_end_is_passed_on() {
        assertThatThrownBy(() -> replay.data("""
            {"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL","finishMessage":"Malformed function call: ls("}]}
            """))
                .hasMessage("gemini-3.1-pro-preview stopped (MALFORMED_FUNCTION_CALL): Malformed function call: ls( — "
                        + "it wrote a tool call that cannot be read. Try again.");
    }

    @Test
    void a_blocked_prompt_is_an_error_that_names_the_reason() {
        assertThatThrownBy(() -> replay.data("""
            {"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{"promptTokenCount":9}}
            """))
                .isInstanceOf(ProviderError.class)
                .hasMessage("The provider blocked the prompt for gemini-3.1-pro-preview (PROHIBITED_CONTENT): "
                        + "reword it, or take back what it objects to.");
        assertThat(replay.answer().usage().input()).isEqualTo(9);
    }

    @Test
    void an_error_in_the_stream_carries_its_code_and_words() {
        assertThatThrownBy(() -> replay.data("""
            {"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}
            """)).isInstanceOfSatisfying(ProviderError.class, error -> {
            assertThat(error.code()).isEqualTo("UNAVAILABLE");
            assertThat(error).hasMessage("The model is overloaded.");
        });
        assertThatThrownBy(() -> replay.data("{\"error\":{\"code\":500,\"message\":\"Oh.\"}}"))
                .isInstanceOfSatisfying(
                        ProviderError.class, error -> assertThat(error.code()).isEqualTo("500"));
    }
}
