package dev.pawl.config.resources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.config.Desk;
import dev.pawl.config.resources.PromptFiles.Source;
import dev.pawl.config.text.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users put in place of the system prompt, and what they add to it. */
class PromptFilesTest {
    @TempDir
    Path root;

    private Desk desk;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(root.toRealPath());
        Files.createDirectories(desk.project());
    }

    private PromptFiles load(boolean trusted, @Nullable String system, String... append) {
        return PromptFiles.load(desk.folders(), trusted, system, List.of(append));
    }

    @Test
    void without_files_and_flags_there_is_nothing() {
        assertThat(load(true, null)).isEqualTo(PromptFiles.none());
    }

    @Test
    void a_trusted_project_wins_over_the_user() throws IOException {
        for (var name : List.of("SYSTEM.md", "APPEND_SYSTEM.md")) {
            Desk.write(desk.agentDir().resolve(name), "\uFEFFuser " + name);
            Desk.write(desk.project().resolve(".pi").resolve(name), "project " + name);
        }

        assertThat(load(true, null).system().text()).isEqualTo("project SYSTEM.md");
        assertThat(load(true, null).append()).extracting(Source::text).containsExactly("project APPEND_SYSTEM.md");
        assertThat(load(false, null).system().text()).isEqualTo("user SYSTEM.md");
        assertThat(load(false, null).append()).extracting(Source::text).containsExactly("user APPEND_SYSTEM.md");
    }

    @Test
    void the_command_line_wins_over_files_and_means_a_text_or_a_path() throws IOException {
        Desk.write(desk.agentDir().resolve("SYSTEM.md"), "file");
        Desk.write(desk.agentDir().resolve("APPEND_SYSTEM.md"), "file");
        var path = Desk.write(desk.project().resolve("notes/extra.md"), "from notes");
        desk.write("home/own.md", "from home");

        var prompts = load(true, "You are a pirate.", "notes/extra.md", "~/own.md", "Be brief.", "notes/none.md");

        assertThat(prompts.system()).isEqualTo(new Source(null, "You are a pirate."));
        assertThat(prompts.append())
                .contains(new Source(path, "from notes"))
                .extracting(Source::text)
                .containsExactly("from notes", "from home", "Be brief.", "notes/none.md");
        assertThat(prompts.problems()).isEmpty();
    }

    @Test
    void a_caller_that_gives_nothing_wants_none() throws IOException {
        Desk.write(desk.agentDir().resolve("SYSTEM.md"), "file");
        Desk.write(desk.agentDir().resolve("APPEND_SYSTEM.md"), "file");

        assertThat(load(true, "", "").system()).isNull();
        assertThat(load(true, "", "").append()).isEmpty();
    }

    @Test
    void texts_that_can_be_no_path_are_texts() {
        var text = "x".repeat(100_000);

        assertThat(load(true, text, "a\0b", "two\nlines").system().text()).isEqualTo(text);
        assertThat(load(true, text, "a\0b", "two\nlines").append())
                .extracting(Source::text)
                .containsExactly("a\0b", "two\nlines");
    }

    @Test
    void a_word_that_is_also_a_folder_is_a_text_with_a_word_of_warning() throws IOException {
        Files.createDirectories(desk.project().resolve("src"));

        var prompts = load(true, "src");

        assertThat(prompts.system()).isEqualTo(new Source(null, "src"));
        assertThat(Desk.messages(prompts.problems())).singleElement().asString().contains("--system-prompt");
    }

    @Test
    void a_file_of_the_project_that_cannot_be_read_leaves_the_users() throws IOException {
        Files.createDirectories(desk.project().resolve(".pi/SYSTEM.md"));
        Desk.write(desk.agentDir().resolve("SYSTEM.md"), "user");

        var prompts = load(true, null);

        assertThat(prompts.system().text()).isEqualTo("user");
        assertThat(prompts.problems()).singleElement().matches(Problem::error);
    }
}
