package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that come with the program. */
class CommandsTest {
    private static final String DOWN = "\u001b[B";
    private static final String UP = "\u001b[A";
    private static final String ESCAPE = "\u001b";

    @TempDir
    Path dir;

    private TestScreen begun(Turn... turns) throws Exception {
        return TestScreen.in(dir, 80, 30, turns).begin();
    }

    @Test
    void new_begins_another_session() throws Exception {
        try (var screen = begun(Turn.text("First."), Turn.text("Second."))) {
            screen.submit("one");
            screen.await("First.");
            screen.submit("/new ");
            screen.awaitGone("First.");
            // The settings still count: they leave the header out.
            assertThat(screen.screen()).doesNotContain("escape interrupts");
            screen.submit("two");
            screen.await("Second.");
            assertThat(screen.asked(2)).containsExactly("user: two");
            assertThat(screen.sessions()).hasSize(2);
        }
    }

    @Test
    void name_is_shown_in_the_footer_and_kept() throws Exception {
        try (var screen = begun(Turn.text("Yes."))) {
            screen.submit("Hi");
            screen.await("Yes.");
            screen.submit("/name The good one");
            screen.await("project • The good one");
            assertThat(Files.readString(screen.sessions().getFirst())).contains("The good one");
        }
    }

    @Test
    void tree_goes_back_and_hands_the_message_over() throws Exception {
        try (var screen = begun(Turn.text("First."), Turn.text("Second."), Turn.text("Third."))) {
            screen.submit("question one");
            screen.await("First.");
            screen.submit("question two");
            screen.await("Second.");
            screen.submit("/tree ");
            screen.await("Where to?");
            screen.type(UP, "\r");
            screen.await("Summarise the branch");
            screen.type("\r");
            screen.awaitGone("Second.");
            screen.await("question two");
            screen.type("\r");
            screen.await("Third.");
            assertThat(screen.asked(3))
                    .containsExactly("user: question one", "assistant: First.", "user: question two");
        }
    }

    @Test
    void tree_labels_filters_searches_and_folds() throws Exception {
        try (var screen = begun(Turn.text("First."), Turn.text("Second."))) {
            screen.submit("question one");
            screen.await("First.");
            screen.submit("question two");
            screen.await("Second.");
            screen.submit("/tree ");
            screen.await("Where to?");
            screen.type("L");
            screen.await("Name of this place");
            screen.type("the place", "\r");
            screen.await("[the place]");
            screen.type("T");
            screen.await("[the place 20");
            screen.type("T");
            screen.await("[the place]");
            screen.type("one");
            screen.await("search one");
            screen.await("only what was found is there", now -> !now.contains("you question two"));
            screen.type(ESCAPE);
            screen.await("you question two");
            screen.type("\u0015");
            screen.await("filter user-only");
            screen.await("answers are gone", now -> !now.contains("model First."));
            screen.type("\u000f");
            screen.await("filter labeled-only");
            screen.type(ESCAPE);
            screen.awaitGone("Where to?");
            assertThat(Files.readString(screen.sessions().getFirst())).contains("the place");
        }
    }

    @Test
    void escape_twice_opens_the_tree() throws Exception {
        try (var screen = begun(Turn.text("First."))) {
            screen.submit("question one");
            screen.await("First.");
            screen.awaitGone("Working");
            screen.type("\u001b[27u", "\u001b[27u");
            screen.await("Where to?");
        }
    }

    @Test
    void fork_begins_a_session_in_front_of_a_message() throws Exception {
        try (var screen = begun(Turn.text("First."), Turn.text("Second."))) {
            screen.submit("question one");
            screen.await("First.");
            screen.submit("/fork ");
            screen.await("Begin a session in front of");
            screen.type("\r");
            screen.awaitGone("First.");
            screen.await("question one");
            screen.type("\r");
            screen.await("Second.");
            assertThat(screen.asked(2)).containsExactly("user: question one");
        }
    }

    @Test
    void branch_is_another_name_of_fork() throws Exception {
        try (var screen = begun(Turn.text("First."), Turn.text("Second."))) {
            screen.submit("question one");
            screen.await("First.");
            screen.submit("/branch ");
            screen.await("Begin a session in front of");
            screen.type("\r");
            screen.awaitGone("First.");
            screen.await("question one");
            screen.type("\r");
            screen.await("Second.");
            assertThat(screen.asked(2)).containsExactly("user: question one");
            assertThat(screen.sessions()).hasSize(2);
        }
    }

    @Test
    void clone_goes_on_in_a_copy() throws Exception {
        try (var screen = begun(Turn.text("First."))) {
            screen.submit("question one");
            screen.await("First.");
            screen.submit("/clone ");
            screen.await("This is a copy now");
            assertThat(screen.sessions()).hasSize(2);
        }
    }

