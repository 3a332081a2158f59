package dev.pawl.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.api.message.Message;
import dev.pawl.api.session.Entry;
import dev.pawl.machine.Deep;
import dev.pawl.machine.Needed;
import dev.pawl.machine.SmallDisk;
import dev.pawl.session.store.Durability;
import dev.pawl.session.store.SessionPaths;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A full disk, a damaged file, a clock that goes backwards: the session goes on, or says what is wrong. */
class FaultTest {
    private static final String HEADER =
            "{\"type\":\"session\",\"version\":3,\"id\":\"s\",\"timestamp\":\"2026-01-01T00:00:00.000Z\",\"cwd\":\"/\"}\n";

    @TempDir
    Path folder;

    private static Message user(String text) {
        return Message.user(text, 1);
    }

    @Test
    void on_a_full_disk_the_entry_is_refused_whole_and_the_session_goes_on_when_there_is_room() throws Exception {
        try (var mounted = SmallDisk.in(folder)) {
            var disk = mounted.folder();
            var sessions = SessionFolder.sessions(disk);
            try (var session = sessions.begin(disk, null)) {
                var kept = new ArrayList<Entry>();
                kept.add(session.append(user("one")));
                Files.write(disk.resolve("filler"), new byte[40_000]);
                assertThatThrownBy(() -> {
                            while (true) {
                                kept.add(session.append(user("x".repeat(3_000))));
                            }
                        })
                        .isInstanceOf(UncheckedIOException.class)
                        .hasMessageContaining("could not be written and is not in the file");
                assertThat(session.entries()).isEqualTo(kept);
                assertThat(session.leafId()).isEqualTo(kept.getLast().id());
                Files.delete(disk.resolve("filler"));
                kept.add(session.append(user("room again")));
                try (var reader = sessions.openReadOnly(session.file())) {
                    assertThat(reader.entries()).isEqualTo(kept);
                }
            }
        }
    }

    @Test
    void a_clock_that_goes_backwards_changes_nothing_about_the_order() throws Exception {
        Iterator<Instant> times = List.of(
                        Instant.ofEpochMilli(9_000),
                        Instant.ofEpochMilli(9_000),
                        Instant.ofEpochMilli(5_000),
                        Instant.ofEpochMilli(1_000))
                .iterator();
        var options = new SessionOptions(Durability.OS, times::next, new SplittableRandom(1));
        Path file;
        try (var session = new Sessions(SessionPaths.in(folder), options).begin(folder, null)) {
            session.append(user("one"));
            session.append(user("two"));
            file = session.file();
        }
        try (var session = SessionFolder.sessions(folder).openReadOnly(file)) {
            assertThat(session.messages()).extracting(Message::text).containsExactly("one", "two");
        }
    }

    @Test
    void an_interrupted_thread_still_writes_and_the_session_outlives_the_interruption() throws Exception {
        Path file;
        try (var session = SessionFolder.sessions(folder).begin(folder, null)) {
            Thread.currentThread().interrupt();
            session.append(user("first, which makes the file"));
            session.append(user("second"));
            session.endTurn();
            assertThat(session.branch("nowhere")).isEmpty();
            assertThat(Thread.interrupted()).isTrue();
            session.append(user("third"));
            file = session.file();
        } finally {
            Thread.interrupted();
        }
        try (var session = SessionFolder.sessions(folder).open(file, folder)) {
            Thread.currentThread().interrupt();
            assertThat(session.messages()).hasSize(3);
            session.append(user("fourth"));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(session.messages()).extracting(Message::text).endsWith("third", "fourth");
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void half_a_character_survives() throws Exception {
        var text = "cut \uD83D in the middle, whole \uD83D\uDE00";
        Path file;
        try (var session = SessionFolder.sessions(folder).begin(folder, null)) {
            session.append(user(text));
            file = session.file();
        }
        try (var session = SessionFolder.sessions(folder).openReadOnly(file)) {
            assertThat(session.messages().getFirst().text()).isEqualTo(text);
        }
    }

    @Test
    void invalid_utf_8_is_read_as_well_as_it_can_be() throws Exception {
        var file = folder.resolve("u.jsonl");
        try (var out = Files.newOutputStream(file)) {
            out.write(HEADER.getBytes(StandardCharsets.UTF_8));
            out.write(
                    "{\"type\":\"message\",\"id\":\"aaaaaaaa\",\"parentId\":null,\"message\":{\"role\":\"user\",\"content\":\"a"
                            .getBytes(StandardCharsets.UTF_8));
            out.write(new byte[] {(byte) 0xC3, (byte) 0x28, (byte) 0xFF});
            out.write("b\"}}\n".getBytes(StandardCharsets.UTF_8));
        }
        try (var session = SessionFolder.sessions(folder).open(file, folder)) {
            assertThat(session.messages())
                    .singleElement()
                    .satisfies(message -> assertThat(message.text())
                            .startsWith("a")
                            .endsWith("b")
                            .contains("\uFFFD"));
        }
    }

    @Deep
    @Test
    void a_line_of_a_gibibyte_is_passed_by_without_being_read() throws Exception {
        Needed.orSkip(Files.getFileStore(folder).getUsableSpace() > 4L << 30, "4 GiB of disk are not free");
        var file = folder.resolve("huge.jsonl");
        try (var out = Files.newOutputStream(file)) {
            out.write(HEADER.getBytes(StandardCharsets.UTF_8));
            out.write("{\"type\":\"custom\",\"id\":\"aaaaaaaa\",\"parentId\":null,\"customType\":\"t\",\"data\":\""
                    .getBytes(StandardCharsets.UTF_8));
            fill(out, 1L << 30);
            out.write(("\"}\n{\"type\":\"message\",\"id\":\"bbbbbbbb\",\"parentId\":\"aaaaaaaa\",\"message\":"
                            + "{\"role\":\"user\",\"content\":\"after\"}}\n")
                    .getBytes(StandardCharsets.UTF_8));
        }
        try (var session = SessionFolder.sessions(folder).open(file, folder)) {
            assertThat(session.messages()).extracting(Message::text).containsExactly("after");
            assertThat(session.leafId()).isEqualTo("bbbbbbbb");
            session.append("state", JsonObject.of("n", 1));
        }
    }

    private static void fill(OutputStream out, long bytes) throws IOException {
        var block = "x".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
        for (long written = 0; written < bytes; written += block.length) {
            out.write(block);
        }
    }
}
