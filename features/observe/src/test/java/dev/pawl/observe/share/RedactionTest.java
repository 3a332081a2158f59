package dev.pawl.observe.share;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is removed from a text before it is shared. */
class RedactionTest {
    private static String shared(String text) {
        return new Redaction("/home/alice", List.of("my-own-secret"), List.of("ACME-\\d+"), false).text(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gh\u001b[31mp_\u001b[0mABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
                "ghp_ABCDEFGHIJ\u200bKLMNOPQRSTUVWXYZ0123456789",
                "my-own-\u001b[1;32msecret",
                "\u001b]0;title\u0007my-\u00adown-secret",
                "AC\u001b[mME-4711",
                "bob\u2060@example.com",
            })
    void colours_and_unseen_characters_hide_nothing(String text) {
        assertThat(shared("before " + text + " after")).matches("before \\[redacted: [a-z -]+( of yours)?] after");
    }

    /** A rule must not look at the rest of the text again from every place. */
    @ParameterizedTest
    @ValueSource(
            strings = {"a", "password", "-eyJaaaaaaaa", "://a:", "-----BEGIN ", "\u001b]", "x@y.", "sk-", "/home/ "})
    void hostile_long_texts_are_read_once(String piece) {
        var text = piece.repeat(100_000 / piece.length());
        assertThat(shared(text + "\nACME-1\nbob@example.com"))
                .endsWith("\n[redacted: pattern of yours]\n[redacted: e-mail address]");
    }

    @Test
    void addresses_and_assignments_are_still_found() {
        assertThat(shared("<bob.smith+x@mail.example.co.uk> DB_PASSWORD_MAIN=\"hunter2hunter2\""
                        + " eyJhbGciOiJI.eyJzdWIiOiIx.c2ln"))
                .isEqualTo("<[redacted: e-mail address]> DB_PASSWORD_MAIN=\"[redacted: secret]\" [redacted: token]");
    }
}
