package dev.pawl.session.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.session.MemoryLog;
import dev.pawl.session.store.EntryLog;
import org.junit.jupiter.api.Test;

class BranchTest {
    private final MemoryLog log = new MemoryLog();

    @Test
    void a_path_leads_from_the_root_to_the_leaf() {
        int root = log.user("root");
        int left = log.user("left");
        log.branch(root);
        int right = log.user("right");
        int leaf = log.user("leaf");

        assertThat(Branch.path(log, leaf)).containsExactly(root, right, leaf);
        assertThat(Branch.path(log, left)).containsExactly(root, left);
        assertThat(log.read()).isEmpty();
    }

    @Test
    void no_leaf_has_an_empty_path() {
        log.user("root");

        assertThat(Branch.path(log, EntryLog.NONE)).isEmpty();
    }

    @Test
    void a_lost_parent_ends_the_path() {
        var torn = MemoryLog.ofLines("""
            {"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"1"}}
            {"type":"message","id":"c","parentId":"b","message":{"role":"user","content":"3"}}
            {"type":"message","id":"d","parentId":"c","message":{"role":"user","content":"4"}}
            """);

        assertThat(Branch.path(torn, 2)).containsExactly(1, 2);
    }

    @Test
    void two_branches_part_at_their_deepest_common_entry() {
        log.user("root");
        int fork = log.user("fork");
        int left = log.user("left");
        int leftLeaf = log.user("left leaf");
        log.branch(fork);
        int right = log.user("right");

        assertThat(Branch.commonAncestor(log, leftLeaf, right)).isEqualTo(fork);
        assertThat(Branch.commonAncestor(log, right, leftLeaf)).isEqualTo(fork);
        assertThat(Branch.commonAncestor(log, leftLeaf, left)).isEqualTo(left);
        assertThat(Branch.below(log, fork, leftLeaf)).containsExactly(left, leftLeaf);
        assertThat(Branch.below(log, left, left)).isEmpty();
    }

    @Test
    void two_roots_have_no_common_entry() {
        int one = log.user("one");
        log.reset();
        int other = log.user("other");

        assertThat(Branch.commonAncestor(log, one, other)).isEqualTo(EntryLog.NONE);
        assertThat(Branch.commonAncestor(log, one, EntryLog.NONE)).isEqualTo(EntryLog.NONE);
        assertThat(Branch.below(log, EntryLog.NONE, other)).containsExactly(other);
    }

    @Test
    void a_branch_contains_its_own_entries_only() {
        int root = log.user("root");
        int left = log.user("left");
        log.branch(root);
        int right = log.user("right");

        assertThat(Branch.contains(log, right, root)).isTrue();
        assertThat(Branch.contains(log, right, right)).isTrue();
        assertThat(Branch.contains(log, right, left)).isFalse();
        assertThat(Branch.contains(log, root, right)).isFalse();
        assertThat(Branch.contains(log, EntryLog.NONE, root)).isFalse();
        assertThat(Branch.contains(log, EntryLog.NONE, EntryLog.NONE)).isFalse();
    }
}
