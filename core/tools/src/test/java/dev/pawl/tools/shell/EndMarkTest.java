package dev.pawl.tools.shell;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The mark of a supervisor is found however it is cut into pieces, and nothing else is taken for one. */
class EndMarkTest {
    private record Read(String output, @Nullable Integer code) {}

    private static Read read(String text, int piece) {
        var output = new ByteArrayOutputStream();
        var mark = new EndMark("a:1f", output::writeBytes);
        var bytes = text.getBytes(UTF_8);
        for (int at = 0; at < bytes.length; at += piece) {
            mark.accept(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + piece)));
        }
        mark.end();
        return new Read(output.toString(UTF_8), mark.code());
    }

    private static void expect(String text, String output, @Nullable Integer code) {
        for (int piece = 1; piece <= text.length(); piece++) {
            assertThat(read(text, piece)).as("%d bytes at a time", piece).isEqualTo(new Read(output, code));
        }
    }

    @Test
    void it_is_taken_out_with_its_code() {
        expect("turn 3\n\u001ea:1f 0\u001e", "turn 3\n", 0);
        expect("\u001ea:1f 137\u001e", "", 137);
    }

    @Test
    void what_follows_it_is_output() {
        expect("one\u001ea:1f 2\u001etwo\u001ea:1f 3\u001e", "onetwo\u001ea:1f 3\u001e", 2);
    }

    @Test
    void what_only_looks_like_one_is_output() {
        for (var text : new String[] {
            "\u001e",
            "\u001e\u001e",
            "\u001ea:1f",
            "\u001ea:1f 12",
            "\u001ea:1f x\u001e",
            "\u001ea:1f \u001e",
            "\u001eb:1f 0\u001e",
            "\u001ea:1f 1234\u001e",
            "a:1f 0\u001e"
        }) {
            expect(text, text, null);
            expect(text + "x\u001ea:1f 7\u001e", text + "x", 7);
        }
    }
}
