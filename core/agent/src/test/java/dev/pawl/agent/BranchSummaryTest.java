package dev.pawl.agent;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.compaction.BranchSummaries;
import dev.pawl.agent.setup.Navigated;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.HookPoints;
import dev.pawl.api.context.CommandContext.Navigation;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.BranchRecap;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.EntryNode;
import dev.pawl.machine.Patience;
import dev.pawl.testkit.model.Script;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BranchSummaryTest {
    private static final Navigation SUMMARISED = new Navigation(true, null, false, null);

    @TempDir
    Path dir;

    private TestAgent.Builder answering(Script.Turn summary, Script.Turn... turns) {
        return TestAgent.in(dir).model(Script.of(turns).aside(CompactionTest.SUMMARISER, summary));
    }

    private static String idOf(TestAgent it, String text) {
        return it.agent.session().entries().stream()
                .filter(entry -> entry instanceof Entry.MessageEntry said
                        && said.message().text().equals(text))
                .findFirst()
                .orElseThrow()
                .id();
    }

    @Test
    void what_is_left_behind_is_summarised_under_the_new_place() throws Exception {
        Files.writeString(Files.createDirectories(dir.resolve("work")).resolve("a.txt"), "content of a");
        var trees = new ArrayList<String>();
        try (var it = answering(
                        Turn.text("RECAP").usage(70, 7),
                        Turn.text("One."),
                        Turn.calls(call("read", JsonObject.of("path", "a.txt"))),
                        Turn.text("Two."),
                        Turn.text("Three."))
                .hook(pi -> pi.on(
                        HookPoints.SESSION_TREE,
                        (event, ctx) ->
                                trees.add(event.fromHook() + " " + event.oldLeafId() + " " + event.newLeafId())))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            var oldLeaf = it.agent.session().leafId();
            var moved = it.agent.navigateTree(idOf(it, "One."), new Navigation(true, "mind the files", false, "tried"));
            assertThat(moved.cancelled()).isFalse();
            assertThat(moved.text()).isNull();
            var summary = (Entry.BranchSummary) it.agent.session().branch().stream()
                    .filter(Entry.BranchSummary.class::isInstance)
                    .findFirst()
                    .orElseThrow();
            assertThat(summary.parentId()).isEqualTo(idOf(it, "One."));
            assertThat(summary.fromId()).isEqualTo(oldLeaf);
            assertThat(summary.summary()).contains("RECAP").endsWith("\n\n<read-files>\na.txt\n</read-files>");
            assertThat(Objects.requireNonNull(summary.usage()).input()).isEqualTo(70);
            assertThat(summary.fromHook()).isFalse();
            assertThat(it.agent.session().label(summary.id())).isEqualTo("tried");
            assertThat(trees).hasSize(1);
            assertThat(trees.getFirst()).startsWith("false " + oldLeaf);
            var asked = CompactionTest.summaryAsked(it, 1);
            assertThat(asked)
                    .contains("[User]: question 2")
                    .contains("Two.")
                    .contains("Additional focus: mind the files")
                    .doesNotContain("question 1")
                    .doesNotContain("content of a")
                    .doesNotContain("Critical Context");
            it.prompt("question 3");
            assertThat(it.sentMessages(5)).hasSize(4).last().isEqualTo("user: question 3");
            assertThat(it.sentMessages(5).get(2)).contains("RECAP");
        }
    }

    @Test
    void instructions_may_replace_the_built_in_ones() throws Exception {
        try (var it = answering(Turn.text("RECAP"), Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            it.agent.navigateTree(idOf(it, "One."), new Navigation(true, "Write a haiku.", true, null));
            assertThat(CompactionTest.summaryAsked(it, 1))
                    .contains("Write a haiku.")
                    .doesNotContain("## Goal");
        }
    }

    @Test
    void a_hook_writes_the_summary_or_other_instructions() throws Exception {
        try (var it = answering(Turn.text("RECAP"), Turn.text("One."), Turn.text("Two."), Turn.text("Three."))
                .hook(pi -> pi.on(
                        HookPoints.SESSION_BEFORE_TREE,
                        (event, ctx) -> event.preparation().label() == null
                                ? event.withPreparation(event.preparation()
                                                .withInstructions("hook's own", false)
                                                .withLabel("named"))
                                        .proceed()
                                : event.withSummary(new BranchRecap("HOOKED", null, null))
                                        .proceed()))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            it.agent.navigateTree(idOf(it, "One."), SUMMARISED);
            assertThat(CompactionTest.summaryAsked(it, 1)).contains("Additional focus: hook's own");
            it.prompt("question 3");
            it.agent.navigateTree(idOf(it, "One."), new Navigation(true, null, false, "mine"));
            assertThat(it.requests()).isEqualTo(4);
            assertThat(it.agent.session().entries().stream()
                            .filter(Entry.BranchSummary.class::isInstance)
                            .map(entry -> ((Entry.BranchSummary) entry).fromHook()))
                    .containsExactly(false, true);
        }
    }

    @Test
    void a_summary_of_a_hook_is_used_only_if_one_is_wanted() throws Exception {
        try (var it = answering(Turn.text("RECAP"), Turn.text("One."), Turn.text("Two."))
                .hook(pi -> pi.on(
                        HookPoints.SESSION_BEFORE_TREE,
                        (event, ctx) -> event.withSummary(new BranchRecap("HOOKED", null, null))
                                .proceed()))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            it.agent.navigateTree(idOf(it, "One."), Navigation.plain());
            assertThat(it.agent.session().entries()).noneMatch(Entry.BranchSummary.class::isInstance);
        }
    }

    @Test
    void an_abort_leaves_the_leaf_where_it_was() throws Exception {
        try (var it =
                answering(Turn.stalled(), Turn.text("One."), Turn.text("Two.")).start()) {
            it.prompt("question 1").prompt("question 2");
            var leaf = it.agent.session().leafId();
            var moved = new LinkedBlockingQueue<Navigated>();
            Thread.ofVirtual().start(() -> moved.add(go(it, idOf(it, "One."))));
            it.model.awaitRequest(3);
            assertThat(it.agent.isIdle()).isFalse();
            it.agent.abort();
            assertThat(moved.poll(Patience.SECONDS, TimeUnit.SECONDS)).isEqualTo(new Navigated(true, true, null));
            assertThat(it.agent.session().leafId()).isEqualTo(leaf);
            assertThat(it.agent.isIdle()).isTrue();
        }
    }

    @Test
    void a_summary_that_fails_leaves_the_leaf_where_it_was() throws Exception {
        try (var it = answering(Turn.status(400).message("no such model"), Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            var leaf = it.agent.session().leafId();
            var bytes =
                    Files.readAllBytes(Objects.requireNonNull(it.agent.session().file()));
            assertThatThrownBy(() -> it.agent.navigateTree(idOf(it, "One."), SUMMARISED))
                    .hasMessageContaining("no such model");
            assertThat(it.agent.session().leafId()).isEqualTo(leaf);
            assertThat(Files.readAllBytes(
                            Objects.requireNonNull(it.agent.session().file())))
                    .isEqualTo(bytes);
        }
    }

    @Test
    void one_navigation_at_a_time_and_none_while_the_model_answers() throws Exception {
        var asked = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        try (var it = answering(Turn.text("RECAP"), Turn.text("One."), Turn.text("Two."), Turn.stalled())
                .hook(pi -> pi.on(HookPoints.SESSION_BEFORE_TREE, (event, ctx) -> {
                    asked.countDown();
                    go.await();
                    return event.proceed();
                }))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            var target = idOf(it, "One.");
            var first = Thread.ofVirtual().start(() -> go(it, target));
            asked.await();
            assertThatThrownBy(() -> it.agent.navigateTree(target, SUMMARISED))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> it.agent.prompt(Prompt.of("now"))).isInstanceOf(IllegalStateException.class);
            go.countDown();
            first.join();
            var run = Thread.ofVirtual().start(() -> {
                try {
                    it.agent.prompt(Prompt.of("question 3"));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            it.model.awaitRequest(4);
            assertThatThrownBy(() -> it.agent.navigateTree(target, SUMMARISED))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("idle");
            it.agent.abort();
            run.join();
        }
    }

    @Test
    void a_tree_of_a_hundred_branches_is_walked() throws Exception {
        try (var it = answering(
                        Turn.text("RECAP"),
                        Turn.text("One."),
                        Turn.text("More.").repeat(100))
                .start()) {
            it.prompt("question 1");
            var root = idOf(it, "One.");
            for (int i = 0; i < 100; i++) {
                it.prompt("branch " + i);
                it.agent.navigateTree(root, i % 10 == 0 ? SUMMARISED : Navigation.plain());
            }
            assertThat(it.agent.session().entries().stream().filter(Entry.BranchSummary.class::isInstance))
                    .hasSize(10);
            assertThat(it.agent.session().leafId()).isEqualTo(root);
        }
    }

    @Test
    void the_newest_messages_that_fit_are_taken_and_a_summary_a_little_over() {
        var entries = new ArrayList<Entry>();
        entries.add(new Entry.BranchSummary(
                node(0),
                "x",
                "s".repeat(400),
                JsonObject.of("readFiles", List.of("old.txt")),
                null,
                false,
                JsonObject.empty()));
        for (int i = 1; i <= 10; i++) {
            entries.add(new Entry.MessageEntry(node(i), Message.user("u".repeat(40), i), JsonObject.empty()));
        }
        assertThat(BranchSummaries.collect(entries, 35).messages()).hasSize(3);
        assertThat(BranchSummaries.collect(entries, 35).files().read()).containsExactly("old.txt");
        // All ten are 100 tokens: with room for them and little more, the summary before them still comes along.
        assertThat(BranchSummaries.collect(entries, 150).messages()).hasSize(11);
        assertThat(BranchSummaries.collect(entries, 105).messages()).hasSize(10);
        assertThat(BranchSummaries.collect(List.of(), 100).messages()).isEmpty();
    }

    private static EntryNode node(int n) {
        return new EntryNode("e" + n, n == 0 ? null : "e" + (n - 1), Instant.ofEpochMilli(n));
    }

    private static Navigated go(TestAgent it, String target) {
        try {
            return it.agent.navigateTree(target, SUMMARISED);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
