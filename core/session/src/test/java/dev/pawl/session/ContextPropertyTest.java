package dev.pawl.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.session.TreeNode;
import dev.pawl.machine.property.Draw;
import dev.pawl.machine.property.Property;
import dev.pawl.session.store.EntryLog;
import dev.pawl.session.tree.Branch;
import dev.pawl.session.tree.Projection;
import dev.pawl.session.tree.Tree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whatever grew in a tree, its contexts are what the rules say, spelled out one after another over plain JSON. */
class ContextPropertyTest {
    /** One step of a tree that grows: where it hangs and what it refers to are taken modulo the size so far. */
    record Step(String kind, boolean jumps, int parent, int target) {}

    @Test
    void the_context_of_every_leaf_is_what_the_rules_say() {
        Property.holds(1000, draw -> {
            List<Step> steps = trees(draw);
            var log = grow(steps);

            for (int leaf = EntryLog.NONE; leaf < log.size(); leaf++) {
                var shown = Projection.of(log, Branch.path(log, leaf)).stream()
                        .map(message ->
                                message.entryIndex() + " " + message.message().role() + " "
                                        + message.message().text())
                        .toList();
                assertThat(shown).isEqualTo(expected(log, leaf));
            }
        });
    }

    @Test
    void a_context_reads_each_entry_at_most_once_and_only_from_its_branch() {
        Property.holds(300, draw -> {
            List<Step> steps = trees(draw);
            var log = grow(steps);
            var path = log.path();

            Projection.of(log, path);

            assertThat(log.read())
                    .doesNotHaveDuplicates()
                    .isSubsetOf(IntStream.of(path).boxed().toList());
        });
    }

