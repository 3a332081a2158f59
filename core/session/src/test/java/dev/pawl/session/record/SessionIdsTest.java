package dev.pawl.session.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionIdsTest {
    private final Random random = new Random(1);

    @Test
    void the_id_of_a_session_begins_with_its_time() {
        var time = Instant.parse("2026-01-02T03:04:05.678Z");

        var id = UUID.fromString(SessionIds.sessionId(InstantSource.fixed(time), random));

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(time.toEpochMilli());
    }

    @Test
    void sessions_of_one_moment_have_different_ids() {
        var clock = InstantSource.fixed(Instant.EPOCH);

        assertThat(SessionIds.sessionId(clock, random)).isNotEqualTo(SessionIds.sessionId(clock, random));
    }

    @Test
    void the_id_of_an_entry_is_eight_hexadecimal_digits() {
        assertThat(SessionIds.entryId(random, id -> false)).matches("[0-9a-f]{8}");
    }

    @Test
    void an_id_that_is_taken_is_not_given_again() {
        var taken = new HashSet<String>();
        taken.add(SessionIds.entryId(new Random(5), id -> false));

        assertThat(SessionIds.entryId(new Random(5), taken::contains))
                .matches("[0-9a-f]{8}")
                .isNotIn(taken);
    }

    @Test
    void after_a_hundred_taken_ids_it_is_a_whole_uuid() {
        var tries = new AtomicInteger();

        var id = SessionIds.entryId(random, _ -> tries.incrementAndGet() > 0);

        assertThat(tries).hasValue(100);
        assertThat(UUID.fromString(id).version()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "7", "my.session_1-x", "0199d3f0-0000-7000-8000-000000000000"})
    void letters_digits_and_some_signs_make_an_id(String id) {
        assertThat(SessionIds.checked(id)).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "-a", "a-", "a/b", "a b", "..", "ä", "a\n"})
    void other_ids_are_refused_with_the_rule(String id) {
        assertThatThrownBy(() -> SessionIds.checked(id))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + id + "\" cannot be used: take letters, digits");
    }
}
