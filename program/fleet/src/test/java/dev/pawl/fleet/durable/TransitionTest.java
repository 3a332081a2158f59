package dev.pawl.fleet.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.store.FileStore;
import dev.pawl.fleet.store.MemoryStore;
import dev.pawl.fleet.store.Operation;
import dev.pawl.fleet.store.Store;
import dev.pawl.start.attach.Question;
import dev.pawl.start.attach.Refused;
import dev.pawl.start.attach.SessionState;
import dev.pawl.start.attach.SessionState.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One writer at a time, by token; inboxes, questions and timers: the same in memory and in files. */
class TransitionTest {
    private static final String ID = "session-1";
    private static final long LEASE = 1_000;

    @TempDir
    Path dir;

    private long now = 1_000_000;

    private Store store(String kind) throws IOException {
        InstantSource clock = () -> Instant.ofEpochMilli(now);
        var store = kind.equals("memory") ? new MemoryStore(clock) : new FileStore(dir.resolve("engine"), clock);
        store.apply(ID, Operation.create(ID, "here", JsonObject.of("model", "m"), List.of("header")));
        return store;
    }

    private static SessionState state(Store store) throws IOException {
        return SessionState.from(java.util.Objects.requireNonNull(store.document(ID)));
    }

    private long claim(Store store) throws IOException {
        return store.apply(ID, Operation.claim("w", LEASE)).number("token", 0);
    }

