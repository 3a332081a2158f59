package dev.pawl.shellhooks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureKindTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "429 Too Many Requests | rate_limit",
                "429: your credit balance is too low | billing_error",
                "529 overloaded_error | overloaded",
                "401 invalid x-api-key | authentication_failed",
                "404: model claude-9 not found | model_not_found",
                "400 max_tokens: too large | max_output_tokens",
                "503 Service Unavailable | server_error",
                "400 broken | invalid_request",
                "the connection ended | unknown",
            })
    void a_failure_has_one_of_claude_codes_words(String message, String kind) {
        assertThat(FailureKind.of(message)).isEqualTo(kind);
    }
}
