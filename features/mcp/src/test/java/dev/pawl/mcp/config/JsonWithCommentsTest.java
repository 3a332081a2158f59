package dev.pawl.mcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of servers as other programs write them. */
class JsonWithCommentsTest {
    private static JsonObject read(String text) {
        return JsonObject.parse(JsonWithComments.plain(text));
    }

    @Test
    void comments_and_commas_behind_the_last_value_are_left_out() {
        assertThat(read("""
            // servers
            {
              "a": [1, 2, /* three */], // the end
              "b": {"c": true,},
            }
            """)).isEqualTo(JsonObject.parse("{\"a\": [1, 2], \"b\": {\"c\": true}}"));
    }

    @Test
    void what_looks_like_one_in_a_text_stays() {
        var text = "{\"url\": \"https://a/*b*/\", \"quoted\": \"\\\"// no,]\"}";
        assertThat(JsonWithComments.plain(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{} /* open", "{} //", "{\"open", "{\"a\\"})
    void a_text_that_ends_early_is_read_to_its_end(String text) {
        assertThat(JsonWithComments.plain(text)).hasSizeLessThanOrEqualTo(text.length());
    }
}
