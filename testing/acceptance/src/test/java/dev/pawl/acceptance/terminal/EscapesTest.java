package dev.pawl.acceptance.terminal;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Deep;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text of models says something in a terminal and does nothing to it. */
@Deep
class EscapesTest {
    private static final String OWNED = "\u001b]0;owned\u0007";

    @TempDir
    Path dir;

    @Test
    void an_answer_that_is_printed_in_a_terminal_does_nothing_to_it() throws Exception {
        try (var seat = Seat.in(dir, Turn.text("before " + OWNED + "\u001b[2J after"))) {
            var it = seat.shell(80, 24);
            it.command("pawl -p Go").await("before  after");
            assertThat(String.valueOf(it.terminal().title())).doesNotContain("owned");
        }
    }

    @Test
    void an_answer_that_is_piped_stays_as_it_is() throws Exception {
        try (var seat = Seat.in(dir, Turn.text("before " + OWNED + " after"))) {
            var it = seat.shell(80, 24);
            var file = dir.resolve("answer");
            it.command("pawl -p Go > " + file + "; echo status $?").await("status 0");
            assertThat(Files.readString(file)).isEqualTo("before " + OWNED + " after\n");
        }
    }

    @Test
    void the_name_of_a_tool_does_nothing_while_its_arguments_stream() throws Exception {
        var name = "look" + OWNED;
        var turn = Turn.calls(call(name, JsonObject.of("text", "x".repeat(4_000))));
        try (var seat = Seat.in(dir, turn.chunk(40).paced(2), Turn.text("Over."))) {
            var it = seat.start(80, 24);
            it.await("scripted-1");
            it.submit("Go").await("Over.");
            assertThat(it.terminal().title()).doesNotContain("owned");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--list-models OWNED",
                "--model OWNED -p Go",
                "--session OWNED -p Go",
                "--theme OWNED -p Go",
                "@OWNED -p Go",
                "--hook ./OWNED.java -p Go",
                "trust show OWNED",
                "mcp OWNED",
                "hooks OWNED",
                "--OWNED -p Go"
            })
    void what_lists_and_errors_repeat_does_nothing_to_it(String arguments) throws Exception {
        try (var seat = Seat.in(dir, Turn.text("Well."))) {
            var it = seat.shell(80, 24);
            var command = arguments.replace("OWNED", "\"$(printf '\\033]0;owned\\007\\033[7mx')\"");
            it.command("pawl " + command + "; printf 'status %s' over").await("status over");
            assertThat(String.valueOf(it.terminal().title())).doesNotContain("owned");
        }
    }

    @Test
    void the_name_of_a_hook_that_is_compiled_does_nothing_to_it() throws Exception {
        try (var seat = Seat.in(dir, Turn.text("Well."))) {
            var it = seat.shell(80, 24);
            seat.hook("a" + OWNED, "");
            it.command("pawl -p Go").await("Well.");
            assertThat(String.valueOf(it.terminal().title())).doesNotContain("owned");
        }
    }
}
