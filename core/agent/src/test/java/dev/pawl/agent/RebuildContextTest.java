package dev.pawl.agent;

import static dev.pawl.api.HookPoints.AGENT_SETTLED;
import static dev.pawl.api.HookPoints.CONTEXT;
import static dev.pawl.api.HookPoints.MESSAGE_START;
import static dev.pawl.api.HookPoints.TOOL_RESULT;
import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.Hook;
import dev.pawl.api.Outcome;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RebuildContextTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    /** As long as a branch holds an entry {@code mute}, the model sees only the last message. */
    private final Hook muting = pi -> {
        pi.on(CONTEXT, (event, _) -> {
            recorded.add((event.preview() ? "preview " : "request ")
                    + event.messages().size());
            boolean mute =
                    event.entries().stream().anyMatch(entry -> entry.type().equals("mute"));
            return mute ? event.withMessages(List.of(event.messages().getLast())) : event;
        });
        pi.command("mute", "", ctx -> {
            ctx.session().save(JsonObject.of("type", "mute"));
            ctx.session().rebuildContext();
            recorded.add("shown " + texts(ctx.messages().list()));
            return Outcome.nothing();
        });
    };

    private static List<String> texts(List<Message> messages) {
        return messages.stream()
                .filter(message -> !(message instanceof Message.SystemPrompt))
                .map(Message::text)
                .toList();
    }

    @Test
    void in_a_command_hooks_are_asked_at_once_and_what_is_shown_is_what_they_make_of_it() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(muting)
                .model(Turn.text("One."), Turn.text("Two."))
                .start()) {
            it.prompt("first");
            recorded.clear();
            it.prompt("/mute");
            assertThat(recorded).containsExactly("preview 2", "shown [One.]");
            assertThat(texts(it.agent.messages())).isEqualTo(List.of("One."));
            it.prompt("second");
            assertThat(it.sentMessages(2)).containsExactly("user: second");
            assertThat(it.storedMessages())
                    .extracting(Message::text)
                    .containsExactly("first", "One.", "second", "Two.");
        }
    }

    @Test
    void in_a_command_it_waits_for_a_request_that_is_under_way() throws Exception {
        var hold = new Waypoint();
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(MESSAGE_START, (event, _) -> {
                    if (event.message() instanceof Message.Assistant) {
                        hold.pass();
                    }
                }))
                .hook(muting)
                .model(Turn.text("One."))
                .start()) {
            var run = PendingPrompt.to(it, "first");
            hold.awaitReached();
            var command = PendingPrompt.to(it, "/mute");
            it.until(command::isWaiting);
            assertThat(recorded).containsExactly("request 1");
            hold.open();
            run.await();
            command.await();
            assertThat(recorded).containsExactly("request 1", "preview 2", "shown [One.]");
        }
    }

    @Test
    void in_a_handler_it_counts_from_the_next_request_on_which_asks_hooks_anyway() throws Exception {
        Files.writeString(Files.createDirectories(dir.resolve("work")).resolve("a.txt"), "content of a");
        try (var it = TestAgent.in(dir)
                .hook(muting)
                .hook(pi -> pi.on(TOOL_RESULT, (result, ctx) -> {
                    ctx.session().save(JsonObject.of("type", "mute"));
                    ctx.session().rebuildContext();
                    return result;
                }))
                .model(Turn.calls(call("read", JsonObject.of("path", "a.txt"))), Turn.text("Done."))
                .start()) {
            it.prompt("first");
            assertThat(recorded).containsExactly("request 1", "request 3");
            assertThat(it.agent.session().branch())
                    .anyMatch(entry -> entry.type().equals("mute"));
            assertThat(it.sentMessages(2)).doesNotContain("user: first");
        }
    }

    @Test
    void in_a_handler_of_an_idle_agent_hooks_are_asked_meanwhile() throws Exception {
        var once = new AtomicBoolean(true);
        try (var it = TestAgent.in(dir)
                .hook(muting)
                .hook(pi -> pi.on(AGENT_SETTLED, (_, ctx) -> {
                    if (once.getAndSet(false)) {
                        ctx.session().save(JsonObject.of("type", "mute"));
                        ctx.session().rebuildContext();
                    }
                }))
                .model(Turn.text("One."))
                .start()) {
            it.prompt("first");
            it.until(() -> recorded.contains("preview 2"));
            it.until(() -> texts(it.agent.messages()).equals(List.of("One.")));
        }
    }

    @Test
    void a_handler_of_the_context_that_asks_for_another_does_not_go_round_for_ever() throws Exception {
        try (var it = TestAgent.in(dir)
                .hook(pi -> pi.on(CONTEXT, (event, ctx) -> {
                    recorded.add(event.preview() ? "preview" : "request");
                    ctx.session().rebuildContext();
                    return event;
                }))
                .hook(pi -> pi.command("rebuild", "", ctx -> {
                    ctx.session().rebuildContext();
                    return Outcome.nothing();
                }))
                .model(Turn.text("One."))
                .start()) {
            it.prompt("first");
            it.prompt("/rebuild");
            assertThat(recorded).containsExactly("request", "preview");
        }
    }

    @Test
    void a_session_that_is_opened_is_shown_to_hooks_before_anybody_says_something() throws Exception {
        Path file;
        try (var it = TestAgent.in(dir).hook(muting).model(Turn.text("One.")).start()) {
            it.prompt("first");
            it.prompt("/mute");
            file = Objects.requireNonNull(it.agent.session().file());
        }
        recorded.clear();
        try (var it = TestAgent.in(dir).hook(muting).start()) {
            it.agent.switchSession(file);
            assertThat(recorded).containsExactly("preview 2");
            assertThat(texts(it.agent.messages())).isEqualTo(List.of("One."));
            assertThat(it.agent.session().branch()).anyMatch(entry -> entry instanceof Entry.Other);
        }
    }
}
