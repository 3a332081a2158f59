package dev.pawl.app;

import static dev.pawl.testkit.model.Script.Turn;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the model is told besides the prompt: instructions, skills and templates. */
class ResourceOptionsTest {
    @TempDir
    Path dir;

    private TestProgram pawl;

    @BeforeEach
    void start() throws Exception {
        pawl = TestProgram.in(dir, Turn.text("one"), Turn.text("two"), Turn.text("three"));
    }

    @AfterEach
    void end() {
        pawl.close();
    }

    private static String skill(String name, String description) {
        return "---\nname: " + name + "\n" + (description.isEmpty() ? "" : "description: " + description + "\n")
                + "---\nHow to " + name + ".\n";
    }

    @Test
    void the_system_prompt_is_a_text_or_a_file() throws Exception {
        pawl.file("mine.md", "From a file.");
        pawl.run("--system-prompt", "You are a parrot.", "--append-system-prompt", "Be brief.", "-p", "Hi");
        assertThat(pawl.systemPrompt(1)).startsWith("You are a parrot.").contains("Be brief.");
        pawl.run("--system-prompt", "mine.md", "-p", "Hi");
        assertThat(pawl.systemPrompt(2)).startsWith("From a file.").doesNotContain("mine.md");
        pawl.run("--append-system-prompt", "One.", "--append-system-prompt", "Two.", "-p", "Hi");
        assertThat(pawl.systemPrompt(3)).contains("coding agent").containsSubsequence("One.", "Two.");
    }

    @Test
    void context_files_are_read_unless_they_are_not_wanted() throws Exception {
        pawl.file("AGENTS.md", "Always use tabs.").user("AGENTS.md", "Speak Latin.");
        pawl.run("-p", "Hi");
        assertThat(pawl.systemPrompt(1)).contains("Always use tabs.", "Speak Latin.");
        pawl.run("-nc", "-p", "Hi");
        assertThat(pawl.systemPrompt(2)).doesNotContain("tabs", "Latin");
    }

    @Test
    void skills_are_offered_and_read_when_they_are_called() throws Exception {
        pawl.user("skills/knit/SKILL.md", skill("knit", "Knits things."))
                .user("skills/nameless/SKILL.md", skill("nameless", ""))
                .file("extra/sew/SKILL.md", skill("sew", "Sews things."));
        var run = pawl.run("--skill", "extra/sew", "-p", "/skill:knit a scarf");
        assertThat(pawl.systemPrompt(1))
                .contains("knit", "Knits things.", "sew")
                .doesNotContain("nameless");
        assertThat(pawl.asked(1)).singleElement().asString().contains("How to knit.", "a scarf");
        assertThat(run.err()).contains("nameless", "description");
        pawl.run("-ns", "-p", "Hi");
        assertThat(pawl.systemPrompt(2)).doesNotContain("Knits", "Sews");
        pawl.run("-ns", "--skill", "extra/sew/SKILL.md", "-p", "Hi");
        assertThat(pawl.systemPrompt(3)).contains("Sews things.").doesNotContain("Knits");
    }

    @Test
    void of_two_skills_with_one_name_the_first_counts() throws Exception {
        pawl.user("skills/knit/SKILL.md", skill("knit", "Knits things."))
                .file("extra/knit/SKILL.md", skill("knit", "Knits otherwise."));
        var run = pawl.run("--skill", "extra/knit", "-p", "Hi");
        assertThat(pawl.systemPrompt(1)).contains("Knits things.").doesNotContain("otherwise");
        assertThat(run.err()).contains("knit");
    }

    @Test
    void templates_are_filled_with_what_follows_their_name() throws Exception {
        pawl.user("prompts/fix.md", "Fix $1 in ${2:-everything}: $@ / ${@:2}");
        pawl.file("more/review.md", "Review $ARGUMENTS");
        pawl.run("-p", "/fix 'the $1 bug' main.c now");
        assertThat(pawl.asked(1)).containsExactly("user: Fix the $1 bug in main.c: the $1 bug main.c now / main.c now");
        pawl.run("--prompt-template", "more/review.md", "-p", "/review this");
        assertThat(pawl.asked(2)).containsExactly("user: Review this");
        pawl.run("-np", "-p", "/fix it");
        assertThat(pawl.asked(3)).containsExactly("user: /fix it");
    }

    @Test
    void what_is_named_and_not_there_is_reported() throws Exception {
        var run = pawl.run("--skill", "gone-skill", "--prompt-template", "gone.md", "-p", "Hi");
        assertThat(run.err()).contains("gone-skill", "gone.md");
        assertThat(run.out()).isEqualTo("one\n");
    }

    @Test
    void paths_mean_the_folder_the_program_was_started_in_wherever_the_session_works() throws Exception {
        pawl.run("-p", "first");
        var elsewhere = Files.createDirectories(dir.toRealPath().resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("prompt.md"), "From elsewhere.");
        Files.createDirectories(elsewhere.resolve("knit"));
        Files.writeString(elsewhere.resolve("knit/SKILL.md"), skill("knit", "Knits things."));
        Files.writeString(
                elsewhere.resolve("loud.java"),
                TestProgram.hookSource("pi.on(INPUT, (input, _) -> input.transform(input.text().toUpperCase()));"));
        var session = pawl.sessions().getFirst().toString();
        var run = pawl.at(
                elsewhere,
                new byte[0],
                "--session",
                session,
                "--append-system-prompt",
                "prompt.md",
                "--skill",
                "knit",
                "--hook",
                "loud.java",
                "-p",
                "second");
        assertThat(run.err()).isEmpty();
        assertThat(pawl.systemPrompt(2)).contains("From elsewhere.", "Knits things.", pawl.project.toString());
        assertThat(pawl.asked(2)).last().isEqualTo("user: SECOND");
    }

    @Test
    void a_folder_of_hooks_brings_its_skills_and_prompts() throws Exception {
        pawl.file("plain/skills/knit/SKILL.md", skill("knit", "Knits things."))
                .file("plain/prompts/greet.md", "Say hello to $1.")
                .file("named/package.json", "{\"pi\":{\"skills\":[\"ours\"]}}")
                .file("named/ours/weave/SKILL.md", skill("weave", "Weaves things."))
                .file("named/skills/not/SKILL.md", skill("not", "Is not named."));
        pawl.run("-e", "plain", "-e", "named", "-p", "/greet Ann");
        assertThat(pawl.systemPrompt(1))
                .contains("Knits things.", "Weaves things.")
                .doesNotContain("Is not named.");
        assertThat(pawl.asked(1)).containsExactly("user: Say hello to Ann.");
    }

    @Test
    void a_path_that_a_hook_contributes_and_is_not_there_is_named_once() throws Exception {
        pawl.hook(
                "adds",
                "pi.on(RESOURCES_DISCOVER, (event, _) -> event.withSkills(java.nio.file.Path.of(\"/none/here\")));");
        assertThat(pawl.run("-p", "Hi").err()).containsOnlyOnce("/none/here").contains("a hook at resources_discover");
    }
}
