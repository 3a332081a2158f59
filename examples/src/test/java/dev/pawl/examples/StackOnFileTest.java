package dev.pawl.examples;

import static dev.pawl.api.HookPoints.CONTEXT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.event.ModelContext;
import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.session.Session;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.store.SessionPaths;
import dev.pawl.testkit.FakeSession;
import dev.pawl.testkit.HookTrial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stack on real session files: what /pop leaves in the file, and what becomes of it without the hook. */
class StackOnFileTest {
    private static final Path STACK = Path.of("stack.java");

    @TempDir
    Path folder;

    private Sessions sessions;

    @BeforeEach
    void prepare() {
        sessions = new Sessions(SessionPaths.in(folder), SessionOptions.standard());
    }

    private static List<String> texts(List<Message> messages) {
        return messages.stream().map(Message::text).toList();
    }

    /** What the model would be sent, with the hook. */
    private static List<String> withHook(Session session) throws Exception {
        try (var trial = HookTrial.onSession(new FakeSession(session), STACK)) {
            return texts(trial.fire(
                            CONTEXT,
                            new ModelContext(session.messages(), session.indexed(), session.contextMessages(), false))
                    .messages());
        }
    }

    private static void pop(Session session, String to, String... answers) throws Exception {
        try (var trial = HookTrial.onSession(new FakeSession(session), STACK)) {
            for (var answer : answers) {
                trial.context().models().answer(answer);
            }
            trial.run("pop", to);
        }
    }

    /** V2: five messages, the last two kept by a compaction, and two more. */
    private Session compacted() {
        var session = sessions.begin(folder, null);
        for (int i = 1; i <= 5; i++) {
            session.append(Message.user("M" + i, i));
        }
        session.compact(CompactionResult.of("C1", session.entries().get(3).id(), 1), false, false, JsonObject.empty());
        session.append(Message.user("M7", 7));
        session.append(Message.user("M8", 8));
        return session;
    }

    @Test
    void a_pop_is_one_raw_line_in_the_file_and_the_next_request_holds_its_summaries() throws Exception {
        try (var session = compacted()) {
            var leaf = session.leafId();
            pop(session, "2", "P1", "S1");
            assertThat(withHook(session)).containsExactly("[Summary]\n\nP1", "[Summary]\n\nS1");
            var line = JsonObject.parse(Files.readAllLines(session.file()).getLast());
            assertThat(line.string("type")).isEqualTo("stack_pop");
            assertThat(line.string("parentId")).isEqualTo(leaf);
            assertThat(line.string("id")).hasSize(8);
            assertThat(line.integer("backToIndex", 0)).isEqualTo(2);
            assertThat(line.string("summary")).isEqualTo("S1");
            assertThat(line.string("prePopSummary")).isEqualTo("P1");
        }
    }

    @Test
    void a_pop_still_holds_after_the_file_was_closed_and_opened() throws Exception {
        Path file;
        try (var session = compacted()) {
            pop(session, "2", "P1", "S1");
            session.append(Message.user("M10", 10));
            file = session.file();
        }
        try (var session = sessions.open(file, folder)) {
            assertThat(withHook(session)).containsExactly("[Summary]\n\nP1", "[Summary]\n\nS1", "M10");
        }
    }

    @Test
    void without_the_hook_the_popped_messages_come_back_and_the_file_is_as_it_was() throws Exception {
        try (var session = compacted()) {
            pop(session, "2", "P1", "S1");
            var before = Files.readString(session.file());
            assertThat(texts(session.messages())).containsExactly("C1", "M4", "M5", "M7", "M8");
            assertThat(session.unknownTypes(Set.of())).containsExactly("stack_pop");
            assertThat(session.file()).hasContent(before);
        }
    }

    @Test
    void a_compaction_after_the_pop_keeps_what_was_popped_even_without_the_hook() throws Exception {
        try (var session = compacted()) {
            pop(session, "2", "P1", "S1");
            session.append(Message.user("M10", 10));
            var kept = session.append(Message.user("M11", 11));
            session.append(Message.user("M12", 12));
            session.compact(CompactionResult.of("C2", kept.id(), 1), false, false, JsonObject.empty());
            assertThat(texts(session.messages())).containsExactly("C2", "M11", "M12");
            assertThat(withHook(session)).containsExactly("[Summary]\n\nC2", "M11", "M12");
        }
    }

    @Test
    void a_pop_on_one_branch_means_nothing_on_another() throws Exception {
        try (var session = sessions.begin(folder, null)) {
            session.append(Message.user("M1", 1));
            var two = session.append(Message.user("M2", 2));
            session.append(Message.user("M3", 3));
            pop(session, "2", "S");
            assertThat(withHook(session)).containsExactly("M1", "[Summary]\n\nS");
            session.moveTo(two.id());
            session.append(Message.user("other", 4));
            assertThat(withHook(session)).containsExactly("M1", "M2", "other");
        }
    }
}
