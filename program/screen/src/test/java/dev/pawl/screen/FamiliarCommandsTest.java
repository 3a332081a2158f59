package dev.pawl.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.screen.kit.TestScreen;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that people know from other agents do the same here, or say where it is. */
class FamiliarCommandsTest {
    @TempDir
    Path dir;

    private TestScreen screen(Turn... turns) throws Exception {
        return TestScreen.in(dir, 100, 40, turns);
    }

    @Test
    void one_that_the_program_has_under_another_name_runs() throws Exception {
        try (var it = screen(Turn.text("Hello.")).begin()) {
            it.submit("Hi").await("Hello.");
            it.awaitIdle();
            it.submit("/cost ").await("This session");
            it.await("scripted/scripted-1");
            it.submit("/theme ").await("search: theme");
            it.type("\u001b", "\u001b").awaitGone("search");
            it.submit("/clear ").awaitGone("Hello.");
            assertThat(it.requests()).isEqualTo(1);
        }
    }

    @Test
    void one_that_is_a_prompt_is_put_into_the_editor() throws Exception {
        try (var it = screen(Turn.text("Written.")).begin()) {
            it.submit("/init ").await("Enter sends this");
            it.type("\r").await("Written.");
            assertThat(it.asked(1).getFirst()).contains("write AGENTS.md");
        }
    }

    @Test
    void one_that_something_else_does_says_so() throws Exception {
        try (var it = screen().begin()) {
            it.submit("/mcp ").await("pawl mcp add");
            it.submit("/plan ").await("--permission-mode plan");
            it.submit("# remember this").await("/memory tells where");
            assertThat(it.requests()).isZero();
        }
    }

    @Test
    void one_that_is_mistyped_is_named() throws Exception {
        try (var it = screen().begin()) {
            it.submit("/inti ").await("There is no command /inti; did you mean /init?");
            it.type("\u0003").submit("/rewnd ").await("did you mean /rewind?");
            assertThat(it.requests()).isZero();
        }
    }

    @Test
    void one_of_a_hook_comes_first() throws Exception {
        try (var it =
                screen().with("--permission-mode", "default").hook("costs", """
                    pi.command("cost", "", _ -> Outcome.status("THE HOOK'S COST"));
                    """).begin()) {
            it.submit("/cost ").await("THE HOOK'S COST");
            it.submit("/plan ").await("Permission mode: plan");
        }
    }

    @Test
    void the_context_is_drawn_by_kind_with_what_hooks_put_there() throws Exception {
        try (var it = screen(Turn.text("Hello."))
                .file("AGENTS.md", "Be brief.")
                .hook("adds", """
                    pi.on(HookPoints.BEFORE_AGENT_START, (start, _) -> start.withOptions(
                        start.systemPromptOptions().withSection("house", "Mind the house.")));
                    """)
                .with("--approve")
                .begin()) {
            it.submit("Hi").await("Hello.");
            it.awaitIdle();
            it.submit("/context ").await("Free");
            assertThat(it.screen())
                    .contains("System prompt", "preamble", "Files and skills", "AGENTS.md", "Tools", "bash")
                    .contains("Added by hooks", "section house", "Your messages", "Answers", "█")
                    .contains("Changed by hooks before it was sent", "before_agent_start");
        }
    }
}
