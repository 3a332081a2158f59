package dev.pawl.mcp.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a server that wants a sign-in says in its header. */
class ChallengeTest {
    @Test
    void parameters_are_read_in_quotes_and_without() {
        var challenge = Challenge.of(
                "Bearer realm=\"x, y\", resource_metadata=\"https://a/.well-known/x\", scope=\"read write\","
                        + " error=invalid_token");
        assertThat(challenge).isEqualTo(new Challenge("https://a/.well-known/x", "read write", "invalid_token"));
    }

    @Test
    void the_first_of_two_counts_and_a_backslash_quotes() {
        assertThat(Challenge.of("bearer SCOPE=\"a \\\"b\\\"\", scope=c").scope())
                .isEqualTo("a \"b\"");
    }

    @Test
    void another_kind_of_sign_in_asks_for_nothing_that_is_known() {
        assertThat(Challenge.of("Basic realm=\"x\", scope=\"y\"")).isEqualTo(new Challenge(null, null, null));
        assertThat(Challenge.of("")).isEqualTo(new Challenge(null, null, null));
    }

    @Test
    void scopes_are_a_set_in_their_order_and_none_is_nothing() {
        assertThat(Scopes.of("  write read  write ")).containsExactly("write", "read");
        assertThat(Scopes.written(Scopes.of("write read"))).isEqualTo("write read");
        assertThat(Scopes.of((String) null)).isEmpty();
        assertThat(Scopes.written(Set.of())).isNull();
    }
}
