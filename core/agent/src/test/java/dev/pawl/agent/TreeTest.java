package dev.pawl.agent;

import static dev.pawl.api.HookPoints.SESSION_BEFORE_TREE;
import static dev.pawl.api.HookPoints.SESSION_TREE;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.Outcome;
import dev.pawl.api.context.CommandContext.Navigation;
import dev.pawl.api.event.SessionBeforeTree;
import dev.pawl.api.event.SessionTree;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.BranchRecap;
import dev.pawl.api.session.Entry;
import dev.pawl.api.value.Mode;
import dev.pawl.testkit.FakeUi;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeTest {
    private static final Navigation PLAIN = Navigation.plain();
    private static final Navigation SUMMARISED = new Navigation(true, null, false, "tried");

    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());
    private final List<SessionBeforeTree> before = Collections.synchronizedList(new ArrayList<>());
    private final List<SessionTree> after = Collections.synchronizedList(new ArrayList<>());

    private static Entry find(TestAgent it, String text) {
        return it.agent.session().entries().stream()
                .filter(entry -> entry instanceof Entry.MessageEntry said
                        && said.message().text().equals(text))
                .findFirst()
                .orElseThrow();
    }

    private static String leaf(TestAgent it) {
        return Objects.requireNonNull(it.agent.session().leafId());
    }

    private TestAgent.Builder talking() {
        return TestAgent.in(dir)
                .model(Turn.text("One."), Turn.text("Two."), Turn.text("Three."), Turn.text("Four."))
                .hook(pi -> {
                    pi.on(SESSION_BEFORE_TREE, (event, _) -> {
                        before.add(event);
                        return event.proceed();
                    });
                    pi.on(SESSION_TREE, (event, _) -> after.add(event));
                });
    }

    @Test
    void going_to_what_the_user_said_goes_in_front_of_it_and_gives_the_text_back() throws Exception {
        try (var it = talking().start()) {
            it.prompt("first").prompt("second");
            var old = leaf(it);
            var target = find(it, "second");
            var moved = it.agent.navigateTree(target.id(), PLAIN);
            assertThat(moved.cancelled()).isFalse();
            assertThat(moved.text()).isEqualTo("second");
            assertThat(it.agent.session().leafId()).isEqualTo(target.parentId());
            assertThat(after).containsExactly(new SessionTree(target.parentId(), old, null, null));
            it.prompt("instead");
            assertThat(it.sentMessages(3)).containsExactly("user: first", "assistant: One.", "user: instead");
        }
    }

    @Test
    void going_to_an_answer_goes_to_it_and_gives_no_text() throws Exception {
        try (var it = talking().start()) {
            it.prompt("first").prompt("second");
            var target = find(it, "One.");
            assertThat(it.agent.navigateTree(target.id(), PLAIN).text()).isNull();
            assertThat(leaf(it)).isEqualTo(target.id());
            it.prompt("other");
            assertThat(it.sentMessages(3)).containsExactly("user: first", "assistant: One.", "user: other");
            var children = it.agent.session().entries().stream()
                    .filter(entry -> target.id().equals(entry.parentId()))
                    .toList();
            assertThat(children).hasSize(2);
        }
    }

    @Test
    void going_to_the_current_entry_fires_no_event() throws Exception {
        try (var it = talking().start()) {
            it.prompt("first");
            var moved = it.agent.navigateTree(leaf(it), PLAIN);
            assertThat(moved.cancelled()).isFalse();
            assertThat(before).isEmpty();
            assertThat(after).isEmpty();
        }
    }

    @Test
    void hooks_receive_what_is_left_and_what_both_ways_share() throws Exception {
        try (var it = talking().start()) {
            it.prompt("first").prompt("second");
            var shared = find(it, "One.").id();
            it.agent.navigateTree(shared, PLAIN);
            it.prompt("other");
            before.clear();
            var old = leaf(it);
            it.agent.navigateTree(find(it, "Two.").id(), new Navigation(false, null, false, "mark"));
            assertThat(before).singleElement().satisfies(event -> {
                var move = event.preparation();
                assertThat(move.oldLeafId()).isEqualTo(old);
                assertThat(move.commonAncestorId()).isEqualTo(shared);
                assertThat(move.targetId()).isEqualTo(find(it, "Two.").id());
                assertThat(move.userWantsSummary()).isFalse();
                assertThat(move.entriesToSummarize())
                        .filteredOn(Entry.MessageEntry.class::isInstance)
                        .extracting(
                                entry -> ((Entry.MessageEntry) entry).message().text())
                        .containsExactly("other", "Three.");
            });
            assertThat(it.agent.session().label(find(it, "Two.").id())).isEqualTo("mark");
        }
    }

    @Test
    void a_hook_can_cancel_it() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(SESSION_BEFORE_TREE, (event, _) -> event.cancel()))
                .start()) {
            it.prompt("first").prompt("second");
            var old = leaf(it);
            assertThat(it.agent.navigateTree(find(it, "One.").id(), PLAIN).cancelled())
                    .isTrue();
            assertThat(leaf(it)).isEqualTo(old);
            assertThat(after).isEmpty();
        }
    }

    @Test
    void a_summary_of_a_hook_stands_under_the_new_place_with_the_label() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(
                        SESSION_BEFORE_TREE,
                        (event, _) -> event.withSummary(new BranchRecap("Two was tried.", JsonObject.of("n", 2), null))
                                .proceed()))
                .start()) {
            it.prompt("first").prompt("second");
            var old = leaf(it);
            it.agent.navigateTree(find(it, "second").id(), SUMMARISED);
            var summary = (Entry.BranchSummary) it.agent.session().entries().stream()
                    .filter(Entry.BranchSummary.class::isInstance)
                    .findFirst()
                    .orElseThrow();
            assertThat(summary.parentId()).isEqualTo(find(it, "second").parentId());
            assertThat(summary.fromId()).isEqualTo(old);
            assertThat(summary.summary()).isEqualTo("Two was tried.");
            assertThat(summary.fromHook()).isTrue();
            assertThat(it.agent.session().label(summary.id())).isEqualTo("tried");
            assertThat(it.agent.session().label(find(it, "second").id())).isNull();
            assertThat(after).singleElement().satisfies(event -> {
                assertThat(event.summaryEntry()).isEqualTo(summary);
                assertThat(event.fromHook()).isTrue();
            });
            it.prompt("instead");
            assertThat(it.sentMessages(3)).hasSize(4);
            assertThat(it.sentMessages(3).get(2)).contains("Two was tried.");
            assertThat(it.requests()).isEqualTo(3);
        }
    }

    @Test
    void a_summary_that_was_not_requested_is_not_used() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(
                        SESSION_BEFORE_TREE,
                        (event, _) -> event.withSummary(new BranchRecap("Two was tried.", null, null))
                                .proceed()))
                .start()) {
            it.prompt("first").prompt("second");
            it.agent.navigateTree(find(it, "One.").id(), PLAIN);
            assertThat(it.agent.session().entries()).noneMatch(Entry.BranchSummary.class::isInstance);
        }
    }

    @Test
    void a_hook_can_change_the_label() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(
                        SESSION_BEFORE_TREE,
                        (event, _) -> event.withPreparation(event.preparation().withLabel("mine"))
                                .proceed()))
                .start()) {
            it.prompt("first").prompt("second");
            it.agent.navigateTree(find(it, "One.").id(), PLAIN);
            assertThat(it.agent.session().label(find(it, "One.").id())).isEqualTo("mine");
        }
    }

    @Test
    void an_abort_leaves_everything_where_it_was() throws Exception {
        var hold = new Waypoint();
        try (var it = talking()
                .hook(pi -> pi.on(SESSION_BEFORE_TREE, (event, _) -> {
                    hold.pass();
                    return event.proceed();
                }))
                .hook(pi -> pi.command("go", "", ctx -> {
                    recorded.add("moved " + ctx.navigateTree(ctx.argsRaw(), SUMMARISED));
                    return Outcome.nothing();
                }))
                .start()) {
            it.prompt("first").prompt("second");
            var old = leaf(it);
            var going = PendingPrompt.to(it, "/go " + find(it, "One.").id());
            hold.awaitReached();
            assertThat(it.agent.isIdle()).isFalse();
            assertThatThrownBy(() -> it.agent.navigateTree(find(it, "One.").id(), PLAIN))
                    .isInstanceOf(IllegalStateException.class);
            it.agent.abort();
            going.await();
            assertThat(recorded).containsExactly("moved false");
            assertThat(leaf(it)).isEqualTo(old);
            assertThat(after).isEmpty();
            hold.open();
            it.prompt("third");
            assertThat(it.sentMessages(3)).hasSize(5);
        }
    }

    @Test
    void it_is_refused_while_the_agent_works_and_where_there_is_no_such_entry() throws Exception {
        var hold = new Waypoint();
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .model(Turn.text("One."), Turn.calls(call("hold", JsonObject.empty())), Turn.text("Two."))
                .start()) {
            it.prompt("first");
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            assertThatThrownBy(() -> it.agent.navigateTree(find(it, "One.").id(), PLAIN))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("idle");
            hold.open();
            run.await();
            assertThatThrownBy(() -> it.agent.navigateTree("nowhere0", PLAIN))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("nowhere0");
        }
    }

    @Test
    void the_editor_of_a_client_is_left_alone() throws Exception {
        var ui = new FakeUi();
        try (var it = talking()
                .ui(ui, Mode.RPC)
                .hook(pi -> pi.command("go", "", ctx -> {
                    ctx.navigateTree(ctx.argsRaw(), PLAIN);
                    return Outcome.nothing();
                }))
                .start()) {
            it.prompt("first").prompt("second");
            it.prompt("/go " + find(it, "second").id());
            assertThat(ui.editorText()).isEmpty();
        }
    }

    @Test
    void a_command_puts_the_text_into_an_empty_editor_only() throws Exception {
        var ui = new FakeUi();
        try (var it = talking()
                .ui(ui, Mode.TUI)
                .hook(pi -> pi.command("go", "", ctx -> {
                    ctx.navigateTree(ctx.argsRaw(), PLAIN);
                    return Outcome.nothing();
                }))
                .start()) {
            it.prompt("first").prompt("second");
            it.prompt("/go " + find(it, "second").id());
            assertThat(ui.editorText()).isEqualTo("second");
            it.prompt("/go " + find(it, "first").id());
            assertThat(ui.editorText()).isEqualTo("second");
        }
    }

    @Test
    void the_tools_are_those_that_were_declared_on_that_branch() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.command("tools", "", ctx -> {
                    ctx.tools().setActive(ctx.args());
                    return Outcome.nothing();
                }))
                .start()) {
            it.prompt("first");
            it.prompt("/tools read");
            it.prompt("second");
            assertThat(it.agent.context().tools().active()).containsExactly("read");
            it.agent.navigateTree(find(it, "One.").id(), PLAIN);
            assertThat(it.agent.context().tools().active()).containsExactly("read", "bash", "edit", "write");
            it.prompt("other");
            assertThat(it.request(3).objects("tools")).hasSize(4);
        }
    }

    @Test
    void what_a_hook_kept_on_one_branch_is_not_there_on_another() throws Exception {
        try (var it = talking()
                .hook(pi -> {
                    pi.command("note", "", ctx -> {
                        ctx.session().append("note", ctx.argsRaw());
                        return Outcome.nothing();
                    });
                    pi.on(
                            SESSION_TREE,
                            (_, ctx) -> recorded.add(ctx.session().branch().stream()
                                    .filter(Entry.Custom.class::isInstance)
                                    .map(entry -> String.valueOf(((Entry.Custom) entry).data()))
                                    .toList()
                                    .toString()));
                })
                .start()) {
            it.prompt("first").prompt("second");
            it.prompt("/note on two");
            var onTwo = leaf(it);
            it.agent.navigateTree(find(it, "One.").id(), PLAIN);
            it.agent.navigateTree(onTwo, PLAIN);
            assertThat(recorded).containsExactly("[]", "[on two]");
            assertThat(it.storedMessages()).extracting(Message::text).endsWith("Two.");
        }
    }
}
