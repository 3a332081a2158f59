package dev.pawl.acceptance.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.acceptance.Launcher;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program in a terminal of its own: what a user does to it, and what it leaves behind. */
@Deep
class RealTerminalTest {
    /** What is switched on in a terminal that nobody uses: the cursor is seen, and lines wrap. */
    private static final Set<String> AT_REST = Set.of("?25", "?7");

    @TempDir
    Path dir;

    private static void isAtRest(TerminalRun it, String lineState) throws Exception {
        it.await("the terminal is as it was", _ -> it.terminal().modes().equals(AT_REST));
        assertThat(it.lineState()).isEqualTo(lineState);
    }

    private static String numbered(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "line " + i + ".").collect(Collectors.joining("\n\n"));
    }

    /** Waits until the counting came so far. */
    private static void awaitLine(TerminalRun it, int atLeast) throws Exception {
        it.await(
                "line " + atLeast + " is there",
                now -> now.lines()
                        .filter(line -> line.startsWith(" line ") && line.endsWith("."))
                        .anyMatch(line -> Integer.parseInt(line.substring(6, line.length() - 1)) >= atLeast));
    }

    /**
     * How far the lines count without a gap. Those that were written while the size changed may be there again, and one
     * that was just being written as far as it was.
     */
    private static int counted(String text) {
        int last = 0;
        for (var line : text.lines().toList()) {
            if (line.equals(" line " + (last + 1) + ".")) {
                last++;
            }
        }
        return last;
    }

    @Test
    void a_question_is_typed_answered_and_the_window_resized() throws Exception {
        try (var seat = Seat.in(dir, Turn.text("The answer is **42**."))) {
            var it = seat.shell(80, 24);
            var before = it.lineState();
            it.command("pawl").await("scripted-1");
            it.submit("What is it?").await("The answer is 42.");
            it.resize(40, 12).await("the footer fits", now -> now.lines().count() <= 12 && now.contains("42."));
            it.type("\u0004").await("pawl --session");
            isAtRest(it, before);
            it.command("echo status $?").await("status 0");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"regular", "fullscreen"})
    void the_window_is_resized_while_the_answer_comes(String mode) throws Exception {
        try (var seat = Seat.in(dir, Turn.text(numbered(200)).chunk(4).paced(2))) {
            var it = seat.start(80, 24, "--tui-mode", mode);
            awaitLine(it.submit("Count"), 5);
            awaitLine(it.resize(31, 9), 50);
            awaitLine(it.resize(120, 40), 100);
            awaitLine(it.resize(80, 24), 200);
            it.await("the end is where it belongs", now -> {
                var lines = now.lines().toList();
                int last = lines.indexOf(" line 200.");
                return last > 10 && lines.get(last - 2).equals(" line 199.") && !now.contains("Working");
            });
            it.await("editor and footer are as wide as the screen", now -> now.contains("─".repeat(80)));
            if (mode.equals("regular")) {
                assertThat(counted(it.everything())).isEqualTo(200);
            }
            it.type("still here").await("still here");
        }
    }

    @Test
    void a_megabyte_is_pasted_and_arrives_whole() throws Exception {
        var text = IntStream.range(0, 16_384)
                .mapToObj("%05d a line of sixty-three bytes, not counting its end ñ日本 …"::formatted)
                .collect(Collectors.joining("\n"));
        try (var seat = Seat.in(dir, Turn.text("Got it."))) {
            var it = seat.start(80, 24);
            it.type("Look: ").paste(text).await("[paste #1 +16384 lines]");
            it.type(" end").await("] end");
            it.type("\r");
            var request = seat.model.awaitRequest(1).body();
            var said = request.objects("messages").getLast();
            assertThat(
                            said.get("content") instanceof String words
                                    ? words
                                    : said.objects("content").getFirst().string("text", ""))
                    .isEqualTo("Look: " + text + " end");
            it.await("Got it.");
            it.type("still here").await("still here");
            it.type("\u0003\u0003").await(Seat.PROMPT.strip());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"regular", "fullscreen"})
    void it_is_stopped_and_goes_on(String mode) throws Exception {
        try (var seat = Seat.in(dir, Turn.text("Hello."))) {
            var it = seat.shell(80, 24);
            var before = it.lineState();
            it.command("pawl --tui-mode " + mode).await("scripted-1");
            it.submit("Hi").await("Hello.");
            it.type("half a ", "\u001a").await("Stopped");
            isAtRest(it, before);
            it.command("echo at the she''ll").await("at the shell");
            it.resize(60, 20).command("fg");
            it.await("it is back, in its new size", now -> now.contains("half a") && now.contains("─".repeat(60)));
            it.type("sentence").await("half a sentence");
            it.type("\u0003", "\u0003").await("To go on with this session");
            isAtRest(it, before);
        }
    }

    @Test
    void who_stops_it_from_outside_finds_it_again() throws Exception {
        try (var seat = Seat.in(dir)) {
            var it = seat.shell(80, 24);
            it.command("stty sane; echo re''ady").await("ready");
            var before = it.lineState();
            it.command("pawl").await("scripted-1");
            it.signal("STOP").await("Stopped");
            it.command("stty sane; fg");
            // Until it has drawn itself again, the terminal itself would echo what is typed.
            it.awaitGone("Stopped");
            it.type("awake").await("awake");
            it.type("\u0003", "\u0003");
            it.await("the terminal is as it was", _ -> it.terminal().modes().equals(AT_REST));
            assertThat(it.lineState()).isEqualTo(before);
        }
    }

    /** The launcher keeps it from there, so it is the launcher that starts it here. */
    @Test
    void the_list_of_threads_that_a_signal_asks_the_jvm_for_does_not_cross_the_screen() throws Exception {
        try (var seat = Seat.in(dir, Turn.text("Hello."))) {
            var it = seat.shell(80, 24);
            it.command("'" + Launcher.built() + "'").await("scripted-1");
            it.signal("QUIT").submit("Hi").await("Hello.");
            assertThat(it.terminal().written()).doesNotContain("thread dump");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"regular", "fullscreen"})
    void when_it_is_ended_while_it_draws_the_terminal_is_as_it_was(String mode) throws Exception {
        var endless = Turn.text(numbered(5_000)).chunk(3).paced(1);
        try (var seat = Seat.in(dir, endless, endless, endless, endless)) {
            var it = seat.shell(80, 24);
            var before = it.lineState();
            for (var signal : new String[] {"TERM 143", "HUP 129", "INT 130"}) {
                it.command("clear; pawl --tui-mode " + mode + "; echo sta''tus $?")
                        .await("scripted-1");
                awaitLine(it.submit("Count"), 9);
                it.signal(signal.split(" ")[0]).await("status " + signal.split(" ")[1]);
                isAtRest(it, before);
            }
            // Nobody can do anything about this one, until the program is started the next time.
            it.command("clear; pawl --tui-mode " + mode).await("scripted-1");
            awaitLine(it.submit("Count"), 9);
            // What is typed before the shell has the terminal back may not be read.
            it.signal("KILL")
                    .await(
                            "the shell goes on",
                            now -> !it.isRunning()
                                    && now.contains("Killed")
                                    && now.indexOf("shell>", now.indexOf("Killed")) >= 0);
            assertThat(it.terminal().modes()).contains("?2004");
            it.command("stty sane; clear; echo cle''ared")
                    .await("only the shell is there", now -> now.contains("cleared") && !now.contains("scripted-1"));
            it.command("pawl --tui-mode " + mode).await("scripted-1");
            it.type("\u0004");
            it.await("the terminal is as it was", _ -> it.terminal().modes().equals(AT_REST));
        }
    }
}
