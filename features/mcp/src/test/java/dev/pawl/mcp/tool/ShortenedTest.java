package dev.pawl.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Long results of servers, without their middle. */
class ShortenedTest {
    @Test
    void a_text_within_the_limit_stays() {
        assertThat(ResultContent.Shortened.of("one\ntwo\n", 8))
                .isEqualTo(new ResultContent.Shortened("one\ntwo\n", false, 8, 2));
        assertThat(ResultContent.Shortened.of("", 0)).isEqualTo(new ResultContent.Shortened("", false, 0, 0));
    }

    @Test
    void both_ends_are_kept_and_what_is_left_out_is_counted() {
        assertThat(ResultContent.Shortened.of("abcdefghij", 4))
                .isEqualTo(new ResultContent.Shortened("ab…6 chars truncated…ij", true, 10, 1));
    }

    @Test
    void no_character_is_cut_in_two() {
        for (int limit = 0; limit < 12; limit++) {
            var text = ResultContent.Shortened.of("äöü😀äöü", limit).text();
            assertThat(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                    .as("limit %s", limit)
                    .isEqualTo(text)
                    .doesNotContain("\ufffd");
        }
    }
}
