package dev.pawl.tools.shell;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.property.Property;
import dev.pawl.tools.text.Truncate;
import dev.pawl.tools.text.Truncation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputKeeperTest {
    @TempDir
    Path folder;

    @Test
    void a_character_that_is_still_coming_is_not_shown_in_halves() {
        var keeper = new OutputKeeper(new TempFiles(folder));
        keeper.add(new byte[] {'a', (byte) 0xC3});

        assertThat(keeper.tail().text()).isEqualTo("a");
        keeper.add(new byte[] {(byte) 0xA4});
        assertThat(keeper.tail().text()).isEqualTo("aä");
    }

    @Test
    void a_disk_that_refuses_the_file_does_not_stop_the_output() {
        try (var keeper = new OutputKeeper(new TempFiles(folder.resolve("missing")))) {
            keeper.add("line\n".repeat(3000).getBytes(UTF_8));
            keeper.add("last".getBytes(UTF_8));
            keeper.finish();

            assertThat(keeper.tail().text()).endsWith("line\nlast");
            assertThat(keeper.tail().file()).isNull();
            assertThat(keeper.tail().notice()).contains("could not be saved", "ENOENT");
        }
    }

    @Test
    void a_file_has_only_so_much_and_the_notice_says_how_much() throws IOException {
        try (var keeper = new OutputKeeper(new TempFiles(folder), 70_000)) {
            for (int i = 0; i < 30; i++) {
                keeper.add("x".repeat(9_999).concat("\n").getBytes(UTF_8));
            }
            keeper.finish();

            var tail = keeper.tail();
            assertThat(Files.size(Path.of(tail.file()))).isEqualTo(70_000);
            assertThat(tail.notice()).contains("The first 68.4KB of the output: " + tail.file());
            assertThat(tail.truncation().totalBytes()).isEqualTo(300_000);
        }
    }

    @Test
    void output_is_private_and_goes_with_the_program_or_after_a_week() throws IOException {
        var left = Files.createFile(folder.resolve("pawl-bash-0123456789abcdef.log"));
        var recent = Files.createFile(folder.resolve("pawl-bash-0123456789abcde0.log"));
        var other = Files.createFile(folder.resolve("pawl-bash-of-mine.log"));
        for (var file : List.of(left, other)) {
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(8))));
        }
        var temp = new TempFiles(folder);

        var output = temp.createOutput();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(output)))
                .isEqualTo("rw-------");
        assertThat(left).doesNotExist();
        assertThat(recent).exists();
        assertThat(other).exists();
        temp.removeOutputs();
        assertThat(output).doesNotExist();
    }

    @Test
    void the_environment_says_where_temporary_files_go() {
        var usual = Path.of(System.getProperty("java.io.tmpdir"));

        assertThat(TempFiles.folder(Map.of("TMPDIR", "/a", "TMP", "/b"))).isEqualTo(Path.of("/a"));
        assertThat(TempFiles.folder(Map.of("TMP", "/b"))).isEqualTo(Path.of("/b"));
        assertThat(TempFiles.folder(Map.of("TMPDIR", "in/the/project"))).isEqualTo(usual);
        assertThat(TempFiles.folder(Map.of("TMPDIR", ""))).isEqualTo(usual);
    }

    private static Truncation tail(String text) {
        int lines = (int) text.lines().count();
        return lines <= Truncate.MAX_LINES && text.length() <= Truncate.MAX_BYTES
                ? Truncation.whole(text, lines, text.length(), Truncate.MAX_LINES, Truncate.MAX_BYTES)
                : Truncate.tail(text.getBytes(UTF_8), lines, text.length(), Truncate.MAX_LINES, Truncate.MAX_BYTES);
    }

    @Test
    void in_whatever_pieces_it_comes_the_file_has_all_and_the_tail_its_end() {
        Property.holds(100, draw -> {
            var sizes = draw.list(0, 60, () -> draw.integer(0, 40_000));
            var temp = Files.createTempDirectory("output");
            var all = new StringBuilder();
            try (var keeper = new OutputKeeper(new TempFiles(temp))) {
                for (var size : sizes) {
                    var piece = "0123456789abcdefghijklmnopqrstuvwxyz"
                            .repeat(size / 36 + 1)
                            .substring(0, size);
                    var text = size % 3 == 0 ? piece + "\n" : piece;
                    all.append(text);
                    keeper.add(text.getBytes(UTF_8));
                }
                keeper.finish();
                var tail = keeper.tail();

                var expected = tail(all.toString());
                assertThat(tail.truncation()).isEqualTo(expected);
                if (expected.truncated()) {
                    assertThat(Files.readString(Path.of(tail.file()))).isEqualTo(all.toString());
                    Files.delete(Path.of(tail.file()));
                }
                if (all.length() <= 1024 * 1024) {
                    assertThat(keeper.structured()).isEqualTo(all.toString());
                } else {
                    assertThat(keeper.structured()).hasSizeLessThan(1024 * 1024 + 100);
                }
            }
            Files.delete(temp);
        });
    }
}
