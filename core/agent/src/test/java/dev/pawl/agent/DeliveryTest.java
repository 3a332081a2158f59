package dev.pawl.agent;

import static dev.pawl.agent.DoCommand.doing;
import static dev.pawl.api.HookPoints.AGENT_BEFORE_SETTLE;
import static dev.pawl.api.HookPoints.AGENT_END;
import static dev.pawl.api.HookPoints.AGENT_SETTLED;
import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;
import static dev.pawl.api.HookPoints.TURN_END;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.agent.setup.Prompt;
import dev.pawl.api.context.HookContext;
import dev.pawl.api.context.HookMessage;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.api.value.Delivery;
import dev.pawl.machine.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveryTest {
    private static final Turn HOLD = Turn.calls(call("hold", JsonObject.empty()));
    private static final HookMessage NEWS = HookMessage.of("news", "It rains.");

    @TempDir
    Path dir;

    private final Waypoint hold = new Waypoint();
    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    /** A command {@code /do} that does one thing. */
    private static List<String> kinds(TestAgent it) throws Exception {
        return it.entries().stream()
                .map(entry -> entry instanceof Entry.MessageEntry said
                        ? said.message().role()
                        : entry.type())
                .toList();
    }

    @Test
    void a_message_for_the_next_turn_waits_and_follows_the_next_prompt() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(doing(ctx -> ctx.messages().send(NEWS, Delivery.NEXT_TURN)))
                .model(Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("/do");
            assertThat(it.requests()).isZero();
            assertThat(it.happened()).isEmpty();
            it.prompt("Hi");
            assertThat(it.sentMessages(1)).containsExactly("user: Hi", "user: It rains.");
            assertThat(kinds(it)).endsWith("user", "custom_message", "assistant");
            it.prompt("Again");
            assertThat(it.sentMessages(2)).containsOnlyOnce("user: It rains.");
        }
    }

    @Test
    void what_a_hook_says_for_the_user_waits_in_the_run_before_the_hook_goes_on() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(TURN_END, (event, ctx) -> {
                    if (event.index() == 0) {
                        ctx.messages().sendUser(Body.of("more"), Delivery.FOLLOW_UP);
                        recorded.add("pending " + ctx.messages().hasPending());
                    }
                    return event;
                }))
                .model(Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("Hi");
            assertThat(recorded).containsExactly("pending true");
            assertThat(it.sentMessages(2)).endsWith("assistant: One.", "user: more");
        }
    }

    @Test
    void a_message_for_the_next_turn_never_starts_one() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(doing(ctx -> ctx.messages().send(NEWS, Delivery.NEXT_TURN.triggering(true))))
                .start()) {
            it.prompt("/do");
            assertThat(it.requests()).isZero();
        }
    }

    @Test
    void a_message_that_needs_no_answer_stands_behind_the_results_of_the_turn() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .hook(doing(ctx -> ctx.messages().send(NEWS, Delivery.DEFAULT.triggering(false))))
                .model(HOLD, Turn.text("Done."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.prompt(Prompt.of("/do"));
            hold.open();
            run.await();
            assertThat(kinds(it)).endsWith("user", "assistant", "toolResult", "custom_message", "assistant");
            assertThat(it.sentMessages(2)).endsWith("tool: held", "user: It rains.");
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    void a_message_that_needs_no_answer_does_not_keep_a_run_going() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(AGENT_END, (_, ctx) -> ctx.messages().send(NEWS, Delivery.DEFAULT.triggering(false))))
                .model(Turn.text("Done."))
                .start()) {
            it.prompt("Hi");
            assertThat(kinds(it)).endsWith("user", "assistant", "custom_message");
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void a_message_to_an_idle_agent_is_kept_and_reported_and_nothing_runs() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(doing(ctx -> ctx.messages().send(NEWS)))
                .model(Turn.text("One."))
                .start()) {
            it.prompt("Hi");
            it.events.clear();
            it.prompt("/do");
            assertThat(it.happened()).containsExactly("MessageStarted", "MessageEnded");
            assertThat(kinds(it)).endsWith("assistant", "custom_message");
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void a_message_may_be_asked_to_start_a_run() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(doing(ctx -> ctx.messages().send(NEWS, Delivery.TRIGGER)))
                .model(Turn.text("Noted."))
                .start()) {
            it.prompt("/do");
            assertThat(it.sentMessages(1)).containsExactly("user: It rains.");
            assertThat(kinds(it)).endsWith("custom_message", "assistant");
        }
    }

    @Test
    void details_and_display_of_a_message_are_kept_and_not_sent() throws Exception {
        var message = new HookMessage("news", Body.of("It rains."), false, JsonObject.of("secret", "umbrella"));
        try (var it = TestAgent.in(dir)
                .hook(doing(ctx -> ctx.messages().send(message, Delivery.TRIGGER)))
                .model(Turn.text("Noted."))
                .start()) {
            it.prompt("/do");
            assertThat(it.entries())
                    .filteredOn(Entry.CustomMessage.class::isInstance)
                    .singleElement()
                    .satisfies(entry -> {
                        var kept = (Entry.CustomMessage) entry;
                        assertThat(kept.display()).isFalse();
                        assertThat(kept.details()).isEqualTo(JsonObject.of("secret", "umbrella"));
                    });
            assertThat(it.request(1).toString()).doesNotContain("umbrella");
        }
    }

    @Test
    void a_message_in_the_users_name_is_dropped_while_the_agent_works_unless_it_says_how_to_be_queued()
            throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(hold.tool("hold"))
                .hook(doing(ctx -> ctx.messages().sendUser("listen")))
                .model(HOLD, Turn.text("Done."))
                .start()) {
            var run = PendingPrompt.to(it, "work");
            hold.awaitReached();
            it.agent.prompt(Prompt.of("/do"));
            it.until(() -> !it.errors().isEmpty());
            hold.open();
            run.await();
            assertThat(it.errors()).singleElement().satisfies(error -> {
                assertThat(error.event()).isEqualTo("send_user_message");
                assertThat(error.error()).contains("already processing");
            });
            assertThat(it.of(AgentEvent.QueueChanged.class)).isEmpty();
            assertThat(it.requests()).isEqualTo(2);
            assertThat(it.storedMessages()).extracting(Message::text).doesNotContain("listen");
        }
    }

    @Test
    void messages_in_the_users_name_keep_their_order() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(doing(ctx -> {
                    ctx.messages().sendUser("one");
                    ctx.messages().sendUser(Body.of("two"), Delivery.FOLLOW_UP);
                    ctx.messages().sendUser(Body.of("three"), Delivery.FOLLOW_UP);
                }))
                .start()) {
            it.prompt("/do");
            assertThat(it.storedMessages())
                    .filteredOn(Message.User.class::isInstance)
                    .extracting(Message::text)
                    .containsExactly("one", "two", "three");
            assertThat(it.errors()).isEmpty();
        }
    }

    @Test
    void texts_of_a_message_are_joined_and_its_images_sent() throws Exception {
        var dot = new Content.Image(
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
                "image/png",
                JsonObject.empty());
        try (var it = TestAgent.in(dir)
                .hook(doing(ctx -> ctx.messages()
                        .sendUser(Body.of(Content.text("one"), dot, Content.text("two")), Delivery.DEFAULT)))
                .model(Turn.text("Seen."))
                .start()) {
            it.prompt("/do");
            assertThat(it.storedMessages().getFirst().text()).isEqualTo("one\ntwo");
            assertThat(it.request(1).toString()).contains(dot.data());
        }
    }

    @Test
    void what_is_asked_for_when_all_is_settled_starts_in_order_after_all_were_notified() throws Exception {
        var first = new AtomicBoolean(true);
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(AGENT_SETTLED, (_, ctx) -> {
                    if (first.getAndSet(false)) {
                        ctx.messages().sendUser("one");
                        ctx.messages().send(NEWS, Delivery.TRIGGER);
                        ctx.messages().sendUser("two");
                    }
                    recorded.add("settled 1 idle " + ctx.session().isIdle());
                }))
                .hook(pi -> {
                    pi.on(AGENT_SETTLED, (_, _) -> recorded.add("settled 2"));
                    pi.on(BEFORE_AGENT_START, (event, _) -> {
                        recorded.add("start " + (event.prompt() == null ? "news" : event.prompt()));
                        return event;
                    });
                })
                .start()) {
            it.prompt("Hi");
            var round = List.of("settled 1 idle true", "settled 2");
            var expected = new ArrayList<String>();
            for (var start : List.of("start Hi", "start one", "start news", "start two")) {
                expected.add(start);
                expected.addAll(round);
            }
            assertThat(recorded).containsExactlyElementsOf(expected);
        }
    }

    @Test
    void what_a_user_says_while_hooks_are_notified_of_the_end_waits_until_they_know() throws Exception {
        var reported = new Waypoint();
        try (var it = TestAgent.in(dir)
                .hook(pi -> {
                    pi.on(AGENT_SETTLED, (_, _) -> {
                        reported.pass();
                        recorded.add("told");
                    });
                    pi.on(BEFORE_AGENT_START, (event, _) -> {
                        recorded.add("start " + event.prompt());
                        return event;
                    });
                })
                .start()) {
            var run = PendingPrompt.to(it, "one");
            reported.awaitReached();
            assertThat(it.agent.isIdle()).isTrue();
            var next = PendingPrompt.to(it, "two");
            reported.open();
            run.await();
            next.await();
            assertThat(recorded).containsExactly("start one", "told", "start two", "told");
        }
    }

    @Test
    void what_a_handler_sends_at_the_end_of_a_turn_keeps_the_run_going() throws Exception {
        var once = new AtomicBoolean(true);
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(TURN_END, (event, ctx) -> {
                    if (once.getAndSet(false)) {
                        ctx.messages().send(NEWS, Delivery.STEER);
                    }
                    return event;
                }))
                .model(Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("Hi");
            assertThat(it.sentMessages(2)).containsExactly("user: Hi", "assistant: One.", "user: It rains.");
            assertThat(it.happened()).containsOnlyOnce("RunStarted");
        }
    }

    @Test
    void what_a_handler_sends_at_the_end_of_a_run_starts_another_before_it_settles() throws Exception {
        var once = new AtomicBoolean(true);
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(AGENT_END, (_, ctx) -> {
                    if (once.getAndSet(false)) {
                        ctx.messages().sendUser(Body.of("and?"), Delivery.FOLLOW_UP);
                        awaitQueued(ctx);
                    }
                }))
                .model(Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("Hi");
            assertThat(it.sentMessages(2)).containsExactly("user: Hi", "assistant: One.", "user: and?");
            assertThat(it.happened().stream().filter("Settled"::equals)).hasSize(1);
            assertThat(it.happened().stream().filter("RunStarted"::equals)).hasSize(2);
        }
    }

    /** Whatever sends it, and however it is delivered. */
    @ParameterizedTest
    @CsvSource({"STEER, false", "STEER, true", "FOLLOW_UP, false", "FOLLOW_UP, true"})
    void what_a_handler_sends_at_the_end_of_a_run_is_answered_before_hooks_may_prolong_it(
            Delivery.As as, boolean inUsersName) throws Exception {
        var once = new AtomicBoolean(true);
        try (var it = TestAgent.in(dir)
                .hook(pi -> {
                    pi.on(AGENT_END, (event, ctx) -> {
                        recorded.add("end " + event.messages().getLast().text());
                        if (once.getAndSet(false)) {
                            var delivery = new Delivery(as, null, false);
                            if (inUsersName) {
                                ctx.messages().sendUser(Body.of("and?"), delivery);
                            } else {
                                ctx.messages().send(NEWS, delivery);
                            }
                        }
                    });
                    pi.on(AGENT_BEFORE_SETTLE, (event, _) -> {
                        recorded.add("before settle");
                        return event;
                    });
                    pi.on(AGENT_SETTLED, (_, _) -> recorded.add("settled"));
                })
                .model(Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("Hi");
            assertThat(recorded).containsExactly("end One.", "end Two.", "before settle", "settled");
        }
    }

    /** The message takes its way through input hooks meanwhile. */
    private static void awaitQueued(HookContext ctx) throws InterruptedException {
        Await.until("a message waits", ctx.messages()::hasPending);
    }
}