    @Test
    void resume_on_the_command_line_asks_before_anything_begins() throws Exception {
        try (var screen = begun(Turn.text("First."))) {
            screen.submit("about apples");
            screen.await("First.");
            screen.type("\u0004");
            screen.ended();
            try (var again = screen.again("-r")) {
                again.await("Sessions of this project");
                again.await("about apples");
                again.type("\r");
                again.await("First.");
            }
        }
    }

    @Test
    void model_and_thinking_are_chosen_and_cycled() throws Exception {
        try (var screen = begun(Turn.text("First."))) {
            screen.submit("/model scripted/scripted-1");
            screen.await("Model: scripted/scripted-1");
            screen.submit("/thinking high");
            screen.await("scripted-1 • high");
            screen.type("\u001b[Z");
            screen.await("Thinking: off");
            screen.submit("/thinking huge");
            screen.await("There is no thinking level \"huge\"");
            screen.type("\u000c");
            screen.await("Only models there is a key for");
            screen.type("script", "\r");
            screen.awaitGone("Only models there is a key for");
            screen.type("\u0010");
            screen.await("There is no other model");
        }
    }

    @Test
    void settings_are_changed_and_kept() throws Exception {
        try (var screen = begun()) {
            screen.submit("/settings ");
            screen.await("Hide thinking");
            screen.type(DOWN, DOWN, "\r");
            screen.await(
                    "it is kept",
                    _ -> read(screen).contains("\"hideThinkingBlock\": true")
                            || read(screen).contains("\"hideThinkingBlock\":true"));
            screen.type(ESCAPE);
            screen.awaitGone("Hide thinking");
        }
    }

    private static String read(TestScreen screen) {
        try {
            return Files.readString(screen.agentDir().resolve("settings.json"));
        } catch (IOException e) {
            return "";
        }
    }

    @Test
    void a_key_is_saved_without_being_shown_and_forgotten() throws Exception {
        try (var screen = begun()) {
            screen.submit("/login openai");
            screen.await("Key for OpenAI");
            screen.terminal.paste("sk-very-secret");
            screen.await("••••");
            screen.type("\r");
            screen.await("is saved");
            assertThat(screen.everything()).doesNotContain("very-secret");
            assertThat(Files.readString(screen.agentDir().resolve("auth.json"))).contains("sk-very-secret");
            screen.submit("/logout openai");
            screen.await("is forgotten");
            assertThat(Files.readString(screen.agentDir().resolve("auth.json"))).doesNotContain("sk-very-secret");
        }
    }

    @Test
    void a_session_is_exported_and_imported() throws Exception {
        try (var screen = begun(Turn.text("First."))) {
            screen.submit("question one");
            screen.await("First.");
            screen.submit("/export out.jsonl");
            screen.await("Written to");
            assertThat(screen.project().resolve("out.jsonl")).content().contains("question one");
            screen.submit("/export out.jsonl");
            screen.await("exists already");
            screen.submit("/new ");
            screen.awaitGone("First.");
            screen.submit("/import out.jsonl");
            screen.await("First.");
            screen.submit("/import nowhere.jsonl");
            screen.await("There is no file");
        }
    }

    @Test
    void a_session_is_exported_as_a_page() throws Exception {
        try (var screen = begun(Turn.text("First."))) {
            screen.submit("question one");
            screen.await("First.");
            screen.submit("/export out.html");
            screen.await("Written to");
            assertThat(screen.project().resolve("out.html")).content().contains("<!doctype html>", "question one");
        }
    }

    @Test
    void a_session_is_shared_without_what_is_private() throws Exception {
        try (var screen = begun(Turn.text("First."))) {
            screen.submit("write to someone@example.org");
            screen.await("First.");
            screen.submit("/share out.html");
            screen.await("removed: 1");
            assertThat(screen.project().resolve("out.html"))
                    .content()
                    .contains("<!doctype html>", "[redacted: e-mail address]")
                    .doesNotContain("someone@example.org");
            screen.submit("/share out.html");
            screen.await("exists already");
        }
    }

    @Test
    void compact_summarises() throws Exception {
        var script = Script.of(Turn.text("First. ".repeat(200)), Turn.text("Second."))
                .aside("summar", Turn.text("All in short."));
        try (var screen = TestScreen.in(dir, 80, 30, script)
                .user("settings.json", "{\"quietStartup\":true,\"compaction\":{\"keepRecentTokens\":10}}")
                .start()) {
            screen.await("scripted-1");
            screen.submit("question one");
            screen.await("First.");
            screen.submit("question two");
            screen.await("Second.");
            screen.submit("/compact mind the cheese");
            screen.await("[compaction] Compacted from");
            screen.type("\u000f");
            screen.await("All in short.");
        }
    }