    private static void prompt(Store store, String id) throws IOException {
        store.apply(ID, Operation.send(Input.prompt(id, "do " + id)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void sessions_that_wait_longest_are_claimed_first(String kind) throws Exception {
        var store = store(kind);
        for (var id : List.of("b", "a", "c")) {
            store.apply(id, Operation.create(id, "here", JsonObject.empty(), List.of("header")));
            now += 10;
            store.apply(id, Operation.send(Input.prompt("p", "go")));
        }
        assertThat(store.claimable(Set.of("here"), 2)).containsExactly("b", "a");

        long token = store.apply("b", Operation.claim("w", LEASE)).number("token", 0);
        now += 10;
        store.apply("b", Operation.release(token, new Next.Ready()));
        assertThat(store.claimable(Set.of("here"), 10)).containsExactly("a", "c", "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void a_session_is_claimed_once_and_again_when_the_lease_has_run_out(String kind) throws Exception {
        var store = store(kind);
        assertThat(store.claimable(Set.of("here"), 10)).isEmpty();
        prompt(store, "p");
        assertThat(store.claimable(Set.of("elsewhere"), 10)).isEmpty();
        assertThat(store.claimable(Set.of("here"), 10)).containsExactly(ID);

        long first = claim(store);
        assertThatThrownBy(() -> claim(store)).isInstanceOf(Refused.class).hasMessageContaining("running");
        assertThat(store.claimable(Set.of("here"), 10)).isEmpty();

        now += LEASE / 2;
        store.apply(ID, Operation.extend(first, LEASE));
        now += LEASE - 1;
        assertThatThrownBy(() -> claim(store)).isInstanceOf(Refused.class);
        now += 1;
        assertThat(store.claimable(Set.of("here"), 10)).containsExactly(ID);
        assertThat(claim(store)).isGreaterThan(first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void a_writer_with_an_old_token_is_refused_in_all_it_wants(String kind) throws Exception {
        var store = store(kind);
        prompt(store, "p");
        long old = claim(store);
        store.apply(ID, Operation.append(old, 1, "by the first", "p"));
        now += LEASE;
        long fresh = claim(store);
        for (var operation : List.of(
                Operation.append(old, 2, "late", null),
                Operation.extend(old, LEASE),
                Operation.take(old, "p"),
                Operation.note(old, JsonObject.empty()),
                Operation.ask(old, new Question("k", "confirm", "?", "", List.of())),
                Operation.release(old, new Next.Idle()))) {
            assertThatThrownBy(() -> store.apply(ID, operation))
                    .isInstanceOf(StaleWriter.class)
                    .hasMessageContaining("token");
        }
        store.apply(ID, Operation.append(fresh, 2, "by the second", null));
        assertThat(store.lines(ID, 0)).containsExactly("header", "by the first", "by the second");
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void steps_of_calls_are_kept_until_others_take_their_place_and_no_old_writer_adds_one(String kind)
            throws Exception {
        var store = store(kind);
        prompt(store, "one");
        long old = claim(store);
        store.apply(ID, Operation.steps(old, "1", List.of("asked a", "asked b"), false));
        store.apply(ID, Operation.steps(old, "2", List.of("begun a"), false));
        store.apply(ID, Operation.steps(old, "2", List.of("begun a"), false));
        assertThat(store.steps(ID)).containsExactly("asked a", "asked b", "begun a");

        now += LEASE;
        long fresh = claim(store);
        assertThatThrownBy(() -> store.apply(ID, Operation.steps(old, "3", List.of("begun b"), false)))
                .isInstanceOf(StaleWriter.class);
        for (int i = 0; i < 5; i++) {
            var next = "asked " + "x".repeat(i * 7);
            store.apply(ID, Operation.steps(fresh, "f" + i, List.of(next), true));
            store.apply(ID, Operation.steps(fresh, "g" + i, List.of("begun"), false));
            assertThat(store.steps(ID)).containsExactly(next, "begun");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void a_session_that_ends_one_worker_after_another_sleeps_and_fails_and_a_prompt_tries_again(String kind)
            throws Exception {
        var store = store(kind);
        prompt(store, "one");
        claim(store);
        now += LEASE;
        claim(store);
        assertThat(state(store).phase()).as("once may be chance").isEqualTo(Phase.RUNNING);
        for (int i = 0; i < 4; i++) {
            now += LEASE;
            claim(store);
            assertThat(state(store).phase()).isEqualTo(Phase.ASLEEP);
            assertThat(state(store).problem()).contains("worker w ended").contains("without any progress");
            now = java.util.Objects.requireNonNull(state(store).wakesAt()).toEpochMilli();
            claim(store);
            assertThat(state(store).phase()).isEqualTo(Phase.RUNNING);
        }
        now += LEASE;
        claim(store);
        assertThat(state(store).phase()).isEqualTo(Phase.FAILED);
        assertThat(state(store).problem()).contains("the last 6 without any progress");
        assertThat(store.claimable(Set.of("here"), 9)).isEmpty();

        prompt(store, "two");
        long token = claim(store);
        assertThat(state(store).phase()).isEqualTo(Phase.RUNNING);
        for (int i = 1; i <= 10; i++) {
            store.apply(ID, Operation.append(token, i, "line " + i, null));
            now += LEASE;
            token = claim(store);
            assertThat(state(store).phase()).as("it makes progress").isEqualTo(Phase.RUNNING);
        }
        store.apply(ID, Operation.append(token, 11, "line 11", null));
        now += LEASE;
        claim(store);
        assertThat(state(store).phase()).as("in the same run").isEqualTo(Phase.FAILED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void a_line_that_is_sent_again_is_kept_once_and_one_at_another_place_is_refused(String kind) throws Exception {
        var store = store(kind);
        prompt(store, "p");
        long token = claim(store);
        store.apply(ID, Operation.append(token, 1, "one", null));
        store.apply(ID, Operation.append(token, 1, "one", null));
        assertThatThrownBy(() -> store.apply(ID, Operation.append(token, 1, "other", null)))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("2 lines");
        assertThatThrownBy(() -> store.apply(ID, Operation.append(token, 5, "far", null)))
                .isInstanceOf(Refused.class);
        assertThat(store.lines(ID, 1)).containsExactly("one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void an_input_counts_once_also_after_it_was_taken(String kind) throws Exception {
        var store = store(kind);
        prompt(store, "p");
        prompt(store, "p");
        assertThat(state(store).inputs()).isEqualTo(1);
        long token = claim(store);
        assertThat(store.apply(ID, Operation.append(token, 1, "said", "p")).bool("inRun", false))
                .isTrue();
        prompt(store, "p");
        assertThat(state(store).inputs()).isZero();
        prompt(store, "q");
        store.apply(ID, Operation.release(token, new Next.Idle()));
        assertThat(state(store).phase()).as("q is waiting").isEqualTo(Phase.READY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void a_question_is_answered_once(String kind) throws Exception {
        var store = store(kind);
        prompt(store, "p");
        long token = claim(store);
        var question = new Question("q1", "confirm", "Run it?", "rm x", List.of());
        store.apply(ID, Operation.release(token, new Next.Waits(question)));
        assertThat(state(store).phase()).isEqualTo(Phase.WAITING);
        assertThat(state(store).question()).isEqualTo(question);
        assertThat(store.claimable(Set.of("here"), 10)).isEmpty();

        var yes = JsonObject.of("confirmed", true);
        assertThatThrownBy(() -> store.apply(ID, Operation.send(Input.answer("a0", "other", yes))))
                .isInstanceOf(Refused.class);
        store.apply(ID, Operation.send(Input.answer("a1", "q1", yes.with("by", "ada"))));
        store.apply(ID, Operation.send(Input.answer("a1", "q1", yes)));
        assertThat(java.util.Objects.requireNonNull(store.document(ID)).objects("answers"))
                .as("who answered what")
                .singleElement()
                .satisfies(answer -> {
                    assertThat(answer.string("by")).isEqualTo("ada");
                    assertThat(answer.string("message")).isEqualTo("rm x");
                    assertThat(answer.object("answer")).isEqualTo(yes);
                });
        assertThatThrownBy(() -> store.apply(ID, Operation.send(Input.answer("a2", "q1", yes))))
                .as("a second user")
                .isInstanceOf(Refused.class)
                .hasMessageContaining("already");
        assertThat(state(store).phase()).isEqualTo(Phase.READY);
        long next = claim(store);
        store.apply(ID, Operation.take(next, "p"));
        store.apply(ID, Operation.release(next, new Next.Idle()));
        assertThat(state(store).phase()).isEqualTo(Phase.IDLE);
        assertThat(state(store).inputs()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void a_session_that_sleeps_is_woken_by_time_and_one_that_failed_by_a_prompt(String kind) throws Exception {
        var store = store(kind);
        prompt(store, "p");
        store.apply(
                ID, Operation.release(claim(store), new Next.Sleeps(Instant.ofEpochMilli(now + 10_000), "a pause")));
        assertThat(state(store).problem()).isEqualTo("a pause");
        assertThat(state(store).wakesAt()).isEqualTo(Instant.ofEpochMilli(now + 10_000));
        now += 9_999;
        assertThat(store.claimable(Set.of("here"), 10)).isEmpty();
        now += 1;
        assertThat(store.claimable(Set.of("here"), 10)).containsExactly(ID);
        long token = claim(store);
        assertThat(state(store).problem()).isNull();
        store.apply(ID, Operation.take(token, "p"));
        store.apply(ID, Operation.release(token, new Next.Failed("no folder")));
        assertThat(state(store).phase()).isEqualTo(Phase.FAILED);
        assertThat(state(store).problem()).isEqualTo("no folder");
        prompt(store, "again");
        assertThat(state(store).phase()).isEqualTo(Phase.READY);
        assertThat(state(store).problem()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void a_cancelled_session_rests_and_its_worker_is_notified(String kind) throws Exception {
        var store = store(kind);
        prompt(store, "p");
        long token = claim(store);
        store.apply(ID, Operation.send(Input.cancel("c")));
        assertThat(store.apply(ID, Operation.extend(token, LEASE)).bool("cancelled", false))
                .isTrue();
        store.apply(ID, Operation.take(token, "p"));
        store.apply(ID, Operation.release(token, new Next.Idle()));
        assertThat(state(store).phase()).isEqualTo(Phase.IDLE);

        prompt(store, "q");
        store.apply(
                ID, Operation.release(claim(store), new Next.Waits(new Question("k", "confirm", "?", "", List.of()))));
        store.apply(ID, Operation.send(Input.cancel("d")));
        assertThat(state(store).phase()).isEqualTo(Phase.IDLE);
        assertThat(state(store).question()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void ids_are_taken_once_and_only_those_that_rest_are_removed(String kind) throws Exception {
        var store = store(kind);
        assertThatThrownBy(() -> store.apply(ID, Operation.create(ID, "here", JsonObject.empty(), List.of("x"))))
                .isInstanceOf(Refused.class);
        prompt(store, "p");
        claim(store);
        assertThatThrownBy(() -> store.apply(ID, Operation.remove()))
                .isInstanceOf(Refused.class)
                .hasMessageContaining("worked on");
        now += LEASE;
        store.apply(ID, Operation.remove());
        assertThat(store.document(ID)).isNull();
        assertThatThrownBy(() -> prompt(store, "p")).isInstanceOf(Refused.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../x", "a/b", "", ".hidden", "x\ny"})
    void an_id_that_would_leave_a_folder_is_refused_everywhere(String id) throws Exception {
        for (var kind : List.of("memory", "file")) {
            var store = store(kind);
            assertThatThrownBy(() -> store.apply(id, Operation.create(id, "here", JsonObject.empty(), List.of("x"))))
                    .isInstanceOf(Refused.class)
                    .hasMessageContaining("is no id");
        }
    }

    @org.junit.jupiter.api.Test
    void half_a_line_that_a_killed_program_left_is_not_part_of_the_log() throws Exception {
        var store = store("file");
        prompt(store, "p");
        long token = claim(store);
        var log = dir.resolve("engine/sessions").resolve(ID).resolve("session.jsonl");
        Files.writeString(log, "half a li", java.nio.file.StandardOpenOption.APPEND);
        assertThat(store.lines(ID, 0)).containsExactly("header");
        store.apply(ID, Operation.append(token, 1, "whole", null));
        assertThat(store.lines(ID, 0)).containsExactly("header", "whole");
        assertThat(Files.readString(log)).isEqualTo("header\nwhole\n");
    }
}
