package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user and the agent, on a screen in memory, with a scripted model over real HTTP. */
class ConversationTest {
    private static final String WAITS = "while [ ! -e go ]; do sleep 0.05; done; echo slept";

    @TempDir
    Path dir;

    @Test
    void what_is_typed_is_said_and_the_answer_is_shown() throws Exception {
        try (var screen = TestScreen.in(dir, Turn.text("Hello **you**.")).start()) {
            screen.submit("Hi there");
            screen.await("Hello you.");
            assertThat(screen.asked(1)).containsExactly("user: Hi there");
        }
    }

    @Test
    void escape_ends_an_answer_that_does_not_come() throws Exception {
        try (var screen =
                TestScreen.in(dir, Turn.stalled(), Turn.text("Again.")).start()) {
            screen.submit("Hi");
            screen.await("Working");
            screen.asked(1);
            screen.type("\u001b");
            screen.await("Aborted.");
            screen.awaitGone("Working");
            screen.awaitGone("Interrupting");
            screen.submit("Once more");
            screen.await("Again.");
        }
    }

    @Test
    void ctrl_d_in_an_empty_editor_leaves_and_the_terminal_is_as_it_was() throws Exception {
        try (var screen = TestScreen.in(dir, Turn.text("Yes.")).start()) {
            screen.submit("Hi");
            screen.await("Yes.");
            screen.type("\u0004");
            assertThat(screen.ended()).isZero();
            assertThat(screen.terminal.modes()).containsExactlyInAnyOrder("?25", "?7");
        }
    }

    @Test
    void ctrl_c_clears_and_twice_leaves() throws Exception {
        try (var screen = TestScreen.in(dir, Turn.text("Yes.")).start()) {
            screen.type("some words");
            screen.await("some words");
            screen.type("\u0003");
            screen.awaitGone("some words");
            screen.type("\u0003");
            assertThat(screen.ended()).isZero();
            assertThat(screen.requests()).isZero();
        }
    }

    @Test
    void quit_leaves() throws Exception {
        try (var screen = TestScreen.in(dir).start()) {
            screen.await("scripted-1");
            screen.submit("/quit ");
            assertThat(screen.ended()).isZero();
        }
    }

    /** Ends what waits for it. */
    private static void go(TestScreen screen) throws IOException {
        Files.createFile(screen.project().resolve("go"));
    }

    @Test
    void what_is_typed_before_the_agent_is_ready_is_said_then() throws Exception {
        try (var screen =
                TestScreen.in(dir, Turn.text("Heard.")).hook("slow", """
                    pi.on(SESSION_START, (_, ctx) -> {
                        while (!Files.exists(ctx.project().cwd().resolve("go"))) { Thread.sleep(5); }
                    });
                    """).start()) {
            screen.submit("early words");
            screen.await("early words");
            go(screen);
            screen.await("Heard.");
            assertThat(screen.asked(1)).containsExactly("user: early words");
        }
    }

    @Test
    void words_of_the_command_line_are_said_at_once() throws Exception {
        try (var screen =
                TestScreen.in(dir, Turn.text("Heard.")).with("look around").start()) {
            screen.await("Heard.");
            assertThat(screen.asked(1)).containsExactly("user: look around");
        }
    }

    @Test
    void what_is_said_meanwhile_steers_and_alt_enter_follows_up() throws Exception {
        var slow = Turn.calls(Script.call("bash", JsonObject.of("command", WAITS)));
        try (var screen = TestScreen.in(dir, slow, Turn.text("Second."), Turn.text("Third."))
                .start()) {
            screen.submit("work");
            screen.await("$ while");
            screen.type("and afterwards", "\u001b\r");
            screen.await("Follow-up: and afterwards");
            screen.submit("mind this");
            screen.await("Steering: mind this");
            go(screen);
            screen.await("Third.");
            assertThat(screen.asked(2)).endsWith("user: mind this");
            assertThat(screen.asked(3)).endsWith("user: and afterwards");
        }
    }

    @Test
    void alt_up_takes_what_waits_back_into_the_editor() throws Exception {
        var slow = Turn.calls(Script.call("bash", JsonObject.of("command", WAITS)));
        try (var screen = TestScreen.in(dir, slow, Turn.text("Done.")).start()) {
            screen.submit("work");
            screen.await("$ while");
            screen.submit("not now");
            screen.await("Steering: not now");
            screen.type("\u001b[1;3A");
            screen.awaitGone("Steering");
            screen.await("not now");
            go(screen);
            screen.await("Done.");
            assertThat(screen.asked(2)).noneMatch(said -> said.contains("not now"));
        }
    }

    @Test
    void a_command_behind_an_exclamation_mark_is_run_and_sent_to_the_model() throws Exception {
        try (var screen = TestScreen.in(dir, Turn.text("I see.")).start()) {
            screen.await("scripted-1");
            screen.submit("!echo one; echo two");
            screen.await("$ echo one");
            screen.awaitGone("running…");
            screen.submit("!!echo secret");
            screen.await("$ echo secret");
            screen.awaitGone("running…");
            screen.submit("Well?");
            screen.await("I see.");
            var asked = String.join("\n", screen.asked(1));
            assertThat(asked).contains("one\ntwo").doesNotContain("secret");
        }
    }

