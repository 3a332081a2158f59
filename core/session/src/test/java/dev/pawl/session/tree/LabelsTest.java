package dev.pawl.session.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.session.MemoryLog;
import org.junit.jupiter.api.Test;

class LabelsTest {
    private final MemoryLog log = new MemoryLog();

    @Test
    void the_latest_label_of_an_entry_wins_on_whatever_branch_it_was_given() {
        int root = log.user("root");
        int left = log.user("left");
        log.label(root, "from the left");
        log.branch(root);
        log.user("right");
        log.label(root, "from the right");
        log.label(left, "left");

        assertThat(Labels.in(log))
                .hasSize(2)
                .hasEntrySatisfying(root, label -> assertThat(label.label()).isEqualTo("from the right"))
                .hasEntrySatisfying(left, label -> assertThat(label.label()).isEqualTo("left"));
    }

    @Test
    void an_empty_label_and_an_absent_one_take_it_away() {
        int one = log.user("one");
        int two = log.user("two");
        log.label(one, "a");
        log.label(two, "b");
        log.label(one, "");
        log.add("label", JsonObject.of("targetId", log.id(two)));

        assertThat(Labels.in(log)).isEmpty();
    }

    @Test
    void a_label_of_an_entry_that_is_lost_is_passed_over() {
        log.add("label", JsonObject.of("targetId", "gone", "label", "a"));

        assertThat(Labels.in(log)).isEmpty();
    }

    @Test
    void only_labels_are_read() {
        int root = log.user("root");
        log.user("more");
        int label = log.label(root, "a");

        Labels.in(log);

        assertThat(log.read()).containsExactly(label);
    }

    @Test
    void a_label_is_not_in_the_context() {
        int root = log.user("root");
        log.label(root, "a");

        assertThat(log.context()).containsExactly("root");
    }

    @Test
    void an_unknown_entry_cannot_be_labelled() {
        int root = log.user("root");

        assertThatCode(() -> Labels.check(log, log.id(root))).doesNotThrowAnyException();
        assertThatThrownBy(() -> Labels.check(log, "gone"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("gone");
    }
}
