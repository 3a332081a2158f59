package dev.pawl.acceptance.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonLines;
import dev.pawl.machine.Deep;
import dev.pawl.machine.property.Property;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** However the bytes come, the lines are the same. */
@Deep
class LinesPropertyTest {
    @Test
    void any_bytes_in_any_pieces_are_cut_at_line_feeds_and_nowhere_else() {
        Property.holds(300, draw -> {
            byte[] content = draw.bytes(300);
            int piece = draw.integer(1, 50);
            var bytes = new byte[content.length];
            for (int i = 0; i < bytes.length; i++) {
                // Line ends are rare among all bytes, so some others are made into them.
                byte b = content[i];
                bytes[i] = b % 7 == 0 ? (byte) '\n' : b % 7 == 1 ? (byte) '\r' : b;
            }
            assertThat(read(bytes, piece)).isEqualTo(expected(bytes));
        });
    }

    /** By Java's own means: ISO-8859-1 keeps every byte. */
    private static List<String> expected(byte[] bytes) {
        var text = new String(bytes, StandardCharsets.ISO_8859_1);
        var lines = new ArrayList<>(List.of(text.split("\n", -1)));
        if (lines.getLast().isEmpty()) {
            lines.removeLast();
        }
        return lines.stream()
                .map(line -> line.endsWith("\r") ? line.substring(0, line.length() - 1) : line)
                .toList();
    }

    private static List<String> read(byte[] bytes, int piece) throws IOException {
        var lines = new JsonLines(new InPieces(bytes, piece));
        var read = new ArrayList<String>();
        for (var line = lines.next(); line != null; line = lines.next()) {
            read.add(new String(line, StandardCharsets.ISO_8859_1));
        }
        return read;
    }

    /** Bytes that come a few at a time. */
    private static final class InPieces extends InputStream {
        private final ByteArrayInputStream in;
        private final int piece;

        InPieces(byte[] bytes, int piece) {
            this.in = new ByteArrayInputStream(bytes);
            this.piece = piece;
        }

        @Override
        public int read() {
            return in.read();
        }

        @Override
        public int read(byte[] target, int from, int length) {
            return in.read(target, from, Math.min(length, piece));
        }
    }
}
