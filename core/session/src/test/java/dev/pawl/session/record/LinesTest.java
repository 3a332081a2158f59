package dev.pawl.session.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinesTest {
    @TempDir
    Path folder;

    @Test
    void lines_end_at_line_feeds_only() throws Exception {
        assertThat(lines("a\r\nb\u2028c\n\nd")).containsExactly("a\r", "b\u2028c", "", "d");
        assertThat(lines("a\n")).containsExactly("a");
        assertThat(lines("")).isEmpty();
    }

    @Test
    void characters_across_the_border_of_a_window_stay_whole() throws Exception {
        for (int before = (1 << 16) - 4; before <= (1 << 16) + 1; before++) {
            var line = "x".repeat(before) + "😀é";
            assertThat(lines(line + "\nnext\n")).containsExactly(line, "next");
        }
    }

    @Test
    void bytes_that_are_no_text_are_replaced() throws Exception {
        var file = Files.write(folder.resolve("f"), new byte[] {'a', (byte) 0xC3, '\n', (byte) 0xFF, 'b'});

        assertThat(lines(file, Long.MAX_VALUE)).containsExactly("a\uFFFD", "\uFFFDb");
    }

    @Test
    void nothing_is_read_beyond_the_limit() throws Exception {
        var file = Files.writeString(folder.resolve("f"), "abc\ndef\nghi\n");

        assertThat(lines(file, 6)).containsExactly("abc", "de");
    }

    @Test
    void a_line_can_be_read_again_however_long_it_is() throws Exception {
        var line = "y".repeat(200_000);
        var file = Files.writeString(folder.resolve("f"), "first\n" + line + "\nlast");
        try (var channel = FileChannel.open(file)) {
            var lines = new Lines(channel, StandardCharsets.UTF_8, Long.MAX_VALUE);
            lines.next();
            lines.next();
            assertThat(lines.string()).isEqualTo(line);

            lines.again();

            assertThat(lines.string()).isEqualTo(line);
            assertThat(lines.start()).isEqualTo(6);
            assertThat(lines.next()).isTrue();
            lines.again();
            assertThat(lines.string()).isEqualTo("last");
            assertThat(lines.next()).isFalse();
        }
    }

    @Test
    void a_line_that_is_not_needed_is_passed_over() throws Exception {
        var file = Files.writeString(folder.resolve("f"), "z".repeat(300_000) + "\nlast");
        try (var channel = FileChannel.open(file)) {
            var lines = new Lines(channel, StandardCharsets.UTF_8, Long.MAX_VALUE);
            lines.next();

            assertThat(lines.next()).isTrue();
            assertThat(lines.start()).isEqualTo(300_001);
            assertThat(lines.string()).isEqualTo("last");
        }
    }

    private List<String> lines(String text) throws IOException {
        return lines(Files.writeString(folder.resolve("f"), text), Long.MAX_VALUE);
    }

    private static List<String> lines(Path file, long limit) throws IOException {
        var all = new ArrayList<String>();
        try (var channel = FileChannel.open(file)) {
            var lines = new Lines(channel, StandardCharsets.UTF_8, limit);
            while (lines.next()) {
                all.add(lines.string());
            }
        }
        return all;
    }
}
