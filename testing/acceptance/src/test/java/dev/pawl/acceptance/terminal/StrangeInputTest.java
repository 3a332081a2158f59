package dev.pawl.acceptance.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What terminals send besides keys, and what comes of bytes that are not characters. */
@Deep
class StrangeInputTest {
    @TempDir
    Path dir;

    @Test
    void whatever_a_terminal_sends_only_keys_are_written() throws Exception {
        try (var seat = Seat.in(dir, Turn.text("Hello."))) {
            var it = seat.start(80, 24);
            // Answers to questions that somebody asked, focus, mouse, keys that nobody knows.
            it.type(
                    "\u001b]11;rgb:1e1e/1e1e/1e1e\u0007",
                    "\u001b]52;c;cHduZWQ=\u001b\\",
                    "\u001b[?62;4;22c",
                    "\u001b[?1u",
                    "\u001b[24;80R",
                    "\u001b[8;24;80t",
                    "\u001b[?2026;2$y",
                    "\u001bP1+r544e=787465726d\u001b\\",
                    "\u001b_Gi=1;OK\u001b\\",
                    "\u001b[I",
                    "\u001b[O",
                    "\u001b[<0;10;10M",
                    "\u001b[<0;10;10m",
                    "\u001b[<64;10;10M",
                    "\u001b[34~",
                    "\u001b[1;16P",
                    "\u001b[57441u");
            it.type("a").await("only the letter is there", now -> now.contains("─\na\n─"));
            // Bytes that are not characters become the mark for that; the others stay.
            it.send(new byte[] {(byte) 0xff, (byte) 0xc0, (byte) 0xe2, (byte) 0x82, 'b'});
            it.await("the letters are there", now -> now.lines().anyMatch(line -> line.matches("a\ufffd+b")));
            it.type("\u0015").awaitGone("a\ufffd");
            // A character that comes in pieces is one.
            it.send(new byte[] {(byte) 0xe2});
            it.send(new byte[] {(byte) 0x82});
            it.send(new byte[] {(byte) 0xac}).await("─\n€\n─");
            it.type("\u0015").awaitGone("€");
            // A paste whose end never comes does not keep the keyboard for good.
            long read = read(it);
            it.type("\u001b[200~lost", "end");
            // A user sees that nothing comes, and only then presses ctrl+c.
            it.await("the program has read the paste", _ -> read(it) >= read + "\u001b[200~lostend".length());
            it.type("\u0003");
            it.submit("Hi").await("Hello.");
            it.type("\u0004").await(Seat.PROMPT.strip());
            assertThat(it.screen()).doesNotContain("rgb:", "62;4");
        }
    }

    /** How many bytes the program has read so far. */
    private static long read(TerminalRun it) {
        try {
            var counts = Files.readString(Path.of("/proc/" + it.process().pid() + "/io"));
            return Long.parseLong(counts.lines().findFirst().orElseThrow().replace("rchar: ", ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