    @Test
    void the_tree_holds_every_entry_once_below_its_parent() {
        Property.holds(300, draw -> {
            List<Step> steps = trees(draw);
            var log = grow(steps);
            var ids = new ArrayList<String>();
            var open = new ArrayDeque<TreeNode>(Tree.of(log));
            while (!open.isEmpty()) {
                var node = open.pop();
                ids.add(node.entry().id());
                assertThat(node.children())
                        .allMatch(
                                child -> node.entry().id().equals(child.entry().parentId()))
                        .isSortedAccordingTo((a, b) ->
                                a.entry().timestamp().compareTo(b.entry().timestamp()));
                open.addAll(node.children());
            }

            assertThat(ids)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, log.size()).mapToObj(log::id).toList());
        });
    }

    @Test
    void two_paths_are_equal_up_to_their_common_ancestor_and_share_nothing_below() {
        Property.holds(300, draw -> {
            List<Step> steps = trees(draw);
            var log = grow(steps);
            int one = log.size() - 1;
            for (int other = EntryLog.NONE; other < log.size(); other++) {
                int ancestor = Branch.commonAncestor(log, one, other);
                var shared = path(log, ancestor);
                var below = boxed(Branch.below(log, ancestor, one));
                var otherBelow = boxed(Branch.below(log, ancestor, other));

                assertThat(concat(shared, below)).isEqualTo(path(log, one));
                assertThat(concat(shared, otherBelow)).isEqualTo(path(log, other));
                assertThat(below).doesNotContainAnyElementsOf(otherBelow.isEmpty() ? List.of(-2) : otherBelow);
            }
        });
    }

    /** The kinds of entries, each as often as it should be drawn. */
    private static final List<String> KINDS = Map.ofEntries(
                    Map.entry("user", 6),
                    Map.entry("assistant", 4),
                    Map.entry("toolResult", 2),
                    Map.entry("system", 2),
                    Map.entry("custom_message", 2),
                    Map.entry("branch_summary", 2),
                    Map.entry("silent_summary", 1),
                    Map.entry("compaction", 3),
                    Map.entry("checkpoint", 1),
                    Map.entry("retain_none", 1),
                    Map.entry("hide", 3),
                    Map.entry("edit", 3),
                    Map.entry("label", 1),
                    Map.entry("acme_note", 1))
            .entrySet()
            .stream()
            .sorted(Map.Entry.comparingByKey(Comparator.reverseOrder()))
            .flatMap(kind -> Collections.nCopies(kind.getValue(), kind.getKey()).stream())
            .toList();

    private static List<Step> trees(Draw draw) {
        return draw.list(
                0,
                30,
                () -> new Step(
                        draw.of(KINDS),
                        draw.of(false, false, false, true),
                        draw.integer(0, 1000),
                        draw.integer(0, 1000)));
    }

    private static MemoryLog grow(List<Step> steps) {
        var log = new MemoryLog();
        for (var step : steps) {
            int size = log.size();
            if (step.jumps()) {
                log.branch(step.parent() % (size + 1) - 1);
            }
            int target = size == 0 ? 0 : step.target() % size;
            var targetId = "e" + target;
            var text = "t" + size;
            switch (step.kind()) {
                case "custom_message" -> log.add("custom_message", JsonObject.of("content", text));
                case "branch_summary" -> log.add("branch_summary", JsonObject.of("summary", text));
                case "silent_summary" -> log.add("branch_summary", JsonObject.of("summary", ""));
                case "compaction" -> log.compaction(targetId, text);
                case "retain_none" -> log.compaction("e" + size, text);
                case "checkpoint" ->
                    log.add(
                            "compaction",
                            JsonObject.of("firstKeptEntryId", targetId, "summary", text)
                                    .with("systemMessage", JsonObject.of("role", "system", "content", "s" + size)));
                case "hide" -> log.add("context_edit", JsonObject.of("targetId", targetId, "replacement", null));
                case "edit" ->
                    log.add(
                            "context_edit",
                            JsonObject.of("targetId", targetId, "replacement", JsonObject.of("content", text)));
                case "label" -> log.add("label", JsonObject.of("targetId", targetId, "label", text));
                case "acme_note" -> log.add("acme_note", JsonObject.empty());
                default -> log.message(step.kind(), text);
            }
        }
        return log;
    }

    private static List<String> expected(MemoryLog log, int leaf) {
        var branch = new ArrayList<JsonObject>();
        for (int at = leaf; at >= 0; at = log.find(log.json(at).string("parentId", ""))) {
            branch.addFirst(log.json(at));
        }
        var context = select(branch);
        var shown = new ArrayList<String>();
        for (int i = 0; i < context.size(); i++) {
            var entry = context.get(i);
            var edit = context.stream()
                    .filter(other -> other.string("type", "").equals("context_edit")
                            && other.string("targetId", "").equals(entry.string("id")))
                    .reduce((_, latest) -> latest)
                    .orElse(JsonObject.of("replacement", JsonObject.empty()));
            if (edit.get("replacement") == null) {
                continue;
            }
            var edited = edit.object("replacement").string("content");
            var place = branch.indexOf(entry) + 1 + " ";
            var message = entry.object("message");
            var summary = entry.string("summary", "");
            switch (entry.string("type", "")) {
                case "message" -> {
                    var role = message.string("role", "");
                    var text = edited == null || role.equals("system") ? message.string("content", "") : edited;
                    shown.add(place + role + " " + text);
                }
                case "custom_message" ->
                    shown.add(place + "custom "
                            + (edited == null
                                    ? Body.fromJson(entry.get("content")).text()
                                    : edited));
                case "branch_summary" -> {
                    if (!summary.isEmpty()) {
                        shown.add(place + "branchSummary " + summary);
                    }
                }
                case "compaction" -> {
                    if (i == 0 && entry.has("systemMessage")) {
                        shown.add("null system " + entry.object("systemMessage").string("content"));
                    }
                    if (i == 0) {
                        shown.add(place + "compactionSummary " + summary);
                    }
                }
                default -> {}
            }
        }
        return shown;
    }

    private static List<JsonObject> select(List<JsonObject> branch) {
        var compactions = branch.stream()
                .filter(entry -> entry.string("type", "").equals("compaction"))
                .toList();
        if (compactions.isEmpty()) {
            return branch;
        }
        var compaction = compactions.getLast();
        int at = branch.indexOf(compaction);
        var selected = new ArrayList<>(List.of(compaction));
        boolean kept = false;
        for (var entry : branch.subList(0, at)) {
            kept |= entry.string("id", "").equals(compaction.string("firstKeptEntryId"));
            if (kept && !entry.object("message").string("role", "").equals("system")) {
                selected.add(entry);
            }
        }
        selected.addAll(branch.subList(at + 1, branch.size()));
        return selected;
    }

    private static List<Integer> path(EntryLog log, int leaf) {
        return boxed(Branch.path(log, leaf));
    }

    private static List<Integer> boxed(int[] indices) {
        return IntStream.of(indices).boxed().toList();
    }

    private static List<Integer> concat(List<Integer> one, List<Integer> other) {
        var all = new ArrayList<>(one);
        all.addAll(other);
        return all;
    }
}
