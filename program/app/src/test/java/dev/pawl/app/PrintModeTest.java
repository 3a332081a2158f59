package dev.pawl.app;

import static dev.pawl.testkit.model.Script.Turn;
import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrintModeTest {
    @TempDir
    Path dir;

    @Test
    void the_answer_stands_alone_on_standard_output() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Forty-two, of course: ü€😀."))) {
            var run = pawl.run("-p", "How much?");
            assertThat(run.out()).isEqualTo("Forty-two, of course: ü€😀.\n");
            assertThat(run.err()).isEmpty();
            assertThat(run.status()).isZero();
            assertThat(pawl.asked(1)).containsExactly("user: How much?");
        }
    }

    @Test
    void only_the_last_answer_is_printed_after_tools_have_run() throws Exception {
        var look = Turn.text("Let me look.").andCalls(call("read", JsonObject.of("path", "a.txt")));
        try (var pawl = TestProgram.in(dir, look, Turn.text("It says: b.")).file("a.txt", "b")) {
            assertThat(pawl.run("-p", "Read a.txt").out()).isEqualTo("It says: b.\n");
            assertThat(pawl.asked(2)).last().isEqualTo("tool: b");
        }
    }

    @Test
    void on_a_fresh_machine_a_missing_key_is_an_error_that_names_three_ways_on() throws Exception {
        try (var pawl = TestProgram.in(dir)) {
            Files.delete(pawl.agentDir().resolve("models.json"));
            for (var mode : new String[] {"text", "json"}) {
                var run = pawl.run("-p", "--mode", mode, "What is here?");
                assertThat(run.status()).isEqualTo(1);
                assertThat(run.out()).isEmpty();
                assertThat(run.err()).contains("ANTHROPIC_API_KEY", "/login", "models.json", "--model demo/tour");
            }
        }
    }

    @Test
    void the_demonstration_answers_where_it_was_asked_for() throws Exception {
        try (var pawl = TestProgram.in(dir)) {
            Files.delete(pawl.agentDir().resolve("models.json"));
            var run = pawl.file("notes.txt", "x").run("--model", "demo/tour", "-p", "What is in this folder?");
            assertThat(run.out()).contains("notes.txt", "demonstration");
            assertThat(run.status()).isZero();
        }
    }

    @Test
    void what_a_command_put_down_is_kept_although_nothing_was_said() throws Exception {
        try (var pawl = TestProgram.in(dir).hook("note", """
            pi.command("note", "", ctx -> {
                ctx.session().append("note", Map.of("text", ctx.argsRaw()));
                return Outcome.status("kept");
            });
            """)) {
            var run = pawl.run("-p", "/note buy milk");
            assertThat(run.status()).as(run.err()).isZero();
            assertThat(run.err()).contains("kept");
            try (var files = Files.walk(pawl.agentDir().resolve("sessions"))) {
                assertThat(files.filter(Files::isRegularFile)
                                .filter(file -> file.toString().endsWith(".jsonl")))
                        .singleElement()
                        .satisfies(file -> assertThat(Files.readString(file)).contains("buy milk"));
            }
        }
    }

    /** Waits, in a hook, until there is a file of this name in the project. */
    private static String until(String file) {
        return "while (!Files.exists(ctx.project().cwd().resolve(\"" + file + "\"))) { Thread.sleep(5); } ";
    }

    /** Runs it until it has printed a text, and lets the hook that waits go on then. */
    private static TestProgram.Run named(TestProgram pawl, String text, String... args) throws Exception {
        var go = pawl.project.resolve("go");
        Files.deleteIfExists(go);
        var running = pawl.startNamingSlow(args).await(text);
        Files.createFile(go);
        return running.end();
    }

    @Test
    void a_handler_that_takes_long_is_named_with_its_limit() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Done."), Turn.text("Done."))
                .hook("slow", "pi.on(BEFORE_AGENT_START, (start, ctx) -> { " + until("go") + "return start; });")) {
            var run = named(pawl, "waiting for the hook", "-p", "Go");
            assertThat(run.out()).isEqualTo("Done.\n");
            assertThat(run.err())
                    .containsOnlyOnce("waiting for the hook")
                    .contains("slow.java at before_agent_start", "limit 30 s", "ctrl+c");
            var json = named(pawl, "hook_waiting", "--mode", "json", "-p", "Go");
            assertThat(json.out())
                    .contains("\"type\":\"hook_waiting\"", "\"event\":\"before_agent_start\"", "\"limitMs\":30000");
        }
    }

    @Test
    void a_session_start_that_takes_long_is_named_before_anything_is_said() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Done."), Turn.text("Done."))
                .hook("slow", "pi.on(SESSION_START, (_, ctx) -> { " + until("go") + "});")) {
            var run = named(pawl, "waiting for the hook", "-p", "Go");
            assertThat(run.out()).isEqualTo("Done.\n");
            assertThat(run.err())
                    .containsOnlyOnce("waiting for the hook")
                    .contains("slow.java at session_start", "limit 30 s", "ctrl+c");
            var json = named(pawl, "hook_waiting", "--mode", "json", "-p", "Go");
            assertThat(json.records())
                    .extracting(record -> record.string("type", ""))
                    .startsWith("session", "hook_waiting", "agent_start");
            assertThat(json.records().get(1).string("event")).isEqualTo("session_start");
        }
    }

    @Test
    void a_command_that_returns_an_empty_text_sends_nothing() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("No."))
                .hook("empty", "pi.command(\"empty\", \"\", ctx -> Outcome.prompt(\"\"));")) {
            var run = pawl.run("-p", "/empty");
            assertThat(run.out()).as(run.err()).isEmpty();
            assertThat(run.status()).isZero();
            assertThat(pawl.requests()).isZero();
        }
    }

    @Test
    void a_command_that_takes_long_is_named_too() throws Exception {
        try (var pawl = TestProgram.in(dir)
                .hook("slow", "pi.command(\"slow\", \"\", ctx -> { " + until("go") + "return Outcome.nothing(); });")) {
            assertThat(named(pawl, "waiting for the command", "-p", "/slow").err())
                    .containsOnlyOnce("waiting for the command /slow")
                    .contains("no limit");
        }
    }

    @Test
    void an_answer_that_failed_goes_to_standard_error() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.status(400).message("no such thing"))) {
            var run = pawl.run("-p", "Hi");
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).startsWith("pawl: ").contains("no such thing");
            assertThat(run.status()).isEqualTo(1);
        }
    }

    @Test
    void an_answer_that_was_cut_off_is_printed_and_is_a_failure_all_the_same() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("It begins").stopReason("length"))) {
            var run = pawl.run("-p", "Tell me all");
            assertThat(run.out()).isEqualTo("It begins\n");
            assertThat(run.err()).isEqualTo("pawl: the answer was cut off at the model's length limit\n");
            assertThat(run.status()).isEqualTo(1);
        }
    }

    @Test
    void several_prompts_are_said_one_after_another() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("one"), Turn.text("two"), Turn.text("three"))) {
            assertThat(pawl.run("-p", "first", "second", "third").out()).isEqualTo("three\n");
            assertThat(pawl.asked(3))
                    .containsExactly("user: first", "assistant: one", "user: second", "assistant: two", "user: third");
        }
    }

    @Test
    void a_prompt_that_failed_is_the_last_one() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.status(400), Turn.text("never said"))) {
            var run = pawl.run("-p", "first", "second");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.out()).isEmpty();
            assertThat(pawl.requests()).isEqualTo(1);
        }
    }

    @Test
    void without_a_terminal_it_prints_without_an_option() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("yes"))) {
            assertThat(pawl.run("Hello?").out()).isEqualTo("yes\n");
        }
    }

    @Test
    void a_command_of_a_hook_is_run_and_its_status_is_reported_beside_the_answer() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("never said"))
                .hook("go", "pi.command(\"go\", \"Goes\", ctx -> Outcome.status(\"went \" + ctx.argsRaw()));")) {
            var run = pawl.run("-p", "/go far away");
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).isEqualTo("went far away\n");
            assertThat(run.status()).isZero();
            assertThat(pawl.requests()).isZero();
        }
    }

    @Test
    void a_command_that_comes_to_a_prompt_is_answered_before_the_program_ends() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Nothing to review."))
                .hook(
                        "review",
                        "pi.command(\"review\", \"Reviews\", ctx -> Outcome.prompt(\"Review \" + ctx.args()));")) {
            assertThat(pawl.run("-p", "/review 'a b' c").out()).isEqualTo("Nothing to review.\n");
            assertThat(pawl.asked(1)).containsExactly("user: Review [a b, c]");
        }
    }

    @Test
    void a_command_that_fails_is_reported_and_is_no_failure_of_the_program() throws Exception {
        try (var pawl = TestProgram.in(dir)
                .hook("go", "pi.command(\"go\", \"\", ctx -> { throw new IllegalStateException(\"no road\"); });")) {
            var run = pawl.run("-p", "/go");
            assertThat(run.err()).contains("command:go", "no road");
            assertThat(run.status()).isZero();
        }
    }

    @Test
    void dialogs_are_answered_as_if_there_were_no_user() throws Exception {
        try (var pawl = TestProgram.in(dir).hook("ask", """
            pi.command("ask", "", ctx -> Outcome.status(ctx.ui().hasUser() + " " + ctx.ui().mode() + " "
                    + ctx.ui().select("t", List.of("a"), DialogOptions.NONE) + " "
                    + ctx.ui().confirm("t", "m") + " " + ctx.ui().input("t", "p", DialogOptions.NONE) + " "
                    + ctx.ui().editor("t", "p") + " [" + ctx.ui().editorText() + "]"));
            """)) {
            assertThat(pawl.run("-p", "/ask").err())
                    .isEqualTo("false PRINT Optional.empty false Optional.empty Optional.empty []\n");
            assertThat(pawl.run("--mode", "json", "/ask").err()).startsWith("false JSON ");
        }
    }

    @Test
    void a_gate_that_would_ask_blocks_where_no_user_can_be_asked() throws Exception {
        var remove = Turn.calls(call("bash", JsonObject.of("command", "rm -rf keep")));
        var gate = Files.readString(Checkout.file("examples/permission-gate.java"));
        try (var pawl = TestProgram.in(dir, remove, Turn.text("I may not."))
                .user("hooks/permission-gate.java", gate)
                .file("keep/me.txt", "")) {
            assertThat(pawl.run("-p", "Clean up").out()).isEqualTo("I may not.\n");
            assertThat(pawl.asked(2)).last().asString().contains("there is no user to allow it");
            assertThat(pawl.project.resolve("keep/me.txt")).exists();
        }
    }

    @Test
    void a_hook_that_fails_is_reported_and_the_answer_comes() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("fine"))
                .hook("bad", "pi.on(AGENT_START, (_, _) -> { throw new IllegalStateException(\"boom\"); });")) {
            var run = pawl.run("-p", "Hi");
            assertThat(run.out()).isEqualTo("fine\n");
            assertThat(run.err()).contains("~/.pi/agent/hooks/bad.java failed at agent_start: boom");
            assertThat(run.status()).isZero();
        }
    }

    @Test
    void nothing_is_asked_without_a_hook_that_should_be_there() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("never said")).hook("bad", "int x = \"text\";")) {
            var run = pawl.run("-p", "Hi");
            assertThat(run.err()).contains("bad.java:6: error: incompatible types", "a hook did not load", "pawl -ne");
            assertThat(run.status()).isEqualTo(1);
            assertThat(pawl.requests()).isZero();
            assertThat(pawl.run("-ne", "-p", "Hi").status()).isZero();
        }
    }

    @Test
    void a_hook_is_notified_of_the_end_once() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("bye"))
                .hook("end", "pi.on(SESSION_SHUTDOWN, (end, ctx) -> ctx.ui().notify(\"end \" + end.reason()));")) {
            assertThat(pawl.run("-p", "Hi").err()).isEqualTo("end QUIT\n");
        }
    }

    @Test
    void a_new_session_that_a_command_starts_is_the_one_that_goes_on() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("one"), Turn.text("two"))
                .hook(
                        "again",
                        "pi.command(\"again\", \"\", ctx -> { ctx.newSession(CommandContext.NewSession.plain());"
                                + " return Outcome.nothing(); });")) {
            assertThat(pawl.run("-p", "first", "/again", "second").out()).isEqualTo("two\n");
            assertThat(pawl.asked(2)).containsExactly("user: second");
            assertThat(pawl.sessions()).hasSize(2);
            assertThat(TestProgram.messagesIn(pawl.sessions().get(1)))
                    .containsExactly("user: second", "assistant: two");
        }
    }
}
