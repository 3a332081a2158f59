package dev.pawl.agent;

import static dev.pawl.agent.ContextChanges.plus;
import static dev.pawl.agent.ContextChanges.without;
import static dev.pawl.agent.TestTools.text;
import static dev.pawl.api.HookPoints.BEFORE_AGENT_START;
import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.CONTEXT_WITH_SYSTEM;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.context.HookMessage;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.ContextMessage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContextHooksTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private TestAgent.Builder talking() {
        return TestAgent.in(dir).model(Turn.text("One."), Turn.text("Two."), Turn.text("Three."));
    }

    /** Vector D1. */
    @Test
    void what_one_hook_leaves_out_and_another_adds_is_what_is_sent_and_the_session_stays() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(CONTEXT, (context, _) -> without(context, "first")))
                .hook(pi -> pi.on(CONTEXT, (context, _) -> {
                    recorded.add(context.messages().size() + " messages");
                    return plus(context, "added");
                }))
                .start()) {
            it.prompt("first");
            it.prompt("second");
            assertThat(it.sentMessages(2)).containsExactly("assistant: One.", "user: second", "user: added");
            assertThat(recorded).containsExactly("0 messages", "2 messages");
            assertThat(it.storedMessages())
                    .extracting(Message::text)
                    .containsExactly("first", "One.", "second", "Two.");
        }
    }

    /** Vector D2. */
    @Test
    void a_hook_that_returns_what_it_got_moves_nothing() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(CONTEXT, (context, _) -> context.withMessages(new ArrayList<>(context.messages()))))
                .hook(pi -> pi.on(CONTEXT_WITH_SYSTEM, (context, _) -> {
                    recorded.add(String.join(
                            " ", context.messages().stream().map(Message::role).toList()));
                    return context;
                }))
                .start()) {
            it.prompt("first");
            it.agent.context().tools().setActive(List.of("read"));
            it.prompt("second");
            // The change of tools stays where it was said, behind the first answer.
            assertThat(recorded).containsExactly("system user", "system user assistant system user");
        }
    }

    /** Vector D3 is one of hooks whose events can be changed in place; these cannot, and trying changes nothing. */
    @Test
    void the_messages_cannot_be_changed_in_place() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(CONTEXT, (context, _) -> {
                    context.messages().clear();
                    return context;
                }))
                .start()) {
            it.prompt("first");
            assertThat(it.sentMessages(1)).containsExactly("user: first");
            assertThat(it.errors()).extracting(error -> error.event()).containsExactly("context");
        }
    }

    /** Vector D4. */
    @Test
    void whatever_is_dropped_the_whole_prompt_and_the_tools_stand_in_front() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(
                        CONTEXT,
                        (context, _) ->
                                context.withMessages(List.of(context.messages().getLast()))))
                .start()) {
            it.prompt("first");
            it.agent.context().tools().setActive(List.of("read"));
            it.prompt("second");
            assertThat(it.sentMessages(2)).containsExactly("user: second");
            assertThat(it.systemPrompt(2)).contains("<cwd>").contains("- read:").doesNotContain("- bash:");
            assertThat(it.request(2).objects("tools"))
                    .extracting(tool -> tool.object("function").string("name"))
                    .containsExactly("read");
        }
    }

    /** Vector D5. */
    @Test
    void taking_the_system_prompt_away_is_reported_and_done() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(
                        CONTEXT_WITH_SYSTEM,
                        (context, _) -> context.withMessages(context.messages().stream()
                                .filter(message -> !(message instanceof Message.SystemPrompt))
                                .toList())))
                .start()) {
            it.prompt("first");
            assertThat(it.sentMessages(1)).containsExactly("user: first");
            assertThat(it.systemPrompt(1)).isEmpty();
            assertThat(it.request(1).has("tools")).isFalse();
            assertThat(it.errors()).singleElement().satisfies(error -> {
                assertThat(error.event()).isEqualTo("context_with_system");
                assertThat(error.error()).contains("took the leading system message away");
            });
        }
    }

    @Test
    void the_whole_transcript_is_sent_exactly_as_a_hook_returns_it() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(CONTEXT, (context, _) -> plus(context, "added")))
                .hook(pi -> pi.on(CONTEXT_WITH_SYSTEM, (context, _) -> {
                    recorded.add(context.messages().getLast().text());
                    var reversed = new ArrayList<>(context.messages()
                            .subList(1, context.messages().size())
                            .reversed());
                    reversed.addFirst(context.messages().getFirst());
                    return context.withMessages(reversed);
                }))
                .start()) {
            it.prompt("first");
            assertThat(recorded).containsExactly("added");
            assertThat(it.sentMessages(1)).containsExactly("user: added", "user: first");
            assertThat(it.errors()).isEmpty();
        }
    }

    /** Vector D6. */
    @Test
    void messages_may_be_returned_with_their_places() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(CONTEXT, (context, _) -> {
                    var places = new ArrayList<>(context.contextMessages());
                    places.forEach(one -> recorded.add(one.message().text() + " at " + one.entryIndex() + " is "
                            + context.entries()
                                    .get(Objects.requireNonNull(one.entryIndex()))
                                    .type()));
                    places.addFirst(new ContextMessage(Message.user("out of nowhere", 1), null));
                    return context.withContextMessages(places);
                }))
                .start()) {
            it.prompt("first");
            assertThat(it.sentMessages(1)).containsExactly("user: out of nowhere", "user: first");
            assertThat(recorded)
                    .singleElement()
                    .asString()
                    .startsWith("first at ")
                    .endsWith(" is message");
        }
    }

    /** Vector D7. */
    @Test
    void hooks_are_asked_once_for_each_request() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("echo", text("1"))), Turn.calls(call("echo", text("2"))), Turn.text("Done."))
                .hook(pi -> {
                    pi.tool(TestTools.echo("echo"));
                    pi.on(CONTEXT, (context, _) -> {
                        recorded.add("preview: " + context.preview());
                        return context;
                    });
                })
                .start()) {
            it.prompt("Go");
            assertThat(it.requests()).isEqualTo(3);
            assertThat(recorded).containsExactly("preview: false", "preview: false", "preview: false");
        }
    }

    /** Vector D8. */
    @Test
    void a_message_changed_for_the_model_is_not_changed_in_the_session() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(
                        CONTEXT,
                        (context, _) -> context.withMessages(context.messages().stream()
                                .map(message -> message instanceof Message.User user
                                        ? Message.user(user.text().toUpperCase(Locale.ROOT), user.timestamp())
                                        : message)
                                .toList())))
                .start()) {
            it.prompt("first");
            it.prompt("second");
            assertThat(it.sentMessages(2)).containsExactly("user: FIRST", "assistant: One.", "user: SECOND");
            assertThat(it.storedMessages())
                    .extracting(Message::text)
                    .containsExactly("first", "One.", "second", "Two.");
        }
    }

    @Test
    void a_hook_that_fails_leaves_the_context_to_the_next_one_as_it_was() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(CONTEXT, (context, _) -> {
                    plus(context, "lost");
                    throw new IllegalStateException("boom");
                }))
                .hook(pi -> pi.on(CONTEXT, (context, _) -> plus(context, "kept")))
                .start()) {
            it.prompt("first");
            assertThat(it.sentMessages(1)).containsExactly("user: first", "user: kept");
            assertThat(it.errors()).extracting(error -> error.error()).containsExactly("boom");
        }
    }

    @Test
    void a_context_of_nothing_is_sent_as_such() throws Exception {
        try (var it = talking()
                .hook(pi -> pi.on(CONTEXT, (context, _) -> context.withMessages(List.of())))
                .start()) {
            it.prompt("first");
            assertThat(it.sentMessages(1)).isEmpty();
            assertThat(it.systemPrompt(1)).contains("<cwd>");
        }
    }

    @Test
    void a_result_whose_call_a_hook_dropped_is_not_sent_either() throws Exception {
        try (var it = TestAgent.in(dir)
                .model(Turn.calls(call("echo", text("1"))), Turn.text("Done."))
                .hook(pi -> {
                    pi.tool(TestTools.echo("echo"));
                    pi.on(
                            CONTEXT,
                            (context, _) -> context.withMessages(context.messages().stream()
                                    .filter(message -> !(message instanceof Message.Assistant))
                                    .toList()));
                })
                .start()) {
            it.prompt("Go");
            assertThat(it.sentMessages(2)).containsExactly("user: Go");
        }
    }

    @Test
    void a_prompt_forced_for_one_run_stands_in_front_of_what_hooks_return() throws Exception {
        try (var it = talking()
                .hook(pi -> {
                    pi.on(BEFORE_AGENT_START, (start, _) -> start.withSystemPrompt("Be a pirate."));
                    pi.on(CONTEXT, (context, _) -> plus(context, "added"));
                })
                .start()) {
            it.prompt("first");
            assertThat(it.systemPrompt(1)).isEqualTo("Be a pirate.");
            assertThat(it.sentMessages(1)).containsExactly("user: first", "user: added");
            assertThat(it.request(1).objects("tools")).isNotEmpty();
        }
    }

    @Test
    void custom_messages_and_their_details_reach_hooks_but_only_their_text_the_model() throws Exception {
        try (var it = talking()
                .hook(pi -> {
                    pi.on(
                            BEFORE_AGENT_START,
                            (start, _) -> start.inject(
                                    new HookMessage("note", Body.of("a note"), true, JsonObject.of("secret", 1))));
                    pi.on(CONTEXT, (context, _) -> {
                        context.messages().stream()
                                .filter(Message.Custom.class::isInstance)
                                .forEach(message -> recorded.add(String.valueOf(((Message.Custom) message).details())));
                        return context;
                    });
                })
                .start()) {
            it.prompt("first");
            assertThat(recorded).containsExactly("{\"secret\":1}");
            assertThat(it.sentMessages(1)).containsExactly("user: first", "user: a note");
            assertThat(it.request(1).toString()).doesNotContain("secret");
        }
    }
}