    @Test
    void escape_ends_a_command_that_runs() throws Exception {
        try (var screen = TestScreen.in(dir).start()) {
            screen.await("scripted-1");
            screen.submit("!echo begun; sleep 60");
            screen.await("begun");
            screen.type("\u001b");
            screen.await("(cancelled");
        }
    }

    @Test
    void a_session_that_is_gone_on_with_is_drawn() throws Exception {
        try (var screen = TestScreen.in(dir, Turn.text("First answer."), Turn.text("Second answer."))
                .start()) {
            screen.submit("First question");
            screen.await("First answer.");
            screen.type("\u0004");
            screen.ended();
            try (var again = screen.again("-c")) {
                again.await("First answer.");
                assertThat(again.screen()).contains("First question");
                again.submit("Go on");
                again.await("Second answer.");
                assertThat(again.asked(2)).hasSize(3);
            }
        }
    }

    @Test
    void resize_draws_everything_anew() throws Exception {
        try (var screen =
                TestScreen.in(dir, Turn.text("A long line of words ".repeat(8))).start()) {
            screen.submit("Hi");
            screen.await("A long line of words");
            screen.terminal.resize(40, 20);
            screen.await(
                    "the lines are narrow",
                    now -> now.lines().allMatch(line -> line.length() <= 40) && now.contains("A long line"));
        }
    }

    @Test
    void a_hook_that_is_waited_for_is_named() throws Exception {
        try (var screen = TestScreen.in(dir, Turn.text("Done."))
                .hook("slow", "pi.on(BEFORE_AGENT_START, (start, ctx) -> { Thread.sleep(600_000); return start; });")
                .start()) {
            screen.submit("Hi");
            var now = screen.await("Waiting for the hook");
            assertThat(now).contains("slow.java", "before_agent_start");
            screen.type("\u001b");
            screen.awaitGone("Waiting for the hook");
        }
    }

    @Test
    void a_hook_that_fails_is_reported_with_its_path() throws Exception {
        try (var screen = TestScreen.in(dir, Turn.text("Done."))
                .hook("broken", "pi.on(TURN_START, (_, ctx) -> { throw new IllegalStateException(\"no luck\"); });")
                .start()) {
            screen.submit("Hi");
            screen.await("broken.java");
            assertThat(screen.await("no luck")).contains("turn_start");
            screen.await("Done.");
        }
    }

    @Test
    void the_users_own_editor_is_lent_the_text() throws Exception {
        var script = Files.writeString(dir.resolve("editor.sh"), "printf ' and more\\n' >> \"$1\"\n");
        try (var screen = TestScreen.in(dir, Turn.text("Read."))
                .environment("VISUAL", "sh " + script)
                .start()) {
            screen.await("scripted-1");
            screen.type("some words");
            screen.await("some words");
            screen.type("\u0007");
            screen.await("some words and more");
            screen.type("\r");
            screen.await("Read.");
            assertThat(screen.asked(1)).containsExactly("user: some words and more");
        }
    }

    @Test
    void what_hooks_print_does_not_get_between_the_lines() throws Exception {
        try (var screen = TestScreen.in(dir, Turn.text("Done."))
                .hook("noisy", "pi.on(TURN_START, (_, ctx) -> System.out.println(\"printed by a hook\"));")
                .start()) {
            screen.submit("Hi");
            screen.await(" printed by a hook");
            screen.await("Done.");
        }
    }

    @Test
    void hostile_text_never_reaches_the_terminal() throws Exception {
        var evil = "a\u001b]0;owned\u0007b\u001b[2Jc\u001b]52;c;aGk=\u0007d";
        try (var screen = TestScreen.in(
                        dir,
                        Turn.text(evil)
                                .andCalls(
                                        Script.call("bash", JsonObject.of("command", "printf 'x\\033]0;owned\\007y'"))))
                .start()) {
            screen.submit("Hi " + "there");
            screen.await("xy");
            screen.await("abcd");
            assertThat(screen.terminal.title()).doesNotContain("owned");
            assertThat(screen.terminal.written()).doesNotContain("]52;");
        }
    }

    @Test
    void files_that_tools_write_and_change_are_shown_as_what_changed() throws Exception {
        var write = Turn.calls(Script.call("write", JsonObject.of("path", "a.txt", "content", "one\ntwo\n")));
        var edit = Turn.calls(Script.call(
                "edit",
                JsonObject.of("path", "a.txt")
                        .with("edits", List.of(JsonObject.of("oldText", "two", "newText", "three")))));
        try (var screen =
                TestScreen.in(dir, 80, 40, write, edit, Turn.text("Done.")).start()) {
            screen.submit("work");
            screen.await("Done.");
            assertThat(screen.screen()).contains("write a.txt", "edit a.txt", "three");
            assertThat(Files.readString(screen.project().resolve("a.txt"))).isEqualTo("one\nthree\n");
        }
    }
}
