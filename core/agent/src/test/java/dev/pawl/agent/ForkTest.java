package dev.pawl.agent;

import static dev.pawl.api.HookPoints.SESSION_BEFORE_FORK;
import static dev.pawl.api.HookPoints.SESSION_SHUTDOWN;
import static dev.pawl.api.HookPoints.SESSION_START;
import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.setup.Forked;
import dev.pawl.api.Outcome;
import dev.pawl.api.context.CommandContext;
import dev.pawl.api.context.CommandContext.ForkPosition;
import dev.pawl.api.event.SessionBeforeFork;
import dev.pawl.api.message.Message;
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

class ForkTest {
    @TempDir
    Path dir;

    private final List<String> recorded = Collections.synchronizedList(new ArrayList<>());

    private static String idOf(TestAgent it, String text) {
        return it.agent.session().entries().stream()
                .filter(entry -> entry instanceof Entry.MessageEntry said
                        && said.message().text().equals(text))
                .findFirst()
                .orElseThrow()
                .id();
    }

    private static Path file(TestAgent it) {
        return Objects.requireNonNull(it.agent.session().file());
    }

    private TestAgent.Builder talking() {
        return TestAgent.in(dir).model(Turn.text("One."), Turn.text("Two."), Turn.text("Three."));
    }

    @Test
    void in_front_of_the_first_message_there_is_a_fresh_session_that_knows_where_it_came_from() throws Exception {
        try (var it = talking().start()) {
            it.prompt("first");
            var before = file(it);
            var forked = it.agent.fork(idOf(it, "first"), ForkPosition.BEFORE);
            assertThat(forked).isEqualTo(new Forked(false, "first"));
            assertThat(file(it)).isNotEqualTo(before);
            assertThat(it.agent.session().header().parentSession()).isEqualTo(before.toString());
            assertThat(it.agent.messages()).noneMatch(Message.User.class::isInstance);
            it.prompt("otherwise");
            assertThat(it.sentMessages(2)).containsExactly("user: otherwise");
            assertThat(it.systemPrompt(2)).isEqualTo(it.systemPrompt(1));
            assertThat(file(it)).exists();
        }
    }

    @Test
    void in_front_of_a_later_message_everything_before_it_is_there() throws Exception {
        try (var it = talking().start()) {
            it.prompt("first").prompt("second");
            var before = file(it);
            var forked = it.agent.fork(idOf(it, "second"), ForkPosition.BEFORE);
            assertThat(forked.text()).isEqualTo("second");
            assertThat(file(it)).isNotEqualTo(before).exists();
            assertThat(it.storedMessages()).extracting(Message::text).containsExactly("first", "One.");
            it.prompt("instead");
            assertThat(it.sentMessages(3)).containsExactly("user: first", "assistant: One.", "user: instead");
            it.agent.switchSession(before);
            assertThat(it.storedMessages())
                    .extracting(Message::text)
                    .containsExactly("first", "One.", "second", "Two.");
        }
    }

    @Test
    void a_clone_is_the_whole_way_to_its_leaf() throws Exception {
        var events = Collections.synchronizedList(new ArrayList<SessionBeforeFork>());
        try (var it = talking()
                .hook(pi -> pi.on(SESSION_BEFORE_FORK, (event, _) -> {
                    events.add(event);
                    return event.proceed();
                }))
                .start()) {
            it.prompt("first").prompt("second");
            var leaf = Objects.requireNonNull(it.agent.session().leafId());
            var ids = it.entries().stream().map(Entry::id).toList();
            assertThat(it.agent.fork(leaf, ForkPosition.AT)).isEqualTo(new Forked(false, null));
            assertThat(it.entries().stream().map(Entry::id).toList()).isEqualTo(ids);
            assertThat(events).containsExactly(new SessionBeforeFork(leaf, ids.size(), ForkPosition.AT, false));
        }
    }

    @Test
    void hooks_receive_the_entry_by_its_id_and_by_its_place_under_the_older_name_too() throws Exception {
        try (var it = talking()
                .hook(pi -> {
                    pi.onNamed("session_before_branch", (event, ctx) -> {
                        var fork = (SessionBeforeFork) event;
                        recorded.add(fork.position() + " "
                                + ctx.session()
                                        .indexed()
                                        .get(fork.entryIndex())
                                        .id()
                                        .equals(fork.entryId()));
                        return null;
                    });
                    pi.on(
                            SESSION_SHUTDOWN,
                            (event, _) -> recorded.add(
                                    "shutdown " + event.reason() + " " + (event.targetSessionFile() != null)));
                    pi.on(SESSION_START, (event, _) -> recorded.add("start " + event.reason()));
                })
                .start()) {
            it.prompt("first");
            recorded.clear();
            it.agent.fork(idOf(it, "first"), ForkPosition.BEFORE);
            assertThat(recorded).containsExactly("BEFORE true", "shutdown FORK true", "start FORK");
        }
    }

