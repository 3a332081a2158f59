package dev.pawl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Body;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.BranchRecap;
import dev.pawl.api.session.CompactionResult;
import dev.pawl.api.session.Entry;
import dev.pawl.api.session.TreeNode;
import dev.pawl.machine.Deep;
import dev.pawl.session.lock.SessionInUse;
import dev.pawl.session.store.Durability;
import dev.pawl.session.store.SessionPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Group G of the test vectors, as far as it needs no agent: a session and its file. */
class SessionTest {
    @TempDir
    Path folder;

    private Sessions sessions;

    @BeforeEach
    void prepare() {
        sessions = SessionFolder.sessions(folder);
    }

    private static List<String> lines(Session session) throws IOException {
        return Files.readAllLines(session.file());
    }

    private static List<String> texts(Session session) {
        return session.messages().stream().map(Message::text).toList();
    }

    private static Message user(String text) {
        return Message.user(text, 1);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void nothing_is_written_before_the_first_message_and_then_all_of_it() throws Exception {
        try (var session = sessions.begin(folder, null)) {
            session.changeModel("p", "m");
            assertThat(session.file()).doesNotExist();
            session.append(user("hello"));
            assertThat(lines(session)).hasSize(3).first().asString().startsWith("{\"type\":\"session\",\"version\":3");
            session.append(user("again"));
            assertThat(lines(session)).hasSize(4);
        }
    }

    @Test
    void what_was_appended_is_there_when_the_file_is_opened_again() throws Exception {
        Path file;
        List<Entry> before;
        try (var session = sessions.begin(folder, null)) {
            session.append(user("hello"));
            session.append("state", JsonObject.of("n", 1));
            session.save(JsonObject.of("type", "stack_pop", "backToIndex", 2));
            session.rename("a\nname ");
            file = session.file();
            before = session.entries();
        }
        try (var session = sessions.open(file, folder)) {
            assertThat(session.entries()).isEqualTo(before);
            assertThat(session.name()).isEqualTo("a name");
            assertThat(session.leafId()).isEqualTo(before.getLast().id());
            assertThat(session.unknownTypes(Set.of())).containsExactly("stack_pop");
            assertThat(session.unknownTypes(Set.of("stack_pop"))).isEmpty();
        }
    }

    @Test
    void an_entry_that_cannot_be_written_is_nowhere() throws Exception {
        try (var session = sessions.begin(folder, null)) {
            var first = session.append(user("one"));
            Files.writeString(session.file(), "somebody else\n", StandardOpenOption.APPEND);
            assertThatThrownBy(() -> session.append(user("two")))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("changed by another program");
            assertThat(session.leafId()).isEqualTo(first.id());
            assertThat(session.entries()).containsExactly(first);
        }
    }

    @Test
    void a_session_opened_to_be_read_refuses_to_be_written() throws Exception {
        Path file;
        try (var session = sessions.begin(folder, null)) {
            session.append(user("one"));
            file = session.file();
        }
        try (var session = sessions.openReadOnly(file)) {
            assertThatThrownBy(() -> session.append(user("two"))).hasMessageContaining("read only: fork it");
            assertThat(texts(session)).containsExactly("one");
        }
    }

    @Test
    void a_session_of_an_older_version_is_brought_up_to_date_once_and_left_alone_by_readers() throws Exception {
        var old = """
            {"type":"session","id":"s","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/"}
            {"type":"message","timestamp":"2025-01-01T00:00:01.000Z","message":{"role":"user","content":"one","timestamp":1}}
            {"type":"message","timestamp":"2025-01-01T00:00:02.000Z","message":{"role":"hookMessage","customType":"t","content":"two","display":true,"timestamp":2}}
            """;
        var file = write("old.jsonl", old);
        try (var session = sessions.openReadOnly(file)) {
            assertThat(texts(session)).containsExactly("one", "two");
        }
        assertThat(file).hasContent(old);
        try (var session = sessions.open(file, folder)) {
            assertThat(texts(session)).containsExactly("one", "two");
            assertThat(session.header().version()).isEqualTo(3);
        }
        var migrated = Files.readString(file);
        assertThat(migrated).isNotEqualTo(old);
        try (var session = sessions.open(file, folder)) {
            assertThat(texts(session)).containsExactly("one", "two");
        }
        assertThat(file).hasContent(migrated);
    }

    @Test
    void a_second_writer_gets_a_message_that_says_what_it_can_do_instead() throws Exception {
        try (var session = sessions.begin(folder, null)) {
            session.append(user("one"));
            assertThatThrownBy(() -> sessions.open(session.file(), folder))
                    .isInstanceOf(SessionInUse.class)
                    .hasMessageContaining("read-only, or fork it")
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
            try (var reader = sessions.openReadOnly(session.file());
                    var fork = sessions.forkAll(session.file(), folder)) {
                assertThat(texts(reader)).containsExactly("one");
                fork.append(user("two"));
                assertThat(texts(fork)).containsExactly("one", "two");
            }
        }
    }

    @Test
    void a_torn_last_line_is_passed_over_and_never_merges_with_the_next() throws Exception {
        Path file;
        try (var session = sessions.begin(folder, null)) {
            session.append(user("one"));
            file = session.file();
        }
        Files.writeString(file, "{\"type\":\"message\",\"id\":\"0000", StandardOpenOption.APPEND);
        try (var session = sessions.open(file, folder)) {
            assertThat(texts(session)).containsExactly("one");
            session.append(user("two"));
        }
        try (var session = sessions.open(file, folder)) {
            assertThat(texts(session)).containsExactly("one", "two");
        }
    }

    @Test
    void a_last_line_that_only_lacks_its_end_counts() throws Exception {
        Path file;
        try (var session = sessions.begin(folder, null)) {
            session.append(user("one"));
            session.append(user("two"));
            file = session.file();
        }
        var text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.length() - 1));
        try (var session = sessions.open(file, folder)) {
            session.append(user("three"));
        }
        try (var session = sessions.open(file, folder)) {
            assertThat(texts(session)).containsExactly("one", "two", "three");
        }
    }

    @Test
    void a_malformed_line_is_passed_over_and_its_children_become_roots() throws Exception {
        var file = write("m.jsonl", """
            {"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/"}
            {"type":"message","id":"aaaaaaaa","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":"one","timestamp":1}}

            {"type":"message","id":"bbbbbbbb","parentId":"aaaaaaaa","timest
            not json at all
            {"type":"message","id":"cccccccc","parentId":"bbbbbbbb","timestamp":"2026-01-01T00:00:02.000Z","message":{"role":"user","content":"three","timestamp":1}}
            """);
        try (var session = sessions.open(file, folder)) {
            assertThat(session.tree()).extracting(node -> node.entry().id()).containsExactly("aaaaaaaa", "cccccccc");
            assertThat(texts(session)).containsExactly("three");
        }
    }

    @Test
    void an_empty_file_becomes_a_session_and_another_file_is_left_alone() throws Exception {
        var empty = write("empty.jsonl", "");
        try (var session = sessions.open(empty, folder)) {
            session.append(user("hello"));
        }
        assertThat(Files.readAllLines(empty)).hasSize(2);
        var other = write("notes.txt", "dear diary\n");
        assertThatThrownBy(() -> sessions.open(other, folder))
                .hasMessageContaining("notes.txt is not a session")
                .hasMessageContaining("left as it is");
        assertThat(other).hasContent("dear diary\n");
        assertThat(folder.resolve("notes.txt.lock")).doesNotExist();
    }

    @Test
    void an_id_of_ones_own_names_the_file() throws Exception {
        try (var session = sessions.begin(folder, null, "my.session-1")) {
            assertThat(session.id()).isEqualTo("my.session-1");
            assertThat(session.file().getFileName().toString()).endsWith("_my.session-1.jsonl");
        }
        assertThatThrownBy(() -> sessions.begin(folder, null, "../up")).hasMessageContaining("cannot be used");
    }

    @Test
    void every_durability_keeps_what_it_is_given() throws Exception {
        for (var durability : Durability.values()) {
            var options = new SessionOptions(durability, InstantSource.system(), new SplittableRandom(1));
            var file = folder.resolve(durability + ".jsonl");
            try (var session = new Sessions(SessionPaths.in(folder), options).open(file, folder)) {
                session.append(user("one"));
                session.append(user("two"));
                session.endTurn();
                assertThat(Files.readAllLines(file)).hasSize(3);
            }
        }
    }

    @Test
    void rubbish_before_the_header_is_passed_over() throws Exception {
        var file = write("r.jsonl", """
            rubbish
            {"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/"}
            {"type":"message","id":"aaaaaaaa","parentId":null,"message":{"role":"user","content":"one"}}
            """);
        try (var session = sessions.open(file, folder)) {
            assertThat(texts(session)).containsExactly("one");
        }
    }

    @Test
    void lines_that_other_hands_wrote_in_another_order_are_read_all_the_same() throws Exception {
        var file = write("o.jsonl", """
            {"cwd":"/", "id":"s", "type":"session", "version":3}
            { "message" : {"role":"user","content":"o\\"ne","timestamp":1}, "parentId" : null, "id" : "an odd id", "type" : "message" }
            {"id":"2","type":"message","message":{"role":"user","content":"two","timestamp":1},"parentId":"an odd id"}
            """);
        try (var session = sessions.open(file, folder)) {
            assertThat(texts(session)).containsExactly("o\"ne", "two");
        }
    }

    @Test
    void a_branch_is_left_and_another_begun() throws Exception {
        try (var session = sessions.inMemory(folder)) {
            var one = session.append(user("one"));
            session.append(user("two"));
            session.moveTo(one.id());
            session.append(user("three"));
            assertThat(texts(session)).containsExactly("one", "three");
            assertThat(session.tree())
                    .singleElement()
                    .extracting(TreeNode::children)
                    .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                    .hasSize(2);
            session.moveToStart();
            session.append(user("four"));
            assertThat(session.tree()).hasSize(2);
            assertThat(texts(session)).containsExactly("four");
            assertThatThrownBy(() -> session.moveTo("nowhere")).hasMessageContaining("no entry nowhere");
        }
    }

    @Test
    void a_branch_left_with_a_summary_remembers_where_it_came_from() throws Exception {
        try (var session = sessions.inMemory(folder)) {
            var one = session.append(user("one"));
            var two = session.append(user("two"));
            var entry = (Entry.BranchSummary)
                    session.moveWithSummary(one.id(), new BranchRecap("tried two", null, null), false);
            assertThat(entry.fromId()).isEqualTo(two.id());
            assertThat(entry.parentId()).isEqualTo(one.id());
            assertThat(texts(session)).containsExactly("one", "tried two");
        }
    }

    @Test
    void labels_are_set_replaced_and_taken_away_and_the_model_never_sees_them() throws Exception {
        try (var session = sessions.inMemory(folder)) {
            var one = session.append(user("one"));
            session.label(one.id(), "here");
            session.label(one.id(), "there");
            assertThat(session.label(one.id())).isEqualTo("there");
            session.label(one.id(), null);
            assertThat(session.label(one.id())).isNull();
            assertThatThrownBy(() -> session.label("nowhere", "x")).hasMessageContaining("nowhere");
            assertThat(texts(session)).containsExactly("one");
        }
    }

    @Test
    void a_compaction_hides_what_it_summarised_and_an_edit_what_it_replaced() throws Exception {
        try (var session = sessions.inMemory(folder)) {
            session.append(user("one"));
            var two = session.append(user("two"));
            session.compact(CompactionResult.of("summary", two.id(), 10), false, false, JsonObject.empty());
            var three = session.append(user("three"));
            assertThat(texts(session)).containsExactly("summary", "two", "three");
            session.editContext(three.id(), Body.of("3"));
            assertThat(texts(session)).containsExactly("summary", "two", "3");
            session.editContext(three.id(), null);
            assertThat(texts(session)).containsExactly("summary", "two");
            session.compact(CompactionResult.of("all", "", 10), true, false, JsonObject.empty());
            assertThat(texts(session)).containsExactly("all");
        }
    }

    @Test
    void summaries_are_no_messages_of_their_own() throws Exception {
        try (var session = sessions.inMemory(folder)) {
            assertThatThrownBy(() -> session.append(new Message.CompactionSummary("s", 1, 1, JsonObject.empty())))
                    .hasMessageContaining("no message of its own");
            assertThat(session.entries()).isEmpty();
        }
    }

    @Test
    void a_fork_takes_the_branch_with_its_labels_and_leaves_the_rest() throws Exception {
        try (var session = sessions.begin(folder, null)) {
            var one = session.append(user("one"));
            session.label(one.id(), "start");
            var two = session.append(user("two"));
            session.append(user("elsewhere"));
            session.label(session.leafId(), "gone");
            try (var fork = sessions.fork(session, two.id())) {
                assertThat(fork.file()).exists().isNotEqualTo(session.file());
                assertThat(fork.header().parentSession())
                        .isEqualTo(session.file().toString());
                assertThat(texts(fork)).containsExactly("one", "two");
                assertThat(fork.entry(two.id()).parentId()).isEqualTo(one.id());
                assertThat(fork.label(one.id())).isEqualTo("start");
                assertThat(fork.entries())
                        .filteredOn(Entry.LabelChange.class::isInstance)
                        .singleElement()
                        .satisfies(label -> assertThat(session.entry(label.id()))
                                .as("it is an entry of its own")
                                .isNull());
            }
            try (var fresh = sessions.fork(session, null)) {
                assertThat(fresh.file()).doesNotExist();
                assertThat(fresh.header().parentSession())
                        .isEqualTo(session.file().toString());
            }
        }
    }

    @Test
    void a_compaction_that_kept_a_label_first_keeps_the_entry_after_it_in_a_fork() throws Exception {
        try (var session = sessions.begin(folder, null)) {
            var one = session.append(user("one"));
            var label = session.label(one.id(), "x");
            var two = session.append(user("two"));
            session.compact(CompactionResult.of("c", label.id(), 1), false, false, JsonObject.empty());
            session.append(user("three"));
            try (var fork = sessions.fork(session, session.leafId())) {
                assertThat(texts(fork)).containsExactly("c", "two", "three");
                assertThat(fork.entries())
                        .filteredOn(Entry.Compaction.class::isInstance)
                        .extracting(entry -> ((Entry.Compaction) entry).firstKeptEntryId())
                        .containsExactly(two.id());
            }
        }
    }

    @Test
    void a_session_that_is_not_in_a_file_yet_cannot_be_forked() throws Exception {
        try (var session = sessions.begin(folder, null)) {
            var entry = session.changeModel("p", "m");
            assertThatThrownBy(() -> sessions.fork(session, entry.id())).hasMessageContaining("send a message first");
        }
    }

    @Test
    void lines_are_copied_byte_for_byte() throws Exception {
        var strange = """
            {"type":"from_tomorrow","id":"aaaaaaaa","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z", "x" : 1.50, "y":"\\u0041"}\
            """;
        var file = write("b.jsonl", """
            {"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/"}
            %s
            {"type":"message","id":"bbbbbbbb","parentId":"aaaaaaaa","timestamp":"2026-01-01T00:00:02.000Z","message":{"role":"user","content":"hi","timestamp":1}}
            """.formatted(strange));
        try (var all = sessions.forkAll(file, folder);
                var session = sessions.openReadOnly(file);
                var fork = sessions.fork(session, "bbbbbbbb")) {
            assertThat(lines(all)).contains(strange);
            assertThat(lines(fork)).contains(strange);
            sessions.export(fork, folder.resolve("out.jsonl"));
            assertThat(Files.readAllLines(folder.resolve("out.jsonl"))).contains(strange);
        }
    }

    @Test
    void a_session_from_elsewhere_is_adopted_under_a_name_that_is_free() throws Exception {
        var file = write("x.jsonl", """
            {"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/"}
            """);
        var elsewhere = SessionFolder.sessions(folder.resolve("mine"));
        var first = elsewhere.adopt(file, folder);
        var second = elsewhere.adopt(file, folder);
        assertThat(first).hasSameBinaryContentAs(file).isNotEqualTo(second);
        assertThat(second.getFileName()).hasToString("x-1.jsonl");
        assertThatThrownBy(() -> sessions.adopt(write("n.txt", "no"), folder)).hasMessageContaining("not a session");
    }

    @Test
    void damage_inside_a_line_hides_that_entry_and_nothing_else() throws Exception {
        var file = write("d.jsonl", """
            {"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/"}
            {"type":"message","id":"aaaaaaaa","parentId":null,"timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":"one","timestamp":1}}
            {"type":"message","id":"bbbbbbbb","parentId":"aaaaaaaa","timestamp":"x","message":{"role"\0\0\0:::}}
            {"type":"message","id":"cccccccc","parentId":"bbbbbbbb","timestamp":"2026-01-01T00:00:02.000Z","message":{"role":"user","content":"three","timestamp":1}}
            """);
        try (var session = sessions.open(file, folder)) {
            assertThat(texts(session)).containsExactly("one", "three");
            session.append(user("four"));
            assertThat(texts(session)).containsExactly("one", "three", "four");
        }
    }

    @Test
    void circles_missing_parents_and_double_ids_do_no_harm() throws Exception {
        var file = write("c.jsonl", """
            {"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/"}
            {"type":"message","id":"aaaaaaaa","parentId":"bbbbbbbb","message":{"role":"user","content":"a"}}
            {"type":"message","id":"bbbbbbbb","parentId":"aaaaaaaa","message":{"role":"user","content":"b"}}
            {"type":"message","id":"bbbbbbbb","parentId":"bbbbbbbb","message":{"role":"user","content":"b again"}}
            {"type":"message","id":"dddddddd","parentId":"eeeeeeee","message":{"role":"user","content":"d"}}
            """);
        try (var session = sessions.open(file, folder)) {
            assertThat(session.tree()).hasSize(2);
            session.moveTo("bbbbbbbb");
            assertThat(texts(session)).containsExactly("a", "b", "b again");
        }
    }

    @Deep
    @Test
    void a_chain_of_a_hundred_thousand_entries_is_a_chain_like_any_other() throws Exception {
        var text = new StringBuilder(
                "{\"type\":\"session\",\"version\":3,\"id\":\"s\",\"timestamp\":\"2026-01-01T00:00:00.000Z\",\"cwd\":\"/\"}\n");
        for (int i = 0; i < 100_000; i++) {
            text.append("{\"type\":\"custom\",\"id\":\"%08x\",\"parentId\":%s,\"customType\":\"t\"}\n"
                    .formatted(i, i == 0 ? "null" : "\"%08x\"".formatted(i - 1)));
        }
        var file = write("deep.jsonl", text.toString());
        try (var session = sessions.open(file, folder)) {
            assertThat(session.tree()).hasSize(1);
            assertThat(session.branch()).hasSize(100_000);
            assertThat(session.messages()).isEmpty();
        }
    }

    @Test
    void a_folder_that_is_gone_is_made_again_and_a_file_in_its_place_is_an_error() throws Exception {
        var inside = folder.resolve("gone/deeper/s.jsonl");
        try (var session = sessions.open(inside, folder)) {
            session.append(user("hello"));
        }
        assertThat(inside).exists();
        write("blocked", "a file");
        try (var session = sessions.open(folder.resolve("blocked/s.jsonl"), folder)) {
            assertThatThrownBy(() -> session.append(user("hello"))).isInstanceOf(UncheckedIOException.class);
            assertThat(session.entries()).isEmpty();
        }
    }
}
