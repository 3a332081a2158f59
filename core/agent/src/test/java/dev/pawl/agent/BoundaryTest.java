package dev.pawl.agent;

import static dev.pawl.api.HookPoints.AGENT_BEFORE_SETTLE;
import static dev.pawl.api.HookPoints.SESSION_STOP;
import static dev.pawl.api.HookPoints.TURN_END;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.event.AgentEvent;
import dev.pawl.api.event.TurnEnd;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Draft;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.RunEnd;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundaryTest {
    private static final Draft HINT = new Draft.CustomMessage("hint", Body.of("Run the tests."), true, null);

    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());
    private final AtomicBoolean once = new AtomicBoolean(true);

    private static List<String> texts(List<Message> messages) {
        return messages.stream()
                .filter(message -> !(message instanceof Message.SystemPrompt))
                .map(message -> message.role() + " " + message.text())
                .toList();
    }

    @Test
    void a_message_at_the_end_of_the_last_turn_and_the_wish_to_go_on_make_exactly_one_more_request() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(
                        TURN_END,
                        (event, _) -> once.getAndSet(false) ? event.add(HINT).withProceed(true) : event))
                .model(Turn.text("One."), Turn.text("Two."), Turn.text("Three."))
                .start()) {
            it.prompt("Hi");
            assertThat(it.sentMessages(2)).containsExactly("user: Hi", "assistant: One.", "user: Run the tests.");
            assertThat(it.requests()).isEqualTo(2);
            assertThat(it.of(AgentEvent.EntryAppended.class))
                    .singleElement()
                    .satisfies(reported -> assertThat(reported.entry()).isInstanceOf(Entry.CustomMessage.class));
            assertThat(it.happened()).containsOnlyOnce("RunStarted");
        }
    }

    @Test
    void the_wish_to_go_on_is_met_by_tools_that_make_a_request_anyway() throws Exception {
        Files.writeString(Files.createDirectories(dir.resolve("work")).resolve("a.txt"), "content of a");
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(TURN_END, (event, _) -> once.getAndSet(false) ? event.withProceed(true) : event))
                .model(Turn.calls(call("read", JsonObject.of("path", "a.txt"))), Turn.text("Done."))
                .start()) {
            it.prompt("Hi");
            assertThat(it.requests()).isEqualTo(2);
            assertThat(it.errors()).isEmpty();
        }
    }

    @Test
    void a_turns_end_shows_what_was_kept_of_it() throws Exception {
        Files.writeString(Files.createDirectories(dir.resolve("work")).resolve("a.txt"), "content of a");
        var ends = Collections.synchronizedList(new ArrayList<TurnEnd>());
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(TURN_END, (event, ctx) -> {
                    ends.add(event);
                    recorded.add(texts(event.boundary().llmMessages()).toString());
                    return event;
                }))
                .model(Turn.calls(call("read", JsonObject.of("path", "a.txt"))), Turn.text("Done."))
                .start()) {
            it.prompt("Hi");
            var first = ends.getFirst();
            assertThat(first.index()).isZero();
            assertThat(first.toolResults()).hasSize(1);
            assertThat(it.agent.session().entry(first.messageEntryId())).isInstanceOf(Entry.MessageEntry.class);
            assertThat(first.toolResultEntryIds()).hasSize(1);
            assertThat(first.boundary().outcome()).isEqualTo(RunEnd.COMPLETED);
            assertThat(first.boundary().canContinue()).isTrue();
            assertThat(ends.getLast().index()).isEqualTo(1);
            assertThat(ends.getLast().boundary().canContinue()).isFalse();
            assertThat(recorded)
                    .containsExactly(
                            "[user Hi, assistant , toolResult content of a]",
                            "[user Hi, assistant , toolResult content of a, assistant Done.]");
        }
    }

    @Test
    void an_edit_of_an_entry_that_is_not_there_is_reported_and_nothing_is_written_nor_gone_on_with() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(
                        TURN_END,
                        (event, _) -> event.add(HINT)
                                .add(new Draft.ContextEdit("00000000", null))
                                .withProceed(true)))
                .model(Turn.text("One."))
                .start()) {
            it.prompt("Hi");
            assertThat(it.requests()).isEqualTo(1);
            assertThat(it.errors()).singleElement().satisfies(error -> {
                assertThat(error.event()).isEqualTo("turn_end");
                assertThat(error.error()).contains("00000000");
            });
            assertThat(it.entries()).noneMatch(Entry.CustomMessage.class::isInstance);
        }
    }

    @Test
    void an_edit_of_what_cannot_be_edited_is_refused_before_anything_is_written() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(
                        TURN_END,
                        (event, ctx) -> event.add(HINT)
                                .add(new Draft.ContextEdit(
                                        ctx.session().branch().getFirst().id(), null))))
                .model(Turn.text("One."))
                .start()) {
            it.prompt("Hi");
            assertThat(it.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.error()).contains("model_change"));
            assertThat(it.entries()).noneMatch(Entry.CustomMessage.class::isInstance);
        }
    }

    @Test
    void what_another_handler_proposed_stands_when_one_proposes_nonsense() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(TURN_END, (event, _) -> event.add(HINT)))
                .hook(pi -> pi.on(TURN_END, (event, _) -> event.add(new Draft.ContextEdit("00000000", null))))
                .model(Turn.text("One."))
                .start()) {
            it.prompt("Hi");
            assertThat(it.errors()).hasSize(1);
            assertThat(it.entries())
                    .filteredOn(Entry.CustomMessage.class::isInstance)
                    .hasSize(1);
        }
    }

    @Test
    void entries_of_all_kinds_are_written_in_the_order_they_were_proposed() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(TURN_END, (event, ctx) -> {
                    if (!once.getAndSet(false)) {
                        return event;
                    }
                    var question = ctx.session().branch().stream()
                            .filter(entry ->
                                    entry instanceof Entry.MessageEntry said && said.message() instanceof Message.User)
                            .findFirst()
                            .orElseThrow();
                    return event.add(new Draft.Custom("state", JsonObject.of("n", 1)))
                            .add(new Draft.ContextEdit(question.id(), Body.of("Hello (shortened)")))
                            .add(HINT);
                }))
                .model(Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("Hello to you all");
            assertThat(it.entries().stream().map(Entry::type).toList())
                    .endsWith("custom", "context_edit", "custom_message");
            it.prompt("And now?");
            assertThat(it.sentMessages(2))
                    .containsExactly(
                            "user: Hello (shortened)", "assistant: One.", "user: Run the tests.", "user: And now?");
        }
    }

    @Test
    void a_proposed_compaction_takes_the_place_of_what_came_before() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(
                        TURN_END,
                        (event, _) -> once.getAndSet(false)
                                ? event.add(new Draft.Compaction("They said hello.", null, null, null))
                                : event))
                .model(Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("Hello");
            it.prompt("And now?");
            assertThat(it.sentMessages(2)).hasSize(2);
            assertThat(it.sentMessages(2).getFirst()).contains("They said hello.");
            assertThat(it.systemPrompt(2)).isEqualTo(it.systemPrompt(1));
        }
    }

    @Test
    void a_handler_sees_the_conversation_with_what_those_before_it_proposed() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(TURN_END, (event, _) -> event.add(HINT)))
                .hook(pi -> pi.on(TURN_END, (event, _) -> {
                    recorded.add(texts(event.boundary().contextMessages()).toString());
                    recorded.add(texts(event.boundary().llmMessages()).toString());
                    recorded.add(event.boundary().contextEntries().getLast().type());
                    return event.add(new Draft.ContextEdit(event.messageEntryId(), null));
                }))
                .hook(pi -> pi.on(TURN_END, (event, _) -> {
                    recorded.add(texts(event.boundary().llmMessages()).toString());
                    return event.add(new Draft.Compaction("All well.", null, null, null));
                }))
                .hook(pi -> pi.on(TURN_END, (event, _) -> {
                    recorded.add(texts(event.boundary().contextMessages()).toString());
                    return event;
                }))
                .model(Turn.text("One."))
                .start()) {
            it.prompt("Hi");
            assertThat(recorded)
                    .containsExactly(
                            "[user Hi, assistant One., custom Run the tests.]",
                            "[user Hi, assistant One., user Run the tests.]",
                            "custom_message",
                            "[user Hi, user Run the tests.]",
                            "[compactionSummary All well.]");
        }
    }

    @Test
    void what_one_hook_proposes_lets_the_next_see_that_the_conversation_can_go_on() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(AGENT_BEFORE_SETTLE, (event, _) -> {
                    recorded.add("first " + event.boundary().canContinue());
                    return recorded.size() > 1 ? event : event.add(HINT);
                }))
                .hook(pi -> pi.on(AGENT_BEFORE_SETTLE, (event, _) -> {
                    recorded.add("second " + event.boundary().canContinue());
                    return event;
                }))
                .model(Turn.text("One."))
                .start()) {
            it.prompt("Hi");
            assertThat(recorded).containsExactly("first false", "second true");
        }
    }

    @Test
    void one_more_request_cannot_be_had_where_the_model_spoke_last() throws Exception {
        var settled = new AtomicInteger();
        try (var it = TestAgent.in(dir)
                .hook(pi -> {
                    pi.on(AGENT_BEFORE_SETTLE, (event, _) -> {
                        recorded.add("canContinue " + event.boundary().canContinue());
                        return event.withProceed(true);
                    });
                    pi.on(dev.pawl.api.HookPoints.AGENT_SETTLED, (_, _) -> settled.incrementAndGet());
                })
                .model(Turn.text("One."))
                .start()) {
            it.prompt("Hi");
            assertThat(it.requests()).isEqualTo(1);
            assertThat(recorded).containsExactly("canContinue false");
            assertThat(it.errors())
                    .singleElement()
                    .satisfies(error -> assertThat(error.event()).isEqualTo("agent_before_settle"));
            assertThat(settled).hasValue(1);
        }
    }

    @Test
    void a_message_before_settling_and_the_wish_to_go_on_start_another_run() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(
                        AGENT_BEFORE_SETTLE,
                        (event, _) -> once.getAndSet(false) ? event.add(HINT).withProceed(true) : event))
                .model(Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("Hi");
            assertThat(it.sentMessages(2)).containsExactly("user: Hi", "assistant: One.", "user: Run the tests.");
            assertThat(it.happened().stream().filter("RunStarted"::equals)).hasSize(2);
            assertThat(it.happened().stream().filter("Settled"::equals)).hasSize(1);
        }
    }

    @Test
    void a_message_before_settling_is_kept_and_the_agent_stops_if_nothing_follows() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(AGENT_BEFORE_SETTLE, (event, _) -> event.add(HINT)))
                .model(Turn.text("One."))
                .start()) {
            it.prompt("Hi");
            assertThat(it.requests()).isEqualTo(1);
            assertThat(it.entries().getLast()).isInstanceOf(Entry.CustomMessage.class);
        }
    }

    @Test
    void a_run_that_failed_has_an_end_but_no_continuation_of_its_turn() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(TURN_END, (event, _) -> {
                    recorded.add(
                            event.boundary().outcome() + " " + event.boundary().canContinue());
                    return event.add(HINT).withProceed(true);
                }))
                .model(Turn.status(400), Turn.text("Two."))
                .start()) {
            it.prompt("Hi");
            assertThat(recorded).containsExactly("ERROR false");
            assertThat(it.requests()).isEqualTo(1);
            assertThat(it.entries())
                    .filteredOn(Entry.CustomMessage.class::isInstance)
                    .hasSize(1);
        }
    }

    @Test
    void a_hook_can_send_the_agent_back_to_work_when_it_wants_to_stop() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(SESSION_STOP, (event, _) -> {
                    recorded.add(event.stopHookActive() + " "
                            + event.lastAssistantMessage().text());
                    return event.stopHookActive() ? event.stop() : event.goOn("The tests fail.");
                }))
                .model(Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("Hi");
            assertThat(recorded).containsExactly("false One.", "true Two.");
            assertThat(it.sentMessages(2)).containsExactly("user: Hi", "assistant: One.", "user: The tests fail.");
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    void a_hook_that_never_lets_the_agent_stop_is_given_up_on() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(SESSION_STOP, (event, _) -> event.goOn("Go on.")))
                .start()) {
            it.prompt("Hi");
            assertThat(it.requests()).isLessThan(40);
            assertThat(it.happened()).last().isEqualTo("Settled");
        }
    }
}
