package dev.pawl.config.resources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.base.QuotedWords;
import dev.pawl.config.Desk;
import dev.pawl.config.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prompts with places for arguments. */
class PromptTemplatesTest {
    @TempDir
    Path root;

    private Desk desk;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(root.toRealPath());
        Files.createDirectories(desk.project());
    }

    private PromptTemplates load() {
        return PromptTemplates.load(desk.request(true));
    }

    private void template(String name, String text) throws IOException {
        Desk.write(desk.agentDir().resolve("prompts").resolve(name + ".md"), text);
    }

    private static String expand(String template, String arguments) {
        return TemplateText.expand(template, QuotedWords.split(arguments));
    }

    @Test
    void a_template_is_called_like_its_file_and_described_by_its_head() throws IOException {
        template("review", "---\ndescription: Review changes\nargument-hint: \"[focus]\"\n---\n\nReview $1.\n");

        assertThat(load().all()).singleElement().satisfies(template -> {
            assertThat(template.name()).isEqualTo("review");
            assertThat(template.description()).isEqualTo("Review changes");
            assertThat(template.argumentHint()).isEqualTo("[focus]");
            assertThat(template.content()).isEqualTo("Review $1.");
        });
    }

    @Test
    void without_a_head_the_first_line_describes_it() throws IOException {
        template("a", "\n\n  Do this.\nAnd that.");
        template("b", "x".repeat(61));
        template("c", "");
        template("d", "\uD83D\uDE00".repeat(61));

        assertThat(load().all())
                .extracting(PromptTemplate::description)
                .containsExactly("Do this.", "x".repeat(60) + "...", "", "\uD83D\uDE00".repeat(60) + "...");
        assertThat(load().find("a").argumentHint()).isNull();
    }

    @Test
    void only_the_files_of_the_folder_itself_count() throws IOException {
        template("a", "a");
        template("sub/b", "b");
        template(".c", "c");
        Desk.write(desk.agentDir().resolve("prompts/d.txt"), "d");
        Files.createDirectories(desk.agentDir().resolve("prompts/e.md"));

        assertThat(load().all()).extracting(PromptTemplate::name).containsExactly("a");
        assertThat(load().problems()).isEmpty();
    }

    @Test
    void a_projects_wins_over_the_users_if_it_is_trusted() throws IOException {
        template("a", "user");
        Desk.write(desk.project().resolve(".pi/prompts/a.md"), "project");

        assertThat(load().expand("/a")).isEqualTo("project");
        assertThat(load().problems()).hasSize(1);
        assertThat(PromptTemplates.load(desk.request(false)).expand("/a")).isEqualTo("user");
    }

    @Test
    void a_message_that_names_a_template_becomes_it() throws IOException {
        template("fix", "Fix $1 and $2 of $@.");
        var templates = load();

        assertThat(templates.expand("/fix a \"b c\"")).isEqualTo("Fix a and b c of a b c.");
        assertThat(templates.expand("/fix\n'x\ny' z")).isEqualTo("Fix x\ny and z of x\ny z.");
        for (var text : List.of("/other a", "/", "fix a", " /fix", "/fixed", "")) {
            assertThat(templates.expand(text)).isEqualTo(text);
        }
    }

    @Test
    void arguments_have_their_places() {
        assertThat(expand("$1 ${2:-d} $@ ${@:2}", "a")).isEqualTo("a d a ");
        assertThat(expand("$1-$2-$3-$10", "a b")).isEqualTo("a-b--");
        assertThat(expand("$10", "1 2 3 4 5 6 7 8 9 ten")).isEqualTo("ten");
        assertThat(expand("$@|$ARGUMENTS", "a 'b c'")).isEqualTo("a b c|a b c");
        assertThat(expand("${@:-none}|${ARGUMENTS:-none}|${1:-one}", "")).isEqualTo("none|none|one");
        assertThat(expand("${@:-none}|${1:-one}", "x")).isEqualTo("x|x");
        assertThat(expand("${1:-one}", "''")).isEqualTo("one");
        assertThat(expand("${@:0}|${@:1}|${@:2}|${@:9}", "a b c")).isEqualTo("a b c|a b c|b c|");
        assertThat(expand("${@:2:1}|${@:2:0}|${@:1:99}|${@:0:2}", "a b c")).isEqualTo("b||a b c|a b");
        assertThat(expand("$0", "a")).isEmpty();
        assertThat(expand("${@:99999999999}$99999999999", "a")).isEmpty();
    }

    @Test
    void what_an_argument_looks_like_does_not_matter() {
        assertThat(expand("$1 $2", "'$2' '$1'")).isEqualTo("$2 $1");
        assertThat(expand("$@", "'${1:-x}' $ARGUMENTS")).isEqualTo("${1:-x} $ARGUMENTS");
        assertThat(expand("${2:-$1}", "a")).isEqualTo("$1");
    }

    @Test
    void other_dollars_stay() {
        for (var text : List.of(
                "$",
                "$$",
                "$x",
                "${",
                "${1",
                "${1}",
                "${@}",
                "${@:}",
                "${@:1",
                "${@:1:}",
                "${@:1:x}",
                "${1:2}",
                "${x:-y}",
                "${1:-open",
                "cost: 5$")) {
            assertThat(expand(text, "a b")).isEqualTo(text);
        }
        assertThat(expand("$$1", "a")).isEqualTo("$a");
    }

    @Test
    void words_are_split_as_in_a_shell() {
        assertThat(QuotedWords.split("  a  'b c' d\"e f\"g '' \"it's\" "))
                .containsExactly("a", "b c", "de fg", "", "it's");
        assertThat(QuotedWords.split("'open end")).containsExactly("open end");
        assertThat(QuotedWords.split(" \t\n")).isEmpty();
    }

    @Test
    void a_huge_template_is_a_problem_of_its_own() throws IOException {
        template("a", "x".repeat(TextFile.LARGEST + 1));
        template("b", "b");

        assertThat(load().all()).extracting(PromptTemplate::name).containsExactly("b");
        assertThat(Desk.messages(load().problems())).singleElement().asString().contains("larger than 8 MiB");
    }
}
