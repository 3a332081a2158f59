package dev.pawl.session.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.message.Message;
import dev.pawl.session.OtherProgram;
import dev.pawl.session.Session;
import dev.pawl.session.SessionFolder;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two programs and one session: only one of them writes, whatever happens to the lock. */
class WriteLockTest {
    @TempDir
    Path folder;

    private Path file;
    private Path lock;

    @BeforeEach
    void begin() throws IOException {
        file = folder.resolve("s.jsonl");
        lock = folder.resolve("s.jsonl.lock");
        try (var session = SessionFolder.sessions(folder).open(file, folder)) {
            session.append(user("zero"));
        }
        assertThat(lock).doesNotExist();
    }

    private static Message user(String text) {
        return Message.user(text, 1);
    }

    private Session open() throws IOException {
        return SessionFolder.sessions(folder).open(file, folder);
    }

    private Session openWithoutLocks() throws IOException {
        return new Sessions(SessionFolder.paths(folder), SessionOptions.standard(), OtherProgram.NO_LOCKS)
                .open(file, folder);
    }

    private List<String> texts() throws IOException {
        try (var session = SessionFolder.sessions(folder).openReadOnly(file)) {
            return session.messages().stream().map(Message::text).toList();
        }
    }

    @Test
    void a_session_that_another_program_has_open_is_refused_until_that_program_closes_it() throws Exception {
        try (var other = OtherProgram.start(true)) {
            assertThat(other.open(file)).isEqualTo("ok");
            assertThatThrownBy(this::open)
                    .isInstanceOf(SessionInUse.class)
                    .hasMessageContaining("process " + other.pid());
            assertThat(other.append("one")).isEqualTo("ok");
            assertThatThrownBy(this::open).isInstanceOf(SessionInUse.class);
            assertThat(other.close(file)).isEqualTo("ok");
            try (var session = open()) {
                session.append(user("two"));
                assertThat(other.open(file))
                        .contains("is open in another program")
                        .contains("process " + ProcessHandle.current().pid());
            }
            assertThat(lock).doesNotExist();
        }
        assertThat(texts()).containsExactly("zero", "one", "two");
    }

    @Test
    void a_program_that_is_refused_twice_does_not_open_the_door_for_a_third() throws Exception {
        try (var session = open();
                var other = OtherProgram.start(true)) {
            assertThatThrownBy(this::open).isInstanceOf(SessionInUse.class);
            assertThatThrownBy(this::open).isInstanceOf(SessionInUse.class);
            assertThat(other.open(file)).contains("is open in another program");
            session.append(user("one"));
        }
        assertThat(texts()).containsExactly("zero", "one");
    }

    @Test
    void a_killed_program_holds_nothing_up() throws Exception {
        try (var other = OtherProgram.start(true)) {
            assertThat(other.open(file)).isEqualTo("ok");
            assertThat(other.append("one")).isEqualTo("ok");
            other.kill();
        }
        assertThat(lock).exists();
        try (var session = open()) {
            session.append(user("two"));
        }
        assertThat(texts()).containsExactly("zero", "one", "two");
    }

    @Test
    void a_lock_that_a_reader_of_its_file_dropped_is_taken_again_with_the_next_entry() throws Exception {
        try (var session = open();
                var other = OtherProgram.start(true)) {
            assertThat(Files.readString(lock))
                    .startsWith(ProcessHandle.current().pid() + " ");
            session.append(user("one"));
            assertThat(other.open(file)).contains("is open in another program");
        }
        assertThat(texts()).containsExactly("zero", "one");
    }

    @Test
    void a_program_that_lost_the_lock_to_another_program_gets_an_error_and_overwrites_nothing() throws Exception {
        try (var session = open();
                var other = OtherProgram.start(true)) {
            Files.readString(lock);
            assertThat(other.open(file)).isEqualTo("ok");
            assertThat(other.append("theirs")).isEqualTo("ok");
            assertThatThrownBy(() -> session.append(user("ours"))).hasMessageContaining("is open in another program");
            assertThat(other.close(file)).isEqualTo("ok");
            assertThatThrownBy(() -> session.append(user("ours"))).hasMessageContaining("changed by another program");
        }
        assertThat(texts()).containsExactly("zero", "theirs");
    }

