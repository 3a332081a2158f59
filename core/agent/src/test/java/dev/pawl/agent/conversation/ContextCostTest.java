package dev.pawl.agent.conversation;

import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.CompactionTest;
import dev.pawl.agent.TestAgent;
import dev.pawl.api.HookPoints;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.ContextUsage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContextCostTest {
    @TempDir
    Path dir;

    private static ContextUsage.@Nullable Rewrite rewrite(TestAgent it) {
        return Objects.requireNonNull(it.agent.contextUsage()).rewrite();
    }

    @Test
    void a_hook_that_changes_what_was_sent_before_is_named_with_what_it_costs() throws Exception {
        var count = new AtomicInteger();
        try (var it = TestAgent.in(dir)
                .model(Turn.text("a".repeat(4_000)), Turn.text("Two."), Turn.text("Three."))
                .hook(pi -> pi.on(
                        HookPoints.CONTEXT,
                        (event, ctx) -> event.preview() ? event : event.withMessages(event.messages())))
                .hook(pi -> pi.on(HookPoints.CONTEXT, (event, ctx) -> {
                    if (event.preview()) {
                        return event;
                    }
                    var changed = new ArrayList<>(event.messages());
                    changed.set(0, Message.user("the time is " + count.incrementAndGet(), 0));
                    return event.withMessages(changed);
                }))
                .start()) {
            it.prompt("question 1");
            assertThat(rewrite(it)).isNull();
            it.prompt("question 2");
            // The request before held one message only.
            assertThat(Objects.requireNonNull(rewrite(it)).messages()).isEqualTo(1);
            it.prompt("question 3");
            var rewrite = Objects.requireNonNull(rewrite(it));
            assertThat(rewrite.hook()).isEqualTo("hook2");
            assertThat(rewrite.message()).isEqualTo(1);
            assertThat(rewrite.messages()).isEqualTo(3);
            assertThat(rewrite.tokens()).isBetween(1_000L, 1_020L);
            assertThat(rewrite.note())
                    .isEqualTo("hook hook2 changed message 1 of 3; about 1k cached tokens are paid again");
            var remark = it.agent.engine().traces().effects().getLast();
            assertThat(remark.point()).isEqualTo("context");
            assertThat(remark.steps()).singleElement().satisfies(step -> {
                assertThat(step.hook()).isEqualTo("hook2");
                assertThat(step.note()).isEqualTo(rewrite.note());
            });
        }
    }

    @Test
    void a_hook_that_always_makes_the_same_change_costs_nothing() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."), Turn.text("Two."), Turn.text("Three."))
                .hook(pi -> pi.on(HookPoints.CONTEXT, (event, ctx) -> {
                    var changed = new ArrayList<>(event.messages());
                    changed.addFirst(Message.user("always the same", 0));
                    return event.withMessages(changed);
                }))
                .start()) {
            it.prompt("question 1").prompt("question 2").prompt("question 3");
            assertThat(rewrite(it)).isNull();
        }
    }

    @Test
    void a_hook_that_prunes_old_messages_is_seen_when_it_does() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.text("One."), Turn.text("Two."), Turn.text("Three."))
                .hook(pi -> pi.on(
                        HookPoints.CONTEXT,
                        (event, ctx) -> event.messages().size() < 5
                                ? event
                                : event.withMessages(event.messages()
                                        .subList(2, event.messages().size()))))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            assertThat(rewrite(it)).isNull();
            it.prompt("question 3");
            assertThat(Objects.requireNonNull(rewrite(it)).message()).isEqualTo(1);
        }
    }

    @Test
    void a_compaction_is_not_a_hooks_doing() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(dev.pawl.testkit.model.Script.of(Turn.text("One."), Turn.text("Two."), Turn.text("Three."))
                        .aside(CompactionTest.SUMMARISER, Turn.text("SUMMARY")))
                .settings(CompactionTest.settings(16_384, 3))
                .hook(pi -> pi.on(HookPoints.CONTEXT, (event, ctx) -> event))
                .start()) {
            it.prompt("question 1").prompt("question 2");
            it.agent.compact(null);
            it.prompt("question 3");
            assertThat(rewrite(it)).isNull();
        }
    }
}
