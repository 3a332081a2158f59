package dev.pawl.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class FailureTextTest {
    @SuppressWarnings("serial")
    private static final class Malicious extends RuntimeException {
        @Override
        public String getMessage() {
            throw new IllegalStateException("no message for you");
        }
    }

    @Test
    void it_is_the_message_or_else_what_the_exception_is() {
        assertThat(FailureText.of(new IOException("no space"))).isEqualTo("no space");
        assertThat(FailureText.of(new IOException())).isEqualTo("java.io.IOException");
        assertThat(FailureText.of(new IOException(" "))).isEqualTo("java.io.IOException:  ");
        assertThat(FailureText.message(new IOException())).isNull();
    }

    @Test
    void of_a_very_long_message_the_beginning_and_the_end_are_left() {
        assertThat(FailureText.bounded(new IOException("no space"))).isEqualTo("no space");
        assertThat(FailureText.bounded(new IOException("first " + "x".repeat(3_000_000) + " last")))
                .startsWith("first xxx")
                .contains("x\n[2900011 characters left out]\nx")
                .endsWith("xxx last")
                .hasSizeLessThan(100_100);
    }

    @Test
    void an_exception_that_cannot_tell_its_message_is_named() {
        assertThat(FailureText.of(new Malicious())).isEqualTo(Malicious.class.getName());
        assertThat(FailureText.message(new Malicious())).isNull();
    }
}
