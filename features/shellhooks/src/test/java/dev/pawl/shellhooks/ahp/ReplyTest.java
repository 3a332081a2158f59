package dev.pawl.shellhooks.ahp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers to a question: what the draft's cases accept and refuse, in words of our own. */
class ReplyTest {
    private static final String PASSES =
            "{\"jsonrpc\": \"2.0\", \"id\": \"e1\", \"result\": {\"protocolVersion\": \"0.1\", \"effects\": []}}";
    private static final String DENIES = PASSES.replace("[]", "[{\"type\": \"deny\", \"reason\": \"no\"}]");

    private static Denial read(String message) throws BackendFailure {
        return Reply.parse(message.getBytes(StandardCharsets.UTF_8)).denial();
    }

    @Test
    void an_empty_list_does_not_object_AHP_DEC_001() throws Exception {
        assertThat(read(PASSES)).isNull();
    }

    @Test
    void a_denial_has_a_reason_and_may_have_a_code_AHP_DEC_001() throws Exception {
        assertThat(read(DENIES)).isEqualTo(new Denial("no", null));
        assertThat(read(DENIES.replace(
                        "\"no\"", "\"no\", \"code\": \"R7\", \"extensions\": {\"com.example.rule\": 7}")))
                .isEqualTo(new Denial("no", "R7"));
    }

    @Test
    void fields_that_are_not_known_have_no_effect_AHP_CORE_003() throws Exception {
        assertThat(read(DENIES.replace("\"no\"", "\"no\", \"severity\": 9").replace("\"id\"", "\"trace\": {}, \"id\"")))
                .isEqualTo(new Denial("no", null));
        assertThat(read(PASSES.replace("\"effects\"", "\"decision\": \"deny\", \"effects\"")))
                .isNull();
    }

    /** Each row changes one place of an answer that is valid. */
    @ParameterizedTest(name = "{0}: {1} -> {2}")
    @CsvSource(delimiter = '|', textBlock = """
        AHP-RPC-001 | {"jsonrpc": "2.0",              | [{"jsonrpc": "2.0",                    | no JSON object
        AHP-RPC-001 | "jsonrpc": "2.0",               |                                        | no answer of JSON-RPC 2.0
        AHP-RPC-001 | "2.0"                           | "1.0"                                  | no answer of JSON-RPC 2.0
        AHP-RPC-002 | "id": "e1",                     |                                        | without the id
        AHP-RPC-002 | "e1"                            | 1                                      | without the id
        AHP-RPC-002 | "id": "e1",                     | "id": "e1", "method": "hooks/intercept", | no answer of JSON-RPC 2.0
        AHP-RPC-001 | "result"                        | "results"                              | without a result
        AHP-RPC-001 | "id": "e1",                     | "id": "e1", "error": {"code": -32004, "message": "x"}, | a result and an error
        AHP-VER-001 | "protocolVersion": "0.1",       |                                        | another version
        AHP-VER-001 | "0.1"                           | "draft"                                | another version
        AHP-DEC-001 | "effects"                       | "effect"                               | without a list of effects
        AHP-DEC-001 | [{"type": "deny", "reason": "no"}] | {"type": "deny", "reason": "no"}     | without a list of effects
        AHP-DEC-001 | "reason": "no"}                 | "reason": "no"}, {"type": "deny", "reason": "no"} | 2 effects
        AHP-DEC-001 | , "reason": "no"                |                                        | denied without a reason
        AHP-DEC-001 | "no"                            | " "                                    | denied without a reason
        AHP-DEC-001 | "no"                            | "no", "code": 7                        | a code that is no text
        AHP-EXT-001 | "no"                            | "no", "extensions": {"rule": 7}        | extensions that have no names
        AHP-CAP-001 | "deny"                          | "allow"                                | an effect that it was not offered
        AHP-CAP-001 | "deny"                          | "modify"                               | an effect that it was not offered
        AHP-CAP-001 | {"type": "deny", "reason": "no"} | "deny"                                | an effect that it was not offered
        """)
    void everything_else_is_a_failure(String requirement, String from, String to, String failure) {
        var changed = DENIES.replace(from, to == null ? "" : to);
        assertThat(changed).as(requirement).isNotEqualTo(DENIES);
        assertThatThrownBy(() -> read(changed))
                .isInstanceOf(BackendFailure.class)
                .hasMessageContaining(failure);
    }

    @Test
    void an_error_is_a_failure_whatever_it_says_AHP_RPC_001() {
        assertThatThrownBy(() -> read("{\"jsonrpc\": \"2.0\", \"id\": \"e1\","
                        + " \"error\": {\"code\": -32003, \"message\": \"backend_unavailable\"}}"))
                .isInstanceOf(BackendFailure.class)
                .hasMessage("answered with the error -32003: backend_unavailable");
        assertThatThrownBy(() -> read("{\"jsonrpc\": \"2.0\", \"id\": \"e1\", \"error\": \"deny\"}"))
                .isInstanceOf(BackendFailure.class)
                .hasMessageContaining("no code and message");
    }

    @Test
    void text_is_utf_8_AHP_STDIO_001() {
        var bytes = DENIES.getBytes(StandardCharsets.ISO_8859_1);
        bytes[DENIES.indexOf("no\"")] = (byte) 0xE9;
        assertThatThrownBy(() -> Reply.parse(bytes)).hasMessage("answered with what is not UTF-8");
    }
}
