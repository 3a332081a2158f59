package dev.pawl.session.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.session.MemoryLog;
import org.junit.jupiter.api.Test;

class ContextChangesTest {
    private final MemoryLog log = new MemoryLog();

    private ContextChanges changes() {
        return ContextChanges.on(log, log.path());
    }

    @Test
    void a_branch_without_edits_and_compactions_changed_nowhere() {
        log.user("one");

        assertThat(changes()).isEqualTo(new ContextChanges(0, 0));
        assertThat(changes().latest()).isZero();
    }

    @Test
    void the_latest_edit_and_the_latest_compaction_are_found_and_no_message_is_read_for_it() {
        int first = log.user("one");
        log.hide(first);
        log.compaction(log.id(first), "sum");
        int later = log.user("two");
        log.hide(later);
        log.user("three");

        assertThat(changes()).isEqualTo(new ContextChanges(5, 3));
        assertThat(changes().latest()).isEqualTo(5);
        assertThat(log.read()).doesNotContain(first, later);
    }

    @Test
    void an_edit_before_a_compaction_does_not_count() {
        int first = log.user("one");
        log.hide(first);
        log.compaction(log.id(first), "sum");

        assertThat(changes()).isEqualTo(new ContextChanges(0, 3));
    }
}
