package dev.pawl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import dev.pawl.api.message.StopReason;
import dev.pawl.api.message.Usage;
import dev.pawl.api.session.Entry;
import dev.pawl.session.lock.SessionInUse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is true of sessions wherever they are kept. */
abstract class SessionStoreContract {
    @TempDir
    Path dir;

    abstract SessionStore store();

    private static Message answer(String text) {
        return new Message.Assistant(
                List.of(Content.text(text)),
                "api",
                "provider",
                "model",
                Usage.NONE,
                StopReason.STOP,
                null,
                2,
                JsonObject.empty());
    }

    private static Path named(Session session) {
        return Objects.requireNonNull(session.file());
    }

    private static List<String> texts(Session session) {
        return session.contextMessages().stream()
                .map(message -> message.message().text())
                .toList();
    }

    @Test
    void what_was_said_is_there_when_the_session_is_opened_again() throws IOException {
        var store = store();
        var session = store.begin(dir, null);
        session.append(Message.user("Hello.", 1));
        session.append(answer("Good day."));
        var name = named(session);
        session.close();
        try (var again = store.open(name, dir)) {
            assertThat(again.id()).isEqualTo(session.id());
            assertThat(again.cwd()).isEqualTo(session.cwd());
            assertThat(texts(again)).containsExactly("Hello.", "Good day.");
            again.append(Message.user("And now?", 3));
        }
        try (var again = store.openReadOnly(name)) {
            assertThat(texts(again)).containsExactly("Hello.", "Good day.", "And now?");
        }
    }

    @Test
    void only_one_at_a_time_writes() throws IOException {
        var store = store();
        try (var session = store.begin(dir, null)) {
            session.append(Message.user("Hello.", 1));
            session.append(answer("Good day."));
            assertThatThrownBy(() -> store.open(named(session), dir)).isInstanceOf(SessionInUse.class);
        }
    }

    @Test
    void a_session_opened_to_be_looked_at_takes_nothing() throws IOException {
        var store = store();
        try (var session = store.begin(dir, null)) {
            session.append(Message.user("Hello.", 1));
            session.append(answer("Good day."));
            try (var look = store.openReadOnly(named(session))) {
                assertThatThrownBy(() -> look.append(Message.user("More.", 2))).hasMessageContaining("read only");
            }
            assertThat(texts(session)).containsExactly("Hello.", "Good day.");
        }
    }

    @Test
    void one_that_is_not_there_is_begun_to_write_and_refused_to_read() throws IOException {
        var store = store();
        var name = dir.resolve("new.jsonl");
        assertThatThrownBy(() -> store.openReadOnly(name)).isInstanceOf(IOException.class);
        try (var session = store.open(name, dir)) {
            assertThat(session.entries()).isEmpty();
            assertThat(named(session)).isEqualTo(name.toAbsolutePath());
        }
    }

    @Test
    void a_fork_has_the_branch_up_to_an_entry_and_knows_where_it_comes_from() throws IOException {
        var store = store();
        try (var session = store.begin(dir, null)) {
            var first = session.append(Message.user("Hello.", 1));
            session.append(answer("Good day."));
            session.append(Message.user("And now?", 3));
            try (var fork = store.fork(session, first.id())) {
                assertThat(texts(fork)).containsExactly("Hello.");
                assertThat(fork.id()).isNotEqualTo(session.id());
                assertThat(fork.header().parentSession())
                        .isEqualTo(named(session).toString());
                fork.append(answer("Another day."));
            }
            assertThat(texts(session)).containsExactly("Hello.", "Good day.", "And now?");
            assertThatThrownBy(() -> store.fork(session, "nobody")).hasMessageContaining("nobody");
        }
    }

    @Test
    void labels_names_and_branches_are_kept() throws IOException {
        var store = store();
        var session = store.begin(dir, null);
        var first = session.append(Message.user("Hello.", 1));
        session.append(answer("Good day."));
        session.rename("greeting");
        session.label(first.id(), "here");
        session.moveTo(first.id());
        session.append(answer("Another day."));
        var name = named(session);
        session.close();
        try (var again = store.open(name, dir)) {
            assertThat(again.name()).isEqualTo("greeting");
            assertThat(again.label(first.id())).isEqualTo("here");
            assertThat(again.entries())
                    .filteredOn(Entry.MessageEntry.class::isInstance)
                    .hasSize(3);
        }
    }

    @Test
    void a_session_that_is_never_kept_has_no_name() throws IOException {
        try (var session = store().inMemory(dir)) {
            session.append(Message.user("Hello.", 1));
            assertThat(session.file()).isNull();
            try (var fork = store().fork(session, session.leafId())) {
                assertThat(fork.file()).isNull();
                assertThat(texts(fork)).containsExactly("Hello.");
            }
        }
    }
}
