package dev.pawl.agent.conversation;

import static dev.pawl.api.HookPoints.MESSAGE_START;
import static dev.pawl.api.HookPoints.TURN_START;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.PendingPrompt;
import dev.pawl.agent.TestAgent;
import dev.pawl.agent.Waypoint;
import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.Disposition;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.value.Delivery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueuesTest {
    private static final Turn HOLD = Turn.calls(call("hold", JsonObject.empty()));

    @TempDir
    Path dir;

    private final Waypoint hold = new Waypoint();
    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    @Test
    void a_prompt_is_refused_while_the_agent_works_unless_it_says_how_to_be_queued() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .model(HOLD, Turn.text("Done."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            assertThatThrownBy(() -> it.agent.prompt(Prompt.of("me too")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("already processing");
            assertThat(it.agent.queued()).isZero();
            hold.open();
            assertThat(run.await()).isEqualTo(Disposition.STARTED);
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    void what_steers_is_delivered_behind_the_tools_and_before_the_next_request() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .model(HOLD, Turn.text("Done."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            assertThat(it.agent.prompt(Prompt.of("turn left").queuedAs(Delivery.As.STEER)))
                    .isEqualTo(Disposition.QUEUED);
            assertThat(it.requests()).isEqualTo(1);
            hold.open();
            run.await();
            assertThat(it.sentMessages(2))
                    .containsExactly("user: work", "assistant: ", "tool: held", "user: turn left");
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    void what_follows_is_delivered_when_neither_tools_nor_steering_remain() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .model(HOLD, Turn.text("Turned."), Turn.text("Followed."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.queue(Prompt.of("and then?"), Delivery.As.FOLLOW_UP);
            it.agent.queue(Prompt.of("turn left"), Delivery.As.STEER);
            hold.open();
            run.await();
            assertThat(it.sentMessages(2)).last().isEqualTo("user: turn left");
            assertThat(it.sentMessages(2)).doesNotContain("user: and then?");
            assertThat(it.sentMessages(3)).endsWith("assistant: Turned.", "user: and then?");
        }
    }

    @Test
    void one_at_a_time_makes_a_turn_of_each() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .model(HOLD, Turn.text("One."), Turn.text("Two."), Turn.text("Three."), Turn.text("Four."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            queueFour(it);
            hold.open();
            run.await();
            assertThat(it.sentMessages(2)).last().isEqualTo("user: s1");
            assertThat(it.sentMessages(3)).endsWith("assistant: One.", "user: s2");
            assertThat(it.sentMessages(4)).endsWith("assistant: Two.", "user: f1");
            assertThat(it.sentMessages(5)).endsWith("assistant: Three.", "user: f2");
            assertThat(it.requests()).isEqualTo(5);
        }
    }

    @Test
    void all_at_once_makes_one_turn_of_them() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .settings(JsonObject.of("steeringMode", "all", "followUpMode", "all"))
                .model(HOLD, Turn.text("One."), Turn.text("Two."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            queueFour(it);
            hold.open();
            run.await();
            assertThat(it.sentMessages(2)).endsWith("user: s1", "user: s2");
            assertThat(it.sentMessages(3)).endsWith("assistant: One.", "user: f1", "user: f2");
            assertThat(it.requests()).isEqualTo(3);
        }
    }

    private static void queueFour(TestAgent it) throws InterruptedException {
        it.agent.queue(Prompt.of("s1"), Delivery.As.STEER);
        it.agent.queue(Prompt.of("s2"), Delivery.As.STEER);
        it.agent.queue(Prompt.of("f1"), Delivery.As.FOLLOW_UP);
        it.agent.queue(Prompt.of("f2"), Delivery.As.FOLLOW_UP);
    }

    @Test
    void every_change_of_the_queue_is_reported() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .model(HOLD, Turn.text("One."), Turn.text("Two."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.queue(Prompt.of("s1"), Delivery.As.STEER);
            it.agent.queue(Prompt.of("f1"), Delivery.As.FOLLOW_UP);
            hold.open();
            run.await();
            assertThat(it.of(AgentEvent.QueueChanged.class))
                    .containsExactly(
                            new AgentEvent.QueueChanged(List.of("s1"), List.of()),
                            new AgentEvent.QueueChanged(List.of("s1"), List.of("f1")),
                            new AgentEvent.QueueChanged(List.of(), List.of("f1")),
                            new AgentEvent.QueueChanged(List.of(), List.of()));
        }
    }

    @Test
    void hooks_messages_wait_in_the_queue_without_being_shown() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .hook(pi -> pi.command("whisper", "", ctx -> {
                    ctx.messages().send(HookMessage.of("whisper", "psst"), Delivery.STEER);
                    recorded.add("pending " + ctx.messages().hasPending());
                    return Outcome.nothing();
                }))
                .model(HOLD, Turn.text("Done."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.prompt(Prompt.of("/whisper"));
            hold.open();
            run.await();
            assertThat(recorded).containsExactly("pending false");
            assertThat(it.of(AgentEvent.QueueChanged.class))
                    .allSatisfy(change -> assertThat(change.steering()).isEmpty());
            assertThat(it.sentMessages(2)).last().isEqualTo("user: psst");
        }
    }

    @Test
    void the_queue_can_be_taken_back() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .model(HOLD, Turn.text("Done."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.queue(Prompt.of("s1"), Delivery.As.STEER);
            it.agent.queue(Prompt.of("f1"), Delivery.As.FOLLOW_UP);
            assertThat(it.agent.clearQueue()).isEqualTo(new AgentEvent.QueueChanged(List.of("s1"), List.of("f1")));
            hold.open();
            run.await();
            assertThat(it.requests()).isEqualTo(2);
            assertThat(it.sentMessages(2)).last().isEqualTo("tool: held");
        }
    }

    @Test
    void what_is_said_while_the_last_answer_streams_is_still_answered() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(MESSAGE_START, (event, _) -> {
                    if (event.message() instanceof Message.Assistant) {
                        hold.pass();
                    }
                }))
                .model(Turn.text("First."), Turn.text("Second."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.queue(Prompt.of("one more"), Delivery.As.FOLLOW_UP);
            hold.open();
            run.await();
            assertThat(it.sentMessages(2)).containsExactly("user: work", "assistant: First.", "user: one more");
        }
    }

    @Test
    void what_is_queued_at_any_moment_of_a_run_is_delivered_or_refused_but_never_forgotten() throws Exception {
        for (int round = 0; round < 20; round++) {
            int said = 0;
            try (var it = TestAgent.in(dir.resolve("round" + round)).start()) {
                var run = PendingPrompt.to(it, "work");
                it.until(() -> !it.agent.isIdle() || it.happened().contains("Settled"));
                while (!it.happened().contains("Settled")) {
                    var said2 = it.agent.prompt(Prompt.of("more " + said).queuedAs(Delivery.As.FOLLOW_UP));
                    said++;
                    if (said2 == Disposition.STARTED || said > 4) {
                        break;
                    }
                }
                run.await();
                it.agent.waitForIdle();
                assertThat(it.agent.queued()).isZero();
                assertThat(it.storedMessages())
                        .filteredOn(Message.User.class::isInstance)
                        .hasSize(said + 1);
            }
        }
    }

    @Test
    void queued_messages_stay_when_the_run_is_aborted_and_go_along_with_the_next_prompt() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .model(HOLD, Turn.text("Done."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.queue(Prompt.of("s1"), Delivery.As.STEER);
            it.agent.abort();
            run.await();
            assertThat(it.agent.queued()).isEqualTo(1);
            assertThat(it.requests()).isEqualTo(1);
            it.prompt("again");
            assertThat(it.sentMessages(2)).endsWith("user: again", "user: s1");
            assertThat(it.agent.queued()).isZero();
        }
    }

    @Test
    void a_message_taken_from_the_queue_goes_back_when_its_turn_is_aborted_before_it_was_said() throws Exception {
        var turn = new Waypoint();
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .hook(pi -> pi.on(TURN_START, (event, _) -> {
                    if (event.index() == 1) {
                        turn.pass();
                    }
                }))
                .model(HOLD, Turn.text("Done."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.queue(Prompt.of("s1"), Delivery.As.STEER);
            hold.open();
            turn.awaitReached();
            it.agent.abort();
            run.await();
            assertThat(it.agent.queued()).isEqualTo(1);
            assertThat(it.storedMessages()).extracting(Message::text).doesNotContain("s1");
            turn.open();
            it.prompt("again");
            assertThat(it.sentMessages(2)).endsWith("user: again", "user: s1");
        }
    }
}
