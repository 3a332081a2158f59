package dev.pawl.session.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.message.Message;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.machine.SmallDisk;
import dev.pawl.session.OtherProgram;
import dev.pawl.session.SessionFolder;
import dev.pawl.session.SessionOptions;
import dev.pawl.session.Sessions;
import dev.pawl.session.lock.SessionInUse;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to the file of a session while it is open, and who may read it. */
class SessionFileTest {
    private static final Set<PosixFilePermission> PRIVATE_FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> PRIVATE_FOLDER = PosixFilePermissions.fromString("rwx------");

    @TempDir
    Path folder;

    private final List<String> notices = new ArrayList<>();

    private static Message user(String text) {
        return Message.user(text, 1);
    }

    private Sessions sessions(Durability durability) {
        return new Sessions(
                SessionPaths.in(folder.resolve("sessions")),
                new SessionOptions(durability, InstantSource.system(), new SplittableRandom(1), notices::add));
    }

    private static List<String> texts(Path file) throws IOException {
        try (var session = SessionFolder.sessions(file.getParent()).openReadOnly(file)) {
            return session.messages().stream().map(Message::text).toList();
        }
    }

    @Test
    void a_session_that_is_deleted_while_it_is_open_goes_on_in_its_place_with_all_that_was_said() throws Exception {
        for (var durability : Durability.values()) {
            Path file;
            try (var session = sessions(durability).begin(folder, null)) {
                var first = session.append(user("one"));
                session.append(user("two"));
                file = session.file();
                Files.delete(file);
                session.moveTo(first.id());
                session.append(user("three"));
                session.endTurn();
                session.append(user("four"));
                assertThat(session.file()).isEqualTo(file);
                assertThat(session.messages()).extracting(Message::text).containsExactly("one", "three", "four");
                assertThat(Files.readAllLines(file)).hasSize(5);
            }
            assertThat(texts(file)).containsExactly("one", "three", "four");
        }
        assertThat(notices).hasSize(3).allSatisfy(notice -> assertThat(notice).contains("was deleted or moved"));
    }

    @Test
    void a_session_that_is_moved_away_leaves_what_was_said_in_both_places() throws Exception {
        var moved = folder.resolve("moved.jsonl");
        Path file;
        try (var session = sessions(Durability.TURN).begin(folder, null)) {
            session.append(user("one"));
            file = session.file();
            Files.move(file, moved);
            session.append(user("two"));
        }
        assertThat(texts(moved)).containsExactly("one");
        assertThat(texts(file)).containsExactly("one", "two");
    }

    @Test
    void a_session_whose_folder_is_removed_goes_on_in_a_new_folder() throws Exception {
        try (var session = sessions(Durability.TURN).begin(folder, null)) {
            session.append(user("one"));
            var file = session.file();
            Files.delete(file);
            Files.delete(file.resolveSibling(file.getFileName() + ".lock"));
            Files.delete(file.getParent());
            session.append(user("two"));
            assertThat(texts(file)).containsExactly("one", "two");
            assertThatThrownBy(() -> sessions(Durability.TURN).open(file, folder))
                    .isInstanceOf(SessionInUse.class);
        }
    }

