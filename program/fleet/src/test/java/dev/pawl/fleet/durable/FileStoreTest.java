package dev.pawl.fleet.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.fleet.store.FileStore;
import dev.pawl.fleet.store.Operation;
import dev.pawl.start.attach.Refused;
import dev.pawl.start.attach.SessionState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a fleet's session hold whatever a killed program left in them. */
class FileStoreTest {
    @TempDir
    Path dir;

    private FileStore store;
    private Path state;

    @BeforeEach
    void one_session() throws IOException {
        store = new FileStore(dir, InstantSource.system());
        store.apply("s", Operation.create("s", "here", JsonObject.empty(), List.of("{\"type\":\"session\"}")));
        state = dir.resolve("sessions/s/state.jsonl");
    }

    private void send(int number) throws IOException {
        store.apply("s", Operation.send(Input.prompt("p" + number, "go")));
    }

    private int inputs() throws IOException {
        return SessionState.from(Objects.requireNonNull(store.document("s"))).inputs();
    }

    @Test
    void a_state_that_was_cut_off_while_it_was_written_does_not_count() throws Exception {
        send(1);
        var whole = Files.readString(state);
        for (int kept = whole.length() - 1; kept > whole.lastIndexOf("\n{"); kept--) {
            Files.writeString(state, whole.substring(0, kept));
            assertThat(inputs()).as("%d characters", kept).isZero();
        }
        send(2);
        assertThat(inputs()).isEqualTo(1);
        Files.writeString(state, "\n{\"id\":\"s", StandardOpenOption.APPEND);
        assertThat(inputs()).isEqualTo(1);
    }

    @Test
    void states_of_the_past_do_not_pile_up() throws Exception {
        send(1);
        long token = store.apply("s", Operation.claim("w", 60_000)).number("token", 0);
        for (int i = 0; i < 1_000; i++) {
            store.apply("s", Operation.extend(token, 60_000));
            assertThat(Files.size(state)).isLessThan(64 * 1024);
        }
        assertThat(SessionState.from(Objects.requireNonNull(store.document("s")))
                        .token())
                .isEqualTo(token);
    }

    @Test
    void a_state_that_is_no_json_is_reported_with_its_file() throws Exception {
        Files.writeString(state, "\nno json\n");
        assertThatThrownBy(() -> store.document("s")).hasMessageContaining(state.toString());
        assertThatThrownBy(() -> send(1)).hasMessageContaining(state.toString());
    }

    @Test
    void two_stores_of_one_process_change_a_session_in_turn() throws Exception {
        var threads = new ArrayList<Thread>();
        var failures = new ConcurrentLinkedQueue<Throwable>();
        for (int i = 0; i < 4; i++) {
            int first = 100 * i;
            threads.add(Thread.ofPlatform().start(() -> {
                try (var other = new FileStore(dir, InstantSource.system())) {
                    for (int n = first; n < first + 50; n++) {
                        other.apply("s", Operation.send(Input.prompt("p" + n, "go")));
                    }
                } catch (IOException | RuntimeException e) {
                    failures.add(e);
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        assertThat(inputs()).isEqualTo(200);
    }

    @Test
    void what_another_process_writes_meanwhile_counts_for_the_writer() throws Exception {
        send(1);
        long token = store.apply("s", Operation.claim("w", 60_000)).number("token", 0);
        var other = new FileStore(dir, InstantSource.system());
        for (int i = 0; i < 300; i++) {
            // Often enough for the file to be replaced, by the one and by the other.
            other.apply("s", Operation.send(Input.prompt("q" + i, "x".repeat(i))));
            var after = store.apply("s", Operation.append(token, 1 + i, "line " + i, null));
            assertThat(after.objects("inputs")).hasSize(i + 2);
        }
        assertThat(other.lines("s", 300)).containsExactly("line 299");
    }

    @Test
    void the_writer_of_a_session_that_was_removed_and_made_again_is_refused() throws Exception {
        send(1);
        long token = store.apply("s", Operation.claim("w", -1)).number("token", 0);
        var other = new FileStore(dir, InstantSource.system());
        other.apply("s", Operation.remove());
        assertThatThrownBy(() -> store.apply("s", Operation.append(token, 1, "late", null)))
                .isInstanceOf(Refused.class);
        other.apply("s", Operation.create("s", "here", JsonObject.empty(), List.of("{\"type\":\"session\"}")));
        assertThatThrownBy(() -> store.apply("s", Operation.append(token, 1, "late", null)))
                .isInstanceOf(StaleWriter.class);
        assertThat(store.lines("s", 0)).hasSize(1);
    }

    @Test
    void an_interrupted_writer_can_write_again() throws Exception {
        send(1);
        long token = store.apply("s", Operation.claim("w", 60_000)).number("token", 0);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> store.apply("s", Operation.append(token, 1, "one", null)))
                .isInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();
        store.apply("s", Operation.append(token, 1, "one", null));
        assertThat(store.lines("s", 1)).containsExactly("one");
    }
}
