package dev.pawl.observe.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Needed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An audit file, and what becomes visible when somebody changes it. */
class AuditLogTest {
    @TempDir
    Path folder;

    private Path file = Path.of("");

    @BeforeEach
    void name() {
        file = folder.resolve("audit.jsonl");
    }

    private void write(int from, int count) throws IOException {
        var log = new AuditLog(file, 1_000_000);
        for (int i = from; i < from + count; i++) {
            log.append(JsonObject.of("type", "allowed", "call", "c" + i));
        }
    }

    private List<String> findings() throws IOException {
        return AuditCheck.of(file).findings();
    }

    private void rewrite(List<String> lines) throws IOException {
        Files.writeString(file, String.join("\n", lines) + "\n");
    }

    @Test
    void lines_follow_each_other_over_programs_and_are_private() throws Exception {
        write(0, 3);
        write(3, 2);
        var check = AuditCheck.of(file);
        assertThat(check.findings()).isEmpty();
        assertThat(check.lines()).isEqualTo(5);
        var last = JsonObject.parse(Files.readAllLines(file).getLast());
        assertThat(last.number("n", 0)).isEqualTo(5);
        assertThat(last.string("hash")).isEqualTo(check.last());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void every_changed_missing_repeated_or_moved_line_is_found() throws Exception {
        write(0, 6);
        var whole = Files.readAllLines(file);
        for (int i = 0; i < whole.size(); i++) {
            var changed = new ArrayList<>(whole);
            changed.set(i, changed.get(i).replace("\"c" + i + "\"", "\"x" + i + "\""));
            rewrite(changed);
            assertThat(findings()).as("line %d changed", i + 1).isNotEmpty();

            var rehashed = new ArrayList<>(whole);
            var before = i == 0 ? AuditLine.NONE : Objects.requireNonNull(AuditLine.read(whole.get(i - 1)));
            rehashed.set(i, before.next(JsonObject.of("type", "allowed", "call", "forged")));
            rewrite(rehashed);
            assertThat(findings())
                    .as("line %d replaced by one with a right hash", i + 1)
                    .isNotEmpty();

            var missing = new ArrayList<>(whole);
            missing.remove(i);
            rewrite(missing);
            assertThat(findings()).as("line %d missing", i + 1).isNotEmpty();

            var twice = new ArrayList<>(whole);
            twice.add(i, whole.get(i));
            rewrite(twice);
            assertThat(findings()).as("line %d twice", i + 1).isNotEmpty();

            if (i > 0) {
                var moved = new ArrayList<>(whole);
                Collections.swap(moved, i - 1, i);
                rewrite(moved);
                assertThat(findings()).as("line %d moved", i + 1).isNotEmpty();
            }
        }
        rewrite(whole);
        assertThat(findings()).isEmpty();
    }

    @Test
    void what_was_taken_away_or_replaced_at_the_end_is_found_also_after_more_was_written() throws Exception {
        write(0, 3);
        var whole = Files.readAllLines(file);
        rewrite(whole.subList(0, 2));
        write(3, 2);
        assertThat(findings()).singleElement().asString().contains("line 3 has number 4 where 3 is expected");

        rewrite(whole);
        Files.writeString(
                AuditLog.head(file),
                Objects.requireNonNull(AuditLine.read(whole.getLast())).head());
        var forged = Objects.requireNonNull(AuditLine.read(whole.get(1))).next(JsonObject.of("call", "forged"));
        rewrite(List.of(whole.get(0), whole.get(1), forged));
        write(3, 1);
        assertThat(findings()).singleElement().asString().contains("line 4 does not follow the line before it");
    }

    @Test
    void a_program_that_goes_on_after_all_files_were_removed_shows_the_gap() throws Exception {
        var log = new AuditLog(file, 1_000_000);
        log.append(JsonObject.of("call", "c0"));
        Files.delete(file);
        Files.delete(AuditLog.head(file));
        log.append(JsonObject.of("call", "c1"));
        assertThat(findings()).singleElement().asString().contains("line 1 has number 2 where 1 is expected");
    }

    @Test
    void a_file_that_would_keep_nothing_is_refused() throws Exception {
        Files.createSymbolicLink(file, Path.of("/dev/null"));
        assertThatThrownBy(() -> write(0, 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not a regular file");
    }

    @Test
    void a_full_file_is_put_aside_and_the_next_one_goes_on() throws Exception {
        var log = new AuditLog(file, 1_000);
        for (int i = 0; i < 20; i++) {
            log.append(JsonObject.of("type", "allowed", "call", "c" + i));
        }
        assertThat(AuditLog.rotated(file, 2)).exists();
        assertThat(findings()).isEmpty();
        assertThat(AuditCheck.of(file).lines()).isEqualTo(20);
        Files.delete(AuditLog.rotated(file, 1));
        Files.move(AuditLog.rotated(file, 2), AuditLog.rotated(file, 1));
        assertThat(findings()).isNotEmpty();
    }

    @Test
    void a_line_that_was_cut_off_is_taken_away_by_the_next_one() throws Exception {
        write(0, 2);
        Files.writeString(file, "{\"n\":3,\"prev\":\"", StandardOpenOption.APPEND);
        assertThat(findings()).isNotEmpty();
        write(2, 1);
        assertThat(findings()).isEmpty();
        assertThat(AuditCheck.of(file).lines()).isEqualTo(3);
    }

    @Test
    void nothing_is_added_behind_a_last_line_that_was_changed() throws Exception {
        write(0, 2);
        rewrite(List.of(Files.readAllLines(file).getFirst(), "{\"n\":2}"));
        assertThatThrownBy(() -> write(2, 1)).isInstanceOf(IOException.class).hasMessageContaining("audit verify");
    }

    @Test
    void that_the_note_of_the_last_line_is_gone_is_found() throws Exception {
        write(0, 3);
        var lines = Files.readAllLines(file);
        rewrite(lines.subList(0, 2));
        assertThat(findings()).singleElement().asString().contains("lines are missing at the end");
        Files.delete(AuditLog.head(file));
        assertThat(findings()).singleElement().asString().contains("audit.jsonl.head", "is missing");
    }

    @Test
    void a_full_disk_refuses_the_line_and_the_chain_goes_on_when_there_is_room_again() throws Exception {
        var disk = Files.createDirectory(folder.toRealPath().resolve("disk"));
        Needed.orSkip(
                new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.toString())
                                .redirectErrorStream(true)
                                .start()
                                .waitFor()
                        == 0,
                "needs the right to mount a small disk");
        try {
            file = disk.resolve("audit.jsonl");
            write(0, 3);
            var log = new AuditLog(file, 1_000_000);
            var large = JsonObject.of("type", "allowed", "call", "x".repeat(6_000));
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 100; i++) {
                            log.append(large);
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("No space left");
            assertThatThrownBy(() -> log.append(large)).isInstanceOf(IOException.class);
            assertThat(AuditLog.head(file)).content().isNotBlank();
            // What was written in part is taken away, and what was there is still one chain.
            log.append(JsonObject.of("type", "allowed", "call", "short"));
            assertThat(findings()).isEmpty();
        } finally {
            new ProcessBuilder("umount", "-l", disk.toString()).start().waitFor();
        }
    }

    @Test
    void many_writers_make_one_chain() throws Exception {
        var failures = Collections.synchronizedList(new ArrayList<Exception>());
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < 4; i++) {
            int from = i * 100;
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    write(from, 10);
                } catch (IOException | RuntimeException e) {
                    failures.add(e);
                }
            }));
        }
        for (var thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        assertThat(findings()).isEmpty();
        assertThat(AuditCheck.of(file).lines()).isEqualTo(40);
    }
}