    @Test
    void a_hook_can_cancel_it() throws Exception {
        try (var it = talking()
                .hook(pi -> {
                    pi.on(SESSION_BEFORE_FORK, (event, _) -> event.cancel());
                    pi.on(SESSION_SHUTDOWN, (_, _) -> recorded.add("shutdown"));
                })
                .start()) {
            it.prompt("first");
            var before = it.agent.session();
            assertThat(it.agent.fork(idOf(it, "first"), ForkPosition.BEFORE)).isEqualTo(new Forked(true, null));
            assertThat(it.agent.session()).isSameAs(before);
            assertThat(recorded).isEmpty();
        }
    }

    @Test
    void a_hook_can_have_the_conversation_in_memory_go_on_in_the_forked_file() throws Exception {
        try (var it = talking()
                .hook(pi -> {
                    pi.on(SESSION_BEFORE_FORK, (event, _) -> event.proceedWithoutRestore());
                    pi.on(
                            SESSION_START,
                            (event, ctx) -> recorded.add(event.reason() + " "
                                    + ctx.messages().list().stream()
                                            .filter(message -> !(message instanceof Message.SystemPrompt))
                                            .map(Message::text)
                                            .toList()));
                })
                .start()) {
            it.prompt("first").prompt("second");
            var before = file(it);
            var forked = it.agent.fork(idOf(it, "second"), ForkPosition.BEFORE);
            assertThat(forked).isEqualTo(new Forked(false, null));
            assertThat(file(it)).isNotEqualTo(before).exists();
            assertThat(it.storedMessages()).extracting(Message::text).containsExactly("first", "One.");
            assertThat(recorded).last().isEqualTo("FORK [first, One., second, Two.]");
            it.prompt("third");
            assertThat(it.sentMessages(3))
                    .containsExactly(
                            "user: first", "assistant: One.", "user: second", "assistant: Two.", "user: third");
            assertThat(it.storedMessages())
                    .extracting(Message::text)
                    .containsExactly("first", "One.", "third", "Three.");
        }
    }

    @Test
    void it_needs_something_the_user_said_to_be_in_front_of() throws Exception {
        try (var it = talking().start()) {
            it.prompt("first");
            assertThatThrownBy(() -> it.agent.fork(idOf(it, "One."), ForkPosition.BEFORE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(idOf(it, "One."));
            assertThatThrownBy(() -> it.agent.fork("nowhere0", ForkPosition.AT))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("nowhere0");
            it.prompt("second");
            assertThat(it.requests()).isEqualTo(2);
        }
    }

    @Test
    void a_session_that_is_in_no_file_yet_cannot_be_cloned() throws Exception {
        try (var it = talking().start()) {
            assertThatThrownBy(() -> it.agent.fork(
                            Objects.requireNonNull(it.agent.session().leafId()), ForkPosition.AT))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("send a message first");
            it.prompt("first");
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void a_command_that_forks_puts_the_text_into_the_editor_and_goes_on_in_the_callback() throws Exception {
        var ui = new FakeUi();
        try (var it = talking()
                .ui(ui, Mode.TUI)
                .hook(pi -> {
                    pi.command("back", "", ctx -> {
                        ctx.fork(
                                ctx.argsRaw(),
                                ForkPosition.BEFORE,
                                next -> recorded.add(
                                        "editor " + next.messages().list().size()));
                        return Outcome.nothing();
                    });
                    pi.command("clone", "", ctx -> {
                        ctx.fork(
                                Objects.requireNonNull(ctx.session().leafId()),
                                ForkPosition.AT,
                                CommandContext.Callback.nothing());
                        return Outcome.nothing();
                    });
                })
                .start()) {
            it.prompt("first");
            it.prompt("/clone");
            assertThat(ui.editorText()).isEmpty();
            it.prompt("/back " + idOf(it, "first"));
            assertThat(ui.editorText()).isEqualTo("first");
            assertThat(recorded).hasSize(1);
            assertThat(it.errors()).isEmpty();
        }
    }
}