    @Test
    void a_lock_file_that_was_removed_is_made_again_unless_another_program_was_faster() throws Exception {
        try (var session = open();
                var other = OtherProgram.start(true)) {
            Files.delete(lock);
            session.append(user("one"));
            assertThat(other.open(file)).contains("is open in another program");
            Files.delete(lock);
            assertThat(other.open(file)).isEqualTo("ok");
            assertThatThrownBy(() -> session.append(user("two")))
                    .hasMessageContaining("is open in another program")
                    .hasMessageContaining("process " + other.pid());
        }
        assertThat(texts()).containsExactly("zero", "one");
    }

    @Test
    void where_the_file_system_has_no_locks_the_process_in_the_lock_file_decides() throws Exception {
        try (var other = OtherProgram.start(false)) {
            assertThat(other.open(file)).isEqualTo("ok");
            assertThatThrownBy(this::openWithoutLocks)
                    .isInstanceOf(SessionInUse.class)
                    .hasMessageContaining("process " + other.pid())
                    .hasMessageContaining("remove " + lock);
            assertThat(other.append("one")).isEqualTo("ok");
            other.kill();
        }
        try (var session = openWithoutLocks();
                var other = OtherProgram.start(false)) {
            session.append(user("two"));
            assertThat(other.open(file)).contains("is open in another program");
            var mine = Objects.requireNonNull(LockRecord.parse(Files.readAllBytes(lock)));
            Files.write(lock, new LockRecord(other.pid(), mine.started(), mine.host(), mine.token()).bytes());
            assertThatThrownBy(() -> session.append(user("three")))
                    .hasMessageContaining("is open in another program (process " + other.pid());
        }
        assertThat(texts()).containsExactly("zero", "one", "two");
    }

    @Test
    void a_lock_of_another_machine_is_respected_where_the_file_system_has_no_locks() throws Exception {
        var record = new LockRecord(1, 1, "elsewhere", "0a0a0a0a-0000-4000-8000-000000000000");
        Files.write(lock, record.bytes());
        assertThatThrownBy(this::openWithoutLocks).hasMessageContaining("process 1 on elsewhere");
        try (var session = open()) {
            session.append(user("one"));
        }
        assertThat(texts()).containsExactly("zero", "one");
    }

    @Test
    void the_lock_file_of_an_older_version_is_taken_over() throws Exception {
        Files.writeString(lock, "1 0a0a0a0a-0000-4000-8000-000000000000");
        try (var session = open()) {
            session.append(user("one"));
        }
        assertThat(lock).doesNotExist();
    }

    @Test
    void a_lock_file_that_is_a_link_or_anything_else_is_not_touched() throws Exception {
        var precious = Files.writeString(folder.resolve("precious"), "export PATH\n");
        Files.createSymbolicLink(lock, precious);
        assertThatThrownBy(this::open).hasMessageContaining("s.jsonl.lock is a link");
        assertThat(precious).hasContent("export PATH\n");
        Files.delete(lock);
        Files.createLink(lock, precious);
        assertThatThrownBy(this::open)
                .hasMessageContaining("s.jsonl.lock is not a lock file of this program")
                .hasMessageContaining("left as it is");
        assertThat(precious).hasContent("export PATH\n");
        Files.delete(lock);
        Files.createSymbolicLink(lock, folder.resolve("nowhere"));
        assertThatThrownBy(this::open).hasMessageContaining("is a link");
        assertThat(folder.resolve("nowhere")).doesNotExist();
        assertThat(texts()).containsExactly("zero");
    }

    @Test
    void interruptions_at_any_moment_neither_lose_an_entry_nor_the_lock() throws Exception {
        var writer = Thread.currentThread();
        var done = new AtomicBoolean();
        try (var other = OtherProgram.start(true)) {
            var session = open();
            var interrupter = Thread.ofPlatform().start(() -> {
                while (!done.get()) {
                    writer.interrupt();
                    Thread.onSpinWait();
                }
            });
            for (int i = 0; i < 300; i++) {
                if (i % 10 == 0) {
                    Files.deleteIfExists(lock);
                }
                session.append(user("entry " + i));
            }
            done.set(true);
            while (interrupter.isAlive()) {
                Thread.interrupted();
                Thread.onSpinWait();
            }
            Thread.interrupted();
            assertThat(other.open(file)).contains("is open in another program");
            session.close();
        } finally {
            done.set(true);
            Thread.interrupted();
        }
        assertThat(texts()).hasSize(301);
    }
}
