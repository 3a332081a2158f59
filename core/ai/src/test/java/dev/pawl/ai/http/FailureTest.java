package dev.pawl.ai.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.catalogue.ModelLayers;
import dev.pawl.ai.http.Failure.Kind;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Cost;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.model.Model;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        TRANSIENT   | Overloaded
        TRANSIENT   | 503 status code (no body)
        TRANSIENT   | 529 {"type":"error","error":{"type":"overloaded_error"}}
        TRANSIENT   | 429 Rate limit reached for requests
        TRANSIENT   | ThrottlingException: Too many tokens, please wait before trying again.
        TRANSIENT   | fetch failed
        TRANSIENT   | Connection error.
        TRANSIENT   | read ECONNRESET
        TRANSIENT   | getaddrinfo ENOTFOUND api.example.com
        TRANSIENT   | terminated
        TRANSIENT   | Stream ended without finish_reason
        TRANSIENT   | An error occurred while processing your request. You can retry your request
        TRANSIENT   | Resource exhausted. RESOURCE_EXHAUSTED
        TRANSIENT   | 524 a timeout occurred
        TRANSIENT   | server_busy
        TRANSIENT   | Our servers are currently busy
        TRANSIENT   | The upstream provider returned an error
        TRANSIENT   | Unable to forward upstream stream
        TRANSIENT   | The service is temporarily unavailable
        TRANSIENT   | The pending stream has been canceled
        TRANSIENT   | Provider returned error
        TRANSIENT   | internal_error
        TRANSIENT   | request to https://example.com/token failed, reason:
        TRANSIENT   | http2 request did not get a response
        TRANSIENT   | stream disconnected before completion
        TRANSIENT   | subscription_sharing_usage_unavailable
        QUOTA       | 429 You exceeded your current quota, please check your plan and billing details.
        QUOTA       | insufficient_quota
        QUOTA       | Your credit balance is too low to access the API
        QUOTA       | You have hit your ChatGPT usage limit (plus plan).
        QUOTA       | 429 GoUsageLimitError
        QUOTA       | 429 {"code":"1308","message":"the limit of 5 hours is reached"}
        QUOTA       | subscription_sharing_workplace_individual_usage_limit_exceeded
        OVERFLOW    | 400 prompt is too long: 213462 tokens > 200000 maximum
        OVERFLOW    | Your input exceeds the context window of this model.
        OVERFLOW    | This model's maximum context length is 128000 tokens.
        OVERFLOW    | The input token count (1196265) exceeds the maximum number of tokens allowed
        OVERFLOW    | the request exceeds the available context size
        OVERFLOW    | litellm.ContextWindowExceededError: too much for the given call
        OVERFLOW    | {"code":"1261","message":"Prompt exceeds max length"}
        OVERFLOW    | github-copilot API error (413): {"message":"failed to parse request","code":""}
        OVERFLOW    | The input (200 tokens) is longer than the model's context length (100 tokens).
        OVERFLOW    | model_context_window_exceeded
        OVERFLOW    | 413 {"error":{"type":"request_too_large"}}
        AUTH        | 401 {"error":{"message":"invalid x-api-key"}}
        AUTH        | Incorrect API key provided: sk-***
        AUTH        | 403 Forbidden
        BAD_REQUEST | 400 messages: roles must alternate
        BAD_REQUEST | 404 model not found: connection of ideas
        OTHER       | something nobody has heard of
        """)
    void a_provider_s_words_tell_what_kind_of_failure_it_is(Kind kind, String words) {
        assertThat(Failure.of(failed(words, JsonObject.empty())))
                .isNotNull()
                .extracting(Failure::kind)
                .isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:11434/v1, Is the server running there?",
        "http://127.0.0.1:1/v1, Is the server running there?",
        "http://192.168.0.7/v1, Is the server running there?",
        "http://workstation:8080/v1, Is the server running there?",
        "https://api.example.com/v1, Check the network"
    })
    void a_refused_connection_names_the_address_and_what_to_look_at(String address, String hint) {
        var model = new Model(
                "some",
                "one",
                "One",
                "openai-completions",
                address,
                false,
                List.of(),
                ModelLayers.TEXT,
                Cost.NONE,
                1_000,
                100,
                JsonObject.empty());
        assertThat(Failures.of(model, new ConnectException()).message()).contains("no connection to " + address, hint);
        assertThat(Failures.of(model, new IOException("fixed content-length: 10, bytes received: 5"))
                        .message())
                .isEqualTo("some/one: the connection to " + address + " broke off in the middle of the answer.");
    }

    @Test
    void what_was_judged_when_it_happened_is_kept_with_the_answer() {
        var failure = new Failure(Kind.TRANSIENT, "p/m: 503 busy", 503, Duration.ofSeconds(7));
        assertThat(Failure.of(failed("p/m: 503 busy", failure.toJson()))).isEqualTo(failure);
    }

    @Test
    void an_answer_that_did_not_fail_is_no_failure() {
        var answer = new Message.Assistant(
                List.of(), "a", "p", "m", Usage.NONE, StopReason.STOP, null, 0, JsonObject.empty());
        assertThat(Failure.of(answer)).isNull();
    }

    @Test
    void how_long_to_wait_is_read_in_every_form() {
        assertThat(RetryAfter.of(Map.of("retry-after", "12"))).isEqualTo(Duration.ofSeconds(12));
        assertThat(RetryAfter.of(Map.of("retry-after", "0.5"))).isEqualTo(Duration.ofMillis(500));
        assertThat(RetryAfter.of(Map.of("retry-after-ms", "250", "retry-after", "12")))
                .isEqualTo(Duration.ofMillis(250));
        assertThat(RetryAfter.of(Map.of("retry-after", "Wed, 21 Oct 2015 07:28:00 GMT")))
                .isEqualTo(Duration.ZERO);
        assertThat(RetryAfter.of(Map.of("retry-after", "soon"))).isNull();
        assertThat(RetryAfter.of(Map.of("retry-after", " "))).isNull();
        assertThat(RetryAfter.of(Map.of())).isNull();
    }

    private static Message.Assistant failed(@Nullable String words, JsonObject extra) {
        return new Message.Assistant(List.of(), "a", "p", "m", Usage.NONE, StopReason.ERROR, words, 0, extra);
    }
}