    @Test
    void reload_loads_hooks_anew() throws Exception {
        try (var screen = begun(Turn.text("First."))) {
            screen.user("hooks/late.java", """
                import module dev.pawl.api;
                class Late implements Hook {
                    public void install(Host pi) {
                        pi.command("late", "says hello", _ -> Outcome.status("hello, late"));
                    }
                }
                """);
            screen.submit("/reload ");
            screen.await("loaded again");
            screen.submit("/late ");
            screen.await("hello, late");
        }
    }

    @Test
    void commands_and_messages_wait_for_a_reload_in_their_order() throws Exception {
        var go = dir.resolve("go");
        try (var screen = TestScreen.in(dir, 80, 30, Turn.text("Answered."))
                .hook("slow", """
                    pi.on(SESSION_START, (start, ctx) -> {
                        while (start.reason() == SessionStart.Reason.RELOAD
                                && !java.nio.file.Files.exists(java.nio.file.Path.of("GO"))) {
                            Thread.sleep(5);
                        }
                    });
                    pi.command("late", "", ctx -> Outcome.status("hello, " + ctx.argsRaw()));
                    """.replace("GO", go.toString()))
                .begin()) {
            screen.submit("/reload ");
            screen.submit("/late one");
            screen.await("as soon as the agent is ready: /late one");
            screen.submit("A message");
            screen.await("/late one / A message");
            assertThat(screen.screen()).doesNotContain("hello, one");
            Files.createFile(go);
            screen.await("hello, one");
            screen.await("Answered.");
            assertThat(screen.screen()).doesNotContain("failed", "There is no command");
        }
    }

    @Test
    void a_stack_that_is_shown_has_the_frames_of_the_hook_alone() throws Exception {
        try (var screen = TestScreen.in(dir, 120, 30)
                .hook("fails", "pi.command(\"fails\", \"\", ctx -> { throw new IllegalStateException(\"no tea\"); });")
                .begin()) {
            screen.submit("/fails ");
            screen.await("no tea");
            screen.await("shows the stack");
            screen.type("\u000f");
            assertThat(screen.await("fails.java:")).contains("at ").doesNotContain("dev.pawl", "java.base");
        }
    }

    @Test
    void a_counter_of_a_hook_goes_on_after_a_reload_of_a_changed_file() throws Exception {
        var count =
                "pi.command(\"count\", \"\", _ -> Outcome.status(\"%s \" + pi.counter(\"runs\").incrementAndGet()));";
        try (var screen = TestScreen.in(dir, 80, 30)
                .hook("count", count.formatted("first version:"))
                .hook("other", count.replace("\"count\"", "\"other\"").formatted("other hook:"))
                .start()) {
            screen.await("scripted-1");
            screen.submit("/count ");
            screen.await("first version: 1");
            var file = screen.agentDir().resolve("hooks/count.java");
            Files.writeString(file, Files.readString(file).replace("first version:", "second version:"));
            screen.submit("/reload ");
            screen.await("loaded again");
            screen.submit("/count ");
            screen.await("second version: 2");
            screen.submit("/other ");
            screen.await("other hook: 1");
        }
    }

    @Test
    void a_hook_that_cannot_be_loaded_is_reported_at_the_start_and_after_a_reload() throws Exception {
        try (var screen =
                TestScreen.in(dir, 80, 30).hook("wrong", "this is not Java").start()) {
            assertThat(screen.await("error:")).contains("wrong.java");
            screen.await("Go on without it?");
            screen.type("y");
            screen.await("scripted-1");
            screen.submit("/reload ");
            screen.await("loaded again");
            assertThat(screen.await("error:")).contains("wrong.java");
        }
    }

    @Test
    void an_unknown_command_is_said_to_the_model() throws Exception {
        try (var screen = begun(Turn.text("What?"))) {
            screen.submit("/usr/bin is a folder");
            screen.await("What?");
            assertThat(screen.asked(1)).containsExactly("user: /usr/bin is a folder");
        }
    }

    @Test
    void a_command_that_takes_long_is_named_and_escape_ends_it() throws Exception {
        try (var screen = TestScreen.in(dir)
                .hook(
                        "slow",
                        "pi.command(\"slow\", \"\", ctx -> { Thread.sleep(600_000); return Outcome.nothing(); });")
                .start()) {
            screen.submit("/slow now");
            screen.await("Waiting for /slow (");
            assertThat(screen.screen()).contains("no limit, escape ends it");
            screen.type("\u001b[27u");
            screen.await("/slow was called off");
            screen.awaitGone("Waiting for /slow");
        }
    }
}
