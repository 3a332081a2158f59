package dev.pawl.ai.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.message.Content;
import dev.pawl.api.message.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TourTest {
    private static final String[] USUAL = {"read", "bash", "edit", "write"};
    private static final String[] ALL = {"read", "bash", "edit", "write", "grep", "find", "ls"};

    @TempDir
    Path folder;

    @BeforeEach
    void a_small_project() throws IOException {
        Files.writeString(folder.resolve("README.md"), "# Teapot\n\nBoils water for `tea`.\n\nIt whistles.\n");
        Files.writeString(folder.resolve("pom.xml"), "<project/>\n");
        Files.writeString(folder.resolve("it's odd.txt"), "odd\n");
        Files.createDirectories(folder.resolve("src"));
        Files.writeString(folder.resolve("src/Kettle.java"), "class Kettle {\n    // TODO: lid\n}\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "What is in this folder?",
                "What is in here?",
                "explain this folder",
                "Please explain this project.",
                "ls"
            })
    void it_looks_around_with_the_usual_tools_and_says_what_it_saw(String prompt) throws Exception {
        var walk = new TourWalk(folder, USUAL);

        var answer = walk.ask(prompt);

        assertThat(walk.calls()).extracting(Content.ToolUse::name).containsExactly("bash", "read");
        assertThat(answer)
                .contains("4 entries", "`src/`", "`pom.xml`")
                .contains("`README.md` begins", "# Teapot", "Boils water for `tea`.")
                .contains("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "models.json");
    }

    @Test
    void it_prefers_the_tools_made_for_the_purpose() throws Exception {
        var walk = new TourWalk(folder, ALL);

        walk.ask("What is in this folder?");
        walk.ask("find TODO");

        assertThat(walk.calls()).extracting(Content.ToolUse::name).containsExactly("ls", "read", "grep");
    }

    @Test
    void without_a_readme_the_build_file_speaks() throws Exception {
        Files.delete(folder.resolve("README.md"));

        assertThat(new TourWalk(folder, USUAL).ask("what is this?")).contains("`pom.xml` begins", "<project/>");
    }

    @Test
    void with_only_find_it_still_sees_what_is_here() throws Exception {
        assertThat(new TourWalk(folder, "find").ask("what is in this folder?"))
                .contains("`README.md`", "`pom.xml`")
                .doesNotContain("begins");
    }

    @Test
    void an_empty_folder_is_called_empty(@TempDir Path empty) throws Exception {
        assertThat(new TourWalk(empty, USUAL).ask("what is in this folder?")).contains("The folder is empty");
        assertThat(new TourWalk(empty, "ls").ask("what is in this folder?")).contains("The folder is empty");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "What is in this folder?",
                "read README.md",
                "find TODO",
                "run ls",
            })
    void without_tools_it_says_what_it_would_need(String prompt) throws Exception {
        assertThat(new TourWalk(folder).ask(prompt)).contains("no tool for it");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "read README.md",
                "Read the readme",
                "show me README.md",
                "what does README.md say?",
                "cat readme"
            })
    void it_reads_the_file_that_was_named(String prompt) throws Exception {
        assertThat(new TourWalk(folder, USUAL).ask(prompt)).contains("## README.md", "It whistles.");
        assertThat(new TourWalk(folder, "bash").ask(prompt)).contains("## README.md", "It whistles.");
    }

    @Test
    void odd_names_reach_the_shell_as_they_are() throws Exception {
        assertThat(new TourWalk(folder, "bash").ask("read `it's odd.txt`")).contains("```text\nodd\n```");
    }

    @Test
    void a_file_that_is_not_there_is_said_to_be_missing() throws Exception {
        assertThat(new TourWalk(folder, USUAL).ask("read nothing.txt"))
                .contains("did not manage", "no such file")
                .doesNotContain("hook fired");
    }

    @ParameterizedTest
    @ValueSource(strings = {"find TODO", "search for \"TODO\" in this folder", "where is TODO?", "grep TODO"})
    void it_searches_for_words(String prompt) throws Exception {
        assertThat(new TourWalk(folder, USUAL).ask(prompt)).contains("src/Kettle.java:2:", "// TODO: lid");
    }

    @Test
    void it_looks_up_what_a_question_is_about() throws Exception {
        assertThat(new TourWalk(folder, USUAL).ask("where is the Kettle defined?"))
                .contains("class Kettle");
    }

    @Test
    void what_is_nowhere_is_not_found() throws Exception {
        assertThat(new TourWalk(folder, USUAL).ask("find samovar")).contains("found nothing");
        assertThat(new TourWalk(folder, ALL).ask("find samovar")).contains("found nothing");
    }

    @Test
    void it_runs_commands_and_shows_what_they_said() throws Exception {
        assertThat(new TourWalk(folder, USUAL).ask("run echo boiled"))
                .contains("`echo boiled` ran:", "```text\nboiled\n```");
        assertThat(new TourWalk(folder, USUAL).ask("run `echo over; exit 3`"))
                .contains("reported a failure", "over", "code 3");
        assertThat(new TourWalk(folder, USUAL).ask("run true")).contains("`true` ran:");
    }

    @Test
    void it_says_that_a_hook_blocked_a_tool_and_why() throws Exception {
        var walk = new TourWalk(folder, call -> "bash".equals(call.name()) ? "Blocked by user" : null, USUAL);

        assertThat(walk.ask("run rm -rf build"))
                .contains("**A hook fired.**", "`bash`", "> Blocked by user")
                .doesNotContain("failure");
    }

    @Test
    void a_blocked_reading_leaves_the_listing() throws Exception {
        var walk = new TourWalk(folder, call -> "read".equals(call.name()) ? "Protected: README.md" : null, USUAL);

        assertThat(walk.ask("What is in this folder?"))
                .contains("**A hook fired.**", "> Protected: README.md", "4 entries")
                .doesNotContain("begins");
    }

    @Test
    void it_says_that_a_hook_blacked_something_out() throws Exception {
        assertThat(new TourWalk(folder, USUAL).redacting("Teapot").ask("read README.md"))
                .contains("**A hook fired.**", "blacked out", "# [REDACTED]");
    }

    @Test
    void a_tools_own_refusal_is_no_hook() throws Exception {
        var walk = new TourWalk(folder, call -> "EACCES: permission denied, open 'README.md'", "read");

        assertThat(walk.ask("read README.md")).contains("did not manage").doesNotContain("hook fired");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hi", "Hello!", "hey there", "Good morning"})
    void it_greets_back(String prompt) throws Exception {
        var walk = new TourWalk(folder, USUAL);

        assertThat(walk.ask(prompt)).startsWith("Hello!").contains("demonstration model");
        assertThat(walk.calls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "refactor everything to use monads",
                "fix the bug in README.md",
                "make it faster",
                "write me a poem",
                "42",
                "",
                "   ",
                "?"
            })
    void to_anything_else_it_says_honestly_that_it_is_a_demonstration(String prompt) throws Exception {
        assertThat(new TourWalk(folder, USUAL).ask(prompt)).contains("beyond me", "demonstration model");
    }

    @Test
    void how_to_connect_a_real_model_is_explained_at_length_once() throws Exception {
        var walk = new TourWalk(folder, USUAL);

        assertThat(walk.ask("hi")).contains("- `ANTHROPIC_API_KEY` for Claude");
        assertThat(walk.ask("thanks")).contains("ANTHROPIC_API_KEY").doesNotContain("for Claude");
    }

    @Test
    void the_same_question_gets_the_same_answer() throws Exception {
        var once = new TourWalk(folder, USUAL).ask("What is in this folder?");

        assertThat(new TourWalk(folder, USUAL).ask("What is in this folder?")).isEqualTo(once);
    }

    @Test
    void what_hooks_add_to_a_prompt_does_not_hide_it() throws Exception {
        var walk = new TourWalk(folder, USUAL);
        walk.messages().add(Message.user("read README.md", 0));

        assertThat(walk.ask("Remember: the deadline was moved to tomorrow, and everybody knows it."))
                .contains("It whistles.");
    }

    @Test
    void calls_of_a_whole_conversation_have_different_ids() throws Exception {
        var walk = new TourWalk(folder, USUAL);
        for (var prompt : List.of("what is in this folder?", "read README.md", "find TODO", "run ls")) {
            walk.ask(prompt);
        }

        assertThat(walk.calls()).extracting(Content.ToolUse::id).doesNotHaveDuplicates();
    }
}