    @Test
    void a_session_that_is_replaced_goes_on_beside_what_took_its_place() throws Exception {
        Path file;
        Path other;
        try (var session = sessions(Durability.TURN).begin(folder, null)) {
            session.append(user("one"));
            file = session.file();
            var theirs = Files.writeString(folder.resolve("theirs"), "something else\n");
            Files.move(theirs, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            session.append(user("two"));
            other = session.file();
            assertThat(other).isNotEqualTo(file).hasParent(file.getParent());
            assertThat(other.getFileName().toString()).endsWith("-1.jsonl");
            session.append(user("three"));
            assertThatThrownBy(() -> sessions(Durability.TURN).open(other, folder))
                    .isInstanceOf(SessionInUse.class);
        }
        assertThat(file).hasContent("something else\n");
        assertThat(texts(other)).containsExactly("one", "two", "three");
        assertThat(notices).singleElement().asString().contains("was replaced").contains(other.toString());
        assertThat(file.resolveSibling(file.getFileName() + ".lock")).doesNotExist();
    }

    @Test
    void a_session_that_is_replaced_by_a_link_leaves_the_target_alone() throws Exception {
        var precious = Files.writeString(folder.resolve("precious"), "keep me\n");
        try (var session = sessions(Durability.TURN).begin(folder, null)) {
            session.append(user("one"));
            var file = session.file();
            Files.delete(file);
            Files.createSymbolicLink(file, precious);
            session.append(user("two"));
            assertThat(texts(session.file())).containsExactly("one", "two");
        }
        assertThat(precious).hasContent("keep me\n");
    }

    @Test
    void a_session_that_cannot_go_on_elsewhere_fails_and_has_lost_nothing_when_it_can_again() throws Exception {
        try (var session = sessions(Durability.TURN).begin(folder, null)) {
            session.append(user("one"));
            var file = session.file();
            Files.delete(file);
            Files.delete(file.resolveSibling(file.getFileName() + ".lock"));
            Files.delete(file.getParent());
            Files.writeString(file.getParent(), "a file in place of the folder");
            assertThatThrownBy(() -> session.append(user("two"))).isInstanceOf(java.io.UncheckedIOException.class);
            assertThat(session.messages()).extracting(Message::text).containsExactly("one");
            Files.delete(file.getParent());
            session.append(user("three"));
            assertThat(texts(file)).containsExactly("one", "three");
        }
    }

    @Test
    void a_session_that_is_cut_while_it_is_open_fails_and_gets_no_hole() throws Exception {
        try (var session = sessions(Durability.TURN).begin(folder, null)) {
            session.append(user("one"));
            session.append(user("two"));
            var cut = Arrays.copyOf(Files.readAllBytes(session.file()), 100);
            Files.write(session.file(), cut); // The same file, as another program would cut it.
            assertThatThrownBy(() -> session.append(user("three")))
                    .hasMessageContaining("was changed by another program");
            assertThat(Files.readAllBytes(session.file())).isEqualTo(cut);
            assertThat(session.messages()).extracting(Message::text).containsExactly("one", "two");
        }
    }

    @Test
    void a_session_that_is_a_link_is_not_opened() throws Exception {
        Path file;
        try (var session = sessions(Durability.TURN).begin(folder, null)) {
            session.append(user("one"));
            file = session.file();
        }
        var link = Files.createSymbolicLink(folder.resolve("link.jsonl"), file);
        assertThatThrownBy(() -> sessions(Durability.TURN).open(link, folder)).hasMessageContaining("is a link");
        assertThatThrownBy(() -> sessions(Durability.TURN).openReadOnly(link)).hasMessageContaining("is a link");
        assertThatThrownBy(() -> sessions(Durability.TURN).adopt(link, folder)).hasMessageContaining("is a link");
        assertThatThrownBy(() -> sessions(Durability.TURN).open(Path.of("/dev/null"), folder))
                .hasMessageContaining("not a regular file");
        var dangling = Files.createSymbolicLink(folder.resolve("dangling.jsonl"), folder.resolve("nowhere"));
        assertThatThrownBy(() -> sessions(Durability.TURN).open(dangling, folder))
                .hasMessageContaining("is a link");
        assertThat(folder.resolve("nowhere")).doesNotExist();
    }

    @Test
    void files_and_folders_of_sessions_are_for_the_user_alone_and_existing_ones_stay_as_they_are() throws Exception {
        var sessions = new Sessions(SessionPaths.below(folder.resolve("agent")), SessionOptions.standard());
        Path file;
        try (var session = sessions.begin(folder, null)) {
            session.append(user("one"));
            file = session.file();
            assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PRIVATE_FILE);
            assertThat(Files.getPosixFilePermissions(file.getParent())).isEqualTo(PRIVATE_FOLDER);
            assertThat(Files.getPosixFilePermissions(file.getParent().getParent()))
                    .isEqualTo(PRIVATE_FOLDER);
            assertThat(Files.getPosixFilePermissions(file.resolveSibling(file.getFileName() + ".lock")))
                    .isEqualTo(PRIVATE_FILE);
            try (var fork = sessions.fork(session, session.leafId())) {
                assertThat(Files.getPosixFilePermissions(fork.file())).isEqualTo(PRIVATE_FILE);
            }
        }
        var open = PosixFilePermissions.fromString("rw-r--r--");
        Files.setPosixFilePermissions(file, open);
        var adopted = sessions.adopt(file, folder);
        assertThat(Files.getPosixFilePermissions(adopted)).isEqualTo(PRIVATE_FILE);
        try (var session = sessions.open(file, folder)) {
            session.append(user("two"));
        }
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(open);
    }

    @Test
    void a_first_start_on_a_full_disk_says_so_every_time() throws Exception {
        try (var mounted = SmallDisk.in(folder)) {
            var disk = mounted.folder();
            var filler = disk.resolve("filler");
            Files.createFile(filler);
            fill(filler);
            try (var session = SessionFolder.sessions(disk.resolve("sessions")).begin(disk, null)) {
                for (int i = 0; i < 3; i++) {
                    assertThatThrownBy(() -> session.append(user("one"))).hasMessageContaining("No space left");
                }
                assertThat(session.entries()).isEmpty();
                Files.delete(filler);
                session.append(user("two"));
                assertThat(texts(session.file())).containsExactly("two");
            }
        }
    }

    @Deep
    @Test
    void every_entry_is_on_the_disk_before_the_call_returns_where_that_is_asked_for_the_first_one_too()
            throws Exception {
        Needed.program("strace");
        var trace = folder.resolve("trace");
        var file = folder.resolve("s.jsonl");
        try (var other = OtherProgram.start(
                true,
                Durability.LINE,
                "strace",
                "-f",
                "-s",
                "999",
                "-e",
                "openat,write,fsync",
                "-o",
                trace.toString())) {
            assertThat(other.open(file)).isEqualTo("ok");
            assertThat(other.append("the first")).isEqualTo("ok");
            other.end();
        }
        var calls = Files.readAllLines(trace);
        var opened = calls.stream()
                .filter(call -> call.contains(file + "\"") && call.contains("O_DSYNC"))
                .findFirst()
                .orElseThrow();
        var handle = opened.substring(opened.lastIndexOf("= ") + 2).strip();
        assertThat(calls)
                .anySatisfy(call ->
                        assertThat(call).contains("write(" + handle + ", ").contains("the first"));
        assertThat(calls.stream().filter(call -> call.contains("fsync(")).count())
                .as("the name of the new file is synchronised as well")
                .isPositive();
    }

    private static void fill(Path file) throws IOException {
        try (var out = Files.newOutputStream(file)) {
            while (true) {
                out.write(new byte[1_024]);
            }
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }
}
