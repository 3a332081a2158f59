package dev.pawl.acceptance.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Terminals that are too small, too simple, or not there. */
@Deep
class BadTerminalsTest {
    private static final Set<String> AT_REST = Set.of("?25", "?7");

    @TempDir
    Path dir;

    /** What was typed is seen, as far as there is room for it. */
    private static void typed(TerminalRun it, String text) throws Exception {
        it.type(text)
                .await("\"" + text + "\" is shown", now -> now.replace("\n", "").contains(text));
    }

    private static void leave(TerminalRun it) throws Exception {
        it.type("\u0003");
        it.await("the editor is empty", now -> !now.contains("z"));
        it.type("\u0004").await("it ended", _ -> it.terminal().modes().equals(AT_REST) && !it.isRunning());
    }

    @Test
    void however_small_it_is_one_can_write_be_answered_and_leave() throws Exception {
        try (var seat = Seat.in(dir, Turn.text("Answered."), Turn.text("Answered."), Turn.text("Answered."))) {
            var it = seat.shell(80, 24);
            for (var size : new int[][] {{10, 3}, {1, 1}, {2, 2}, {0, 0}, {5, 1}, {1, 24}}) {
                it.resize(80, 24).command("clear; echo cle''ared").await("cleared");
                it.resize(size[0], size[1]).command("pawl");
                it.await("it has taken the terminal", _ -> it.terminal().modes().contains("?2004"));
                it.type("z");
                if (size[0] > 0) {
                    it.await("the key is shown in " + size[0] + "x" + size[1], now -> now.contains("z"));
                }
                it.resize(80, 24).await("scripted-1");
                it.await("z");
                leave(it);
            }
        }
    }

    @Test
    void it_shrinks_to_nothing_and_comes_back() throws Exception {
        try (var seat = Seat.in(dir, Turn.text("The whole answer.").delayed(200), Turn.text("More."))) {
            var it = seat.start(80, 24);
            it.submit("Hi").resize(1, 1);
            it.resize(0, 0).resize(1, 1).resize(3, 40).resize(80, 1).resize(80, 24);
            it.await("The whole answer.");
            it.submit("And?").await("More.");
            it.resize(500, 200).await("it is as large as the screen", now -> now.contains("─".repeat(500)));
            typed(it, "zzz");
            leave(it);
        }
    }

    @Test
    void a_terminal_that_can_do_nothing_is_distinguished_from_one_that_sends_nothing() throws Exception {
        try (var seat = Seat.in(dir, Turn.text("One."), Turn.text("Two."), Turn.text("Three."))) {
            var it = seat.shell(100, 30);
            it.command("TERM=dumb pawl; echo sta''tus $?").await("status 1");
            assertThat(it.screen()).contains("pawl: the terminal is dumb").doesNotContain("Exception", "at dev.");
            it.command("clear; env -u TERM pawl").await("scripted-1");
            it.submit("Hi").await("One.");
            it.type("\u0004").await("To go on with this session");
            it.await("the terminal is as it was", _ -> it.terminal().modes().equals(AT_REST));
            // What is not a terminal is not drawn on: the question is answered and that is all.
            it.command("clear; echo What is it | pawl; echo pi''ped in $?").await("piped in 0");
            assertThat(it.screen()).contains("Two.");
            it.command("clear; pawl 'What is it' | cat; echo pi''ped out $?").await("piped out 0");
            assertThat(it.screen()).contains("Three.");
            assertThat(it.terminal().modes()).isEqualTo(AT_REST);
            it.command("clear; pawl < /dev/null; echo en''ded $?").await("ended 2");
            assertThat(it.screen()).contains("pawl: there is no prompt.");
        }
    }
}
