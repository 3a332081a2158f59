package dev.pawl.mcp.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of tools in headers, where a line break would begin another header. */
class HeaderTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "with spaces inside", "=?half"})
    void what_can_be_sent_is_sent_as_it_is(String text) {
        assertThat(HeaderText.of(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "ü, =?base64?w7w=?=",
        "' at the edge', =?base64?IGF0IHRoZSBlZGdl?=",
        "=?base64?eA==?=, =?base64?PT9iYXNlNjQ/ZUE9PT89?="
    })
    void the_rest_is_encoded_also_what_looks_encoded(String text, String sent) {
        assertThat(HeaderText.of(text)).isEqualTo(sent);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX-Evil: 1", "a\nb", "a\u0000b"})
    void no_text_begins_another_header(String text) {
        assertThat(HeaderText.of(text)).startsWith("=?base64?").doesNotContain("\r", "\n", "\u0000");
    }
}
