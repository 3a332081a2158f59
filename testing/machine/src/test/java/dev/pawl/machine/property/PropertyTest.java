package dev.pawl.machine.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PropertyTest {
    @Test
    void a_property_is_tried_as_often_as_asked() {
        var tried = new AtomicInteger();
        Property.holds(70, draw -> tried.incrementAndGet());
        assertThat(tried).hasValue(70);
    }

    @Test
    void the_same_seed_draws_the_same_values() {
        assertThat(drawn(7)).isEqualTo(drawn(7)).isNotEqualTo(drawn(8));
    }

    private static List<Object> drawn(long seed) {
        var all = new ArrayList<>();
        Property.holds(20, seed, draw -> all.add(List.of(draw.text(10), draw.integer(-9, 9), draw.anyLong())));
        return all;
    }

    @Test
    void a_failure_names_its_seed_and_the_smallest_list() {
        assertThatThrownBy(() -> Property.holds(500, 3, draw -> {
                    var list = draw.list(0, 50, () -> draw.integer(0, 1_000));
                    assertThat(list.stream().mapToInt(i -> i).sum()).isLessThan(900);
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("-Dpawl.seed=3")
                .hasMessageContaining("[[900]]");
    }

    @Test
    void a_failing_text_is_shrunk_to_the_character_that_matters() {
        assertThatThrownBy(() -> Property.holds(
                        2_000, 5, draw -> assertThat(draw.text(30)).doesNotContain("!")))
                .hasMessageContaining("[\"!\"]");
    }

    @Test
    void a_failing_number_is_shrunk_to_the_first_that_fails() {
        assertThatThrownBy(() -> Property.holds(
                        1_000,
                        5,
                        draw -> assertThat(draw.integer(-1_000, 1_000)).isLessThan(321)))
                .hasMessageContaining("[321]");
    }

    @Test
    void numbers_stay_in_their_range_and_reach_its_ends() {
        var seen = new HashSet<Integer>();
        Property.holds(2_000, 1, draw -> {
            int number = draw.integer(-3, 40);
            assertThat(number).isBetween(-3, 40);
            seen.add(number);
        });
        assertThat(seen).contains(-3, 0, 40).hasSize(44);
    }

    @Test
    void sizes_stay_in_their_range_and_reach_its_ends() {
        var seen = new HashSet<Integer>();
        Property.holds(2_000, 1, draw -> {
            int size = draw.list(2, 9, draw::bool).size();
            assertThat(size).isBetween(2, 9);
            seen.add(size);
        });
        assertThat(seen).hasSize(8);
    }

    @Test
    void a_discarded_try_does_not_count() {
        var counted = new AtomicInteger();
        Property.holds(50, 1, draw -> {
            draw.assume(draw.integer(0, 9) > 4);
            counted.incrementAndGet();
        });
        assertThat(counted).hasValue(50);
    }

    @Test
    void a_test_that_discards_nearly_everything_says_so() {
        assertThatThrownBy(() -> Property.holds(50, 1, draw -> draw.assume(draw.integer(0, 9_999) == 77)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("draw values that fit");
    }

    @Test
    void an_exception_fails_the_property_with_its_cause() {
        var cause = new IllegalStateException("broken");
        assertThatThrownBy(() -> Property.holds(1, draw -> {
                    throw cause;
                }))
                .hasMessageContaining("broken")
                .hasCause(cause);
    }
}
