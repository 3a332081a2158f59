package dev.pawl.session.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.session.TreeNode;
import dev.pawl.machine.Deep;
import dev.pawl.session.MemoryLog;
import java.util.List;
import org.junit.jupiter.api.Test;

class TreeTest {
    private final MemoryLog log = new MemoryLog();

    @Test
    void an_empty_session_has_no_roots() {
        assertThat(Tree.of(log)).isEmpty();
    }

    @Deep
    @Test
    void a_chain_of_a_million_entries_is_walked() {
        int length = 1_000_000;
        for (int i = 0; i < length; i++) {
            log.add("custom", JsonObject.empty());
        }
        int depth = 0;
        for (var level = Tree.of(log);
                !level.isEmpty();
                level = level.getFirst().children()) {
            depth++;
        }
        assertThat(depth).isEqualTo(length);
        assertThat(Branch.path(log, length - 1)).hasSize(length);
        assertThat(SessionState.at(log, length - 1)).isEqualTo(new SessionState(null, null));
    }

    @Test
    void a_branch_stands_beside_the_one_before_it() {
        int root = log.user("root");
        log.user("left");
        log.branch(root);
        log.user("right");
        log.user("leaf");

        assertThat(shape(Tree.of(log))).isEqualTo("e0(e1 e2(e3))");
    }

    @Test
    void children_stand_in_the_order_of_time_and_at_the_same_time_in_that_of_the_file() {
        int root = log.user("root");
        for (int minutes : new int[] {2, 1, 2, 1}) {
            log.branch(root);
            log.addAt(MemoryLog.START.plusSeconds(60L * minutes), "custom", JsonObject.empty());
        }

        assertThat(shape(Tree.of(log))).isEqualTo("e0(e2 e4 e1 e3)");
    }

    @Test
    void an_entry_after_a_reset_is_another_root() {
        log.user("one");
        log.user("one's child");
        log.reset();
        log.user("two");

        assertThat(shape(Tree.of(log))).isEqualTo("e0(e1) e2");
    }

    @Test
    void an_entry_whose_parent_is_lost_is_a_root() {
        var torn = MemoryLog.ofLines("""
            {"type":"message","id":"a","parentId":null,"timestamp":"2026-01-01T00:00:00.000Z"}
            {"type":"message","id":"c","parentId":"b","timestamp":"2026-01-01T00:00:01.000Z"}
            {"type":"message","id":"d","parentId":"c","timestamp":"2026-01-01T00:00:02.000Z"}
            """);

        assertThat(shape(Tree.of(torn))).isEqualTo("a c(d)");
    }

    @Test
    void a_node_carries_its_latest_label_and_since_when() {
        int root = log.user("root");
        log.label(root, "first");
        int second = log.label(root, "second");

        var node = Tree.of(log).getFirst();

        assertThat(node.label()).isEqualTo("second");
        assertThat(node.labelTimestamp()).isEqualTo(log.entry(second).timestamp());
        assertThat(shape(List.of(node))).isEqualTo("e0(e1(e2))");
    }

    @Test
    void a_node_whose_label_was_taken_away_has_none() {
        int root = log.user("root");
        log.label(root, "first");
        log.label(root, "");

        var node = Tree.of(log).getFirst();

        assertThat(node.label()).isNull();
        assertThat(node.labelTimestamp()).isNull();
    }

    @Test
    void a_chain_of_100_000_entries_is_a_tree_too() {
        for (int i = 0; i < 100_000; i++) {
            log.add("custom", JsonObject.empty());
        }

        int depth = 0;
        for (var level = Tree.of(log);
                !level.isEmpty();
                level = level.getFirst().children()) {
            depth++;
        }

        assertThat(depth).isEqualTo(100_000);
    }

    private static String shape(List<TreeNode> nodes) {
        return String.join(" ", nodes.stream().map(TreeTest::shape).toList());
    }

    private static String shape(TreeNode node) {
        var id = node.entry().id();
        return node.children().isEmpty() ? id : id + "(" + shape(node.children()) + ")";
    }
}
