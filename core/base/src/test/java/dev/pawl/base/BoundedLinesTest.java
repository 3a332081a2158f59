package dev.pawl.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundedLinesTest {
    @Test
    void lines_are_read_across_the_pieces_in_which_they_come() throws Exception {
        var pieces = List.of("on", "e\ntw", "o", "\n\nend").iterator();
        var in = new InputStream() {
            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] into) {
                if (!pieces.hasNext()) {
                    return -1;
                }
                var piece = pieces.next().getBytes(StandardCharsets.UTF_8);
                System.arraycopy(piece, 0, into, 0, piece.length);
                return piece.length;
            }
        };
        var lines = new BoundedLines(in, 100);
        var read = new ArrayList<String>();
        for (var line = lines.next(); line != null; line = lines.next()) {
            read.add(new String(line, StandardCharsets.UTF_8));
        }
        assertThat(read).containsExactly("one", "two", "", "end");
    }
}
