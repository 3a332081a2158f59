package dev.pawl.shellhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.shellhooks.answer.Answer;
import dev.pawl.shellhooks.answer.AnswerReader;
import dev.pawl.shellhooks.answer.Ran;
import dev.pawl.shellhooks.dialect.Dialect;
import dev.pawl.shellhooks.dialect.Dialects;
import dev.pawl.shellhooks.file.ShellHook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What exit codes and output mean, where they contradict each other. */
class AnswerReaderTest {
    private static Answer read(Dialect dialect, String event, boolean strict, int exit, String output, String error)
            throws AnswerReader.Failed {
        var form = Objects.requireNonNull(dialect.of(event).events().get(event));
        return new AnswerReader(dialect.of(event), form, strict, ShellHook.Limits.CONTEXT, AnswerReaderTest::kept)
                .read(new Ran(exit, output, error, 0, null));
    }

    private static Path kept(String text) throws IOException {
        return Files.writeString(Files.createTempFile("long", ".txt"), text);
    }

    private static Dialect named(String name) {
        return Dialects.all().stream()
                .filter(dialect -> dialect.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"reason\": 5}",
                "{\"continue\": \"no\"}",
                "{\"hookSpecificOutput\": {\"permissionDecision\": 7}}",
                "{\"hookSpecificOutput\": {\"permissionDecision\": \"allow\", \"permissionDecisionReason\": \"fine\"}}",
                "{\"decision\": \"approve\", \"reason\": \"fine\"}",
                "{\"half\": ",
            })
    void nothing_that_is_written_at_exit_code_2_makes_the_block_weaker(String output) throws Exception {
        var answer = read(Dialects.claude(), "PreToolUse", false, 2, output, "not this");
        assertThat(answer.denies()).isTrue();
        assertThat(answer.reason()).isEqualTo("not this");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uFEFF", "\uFEFF\n ", "\u00A0", "\n\t"})
    void what_other_agents_take_for_white_space_hides_no_decision(String before) throws Exception {
        for (var dialect : Dialects.all()) {
            var event = dialect.name().equals("gemini") ? "BeforeTool" : "PreToolUse";
            if (dialect.of(event).events().containsKey(event)) {
                var answer =
                        read(dialect, event, false, 0, before + "{\"decision\": \"block\", \"reason\": \"no\"}", "");
                assertThat(answer.denies()).as(dialect.name()).isTrue();
            }
        }
    }

    @Test
    void at_exit_code_2_the_reason_of_a_decision_that_blocks_and_the_end_of_the_run_count() throws Exception {
        var answer = read(
                Dialects.claude(),
                "PreToolUse",
                false,
                2,
                "{\"decision\": \"block\", \"reason\": \"by JSON\", \"continue\": false, \"systemMessage\": \"told\"}",
                "by stderr");
        assertThat(answer.denies()).isTrue();
        assertThat(answer.reason()).isEqualTo("by JSON");
        assertThat(answer.ending()).isTrue();
        assertThat(answer.user()).isEqualTo("told");
    }

    @Test
    void json_at_another_exit_code_decides_unless_failures_block() throws Exception {
        assertThat(read(Dialects.claude(), "PreToolUse", false, 1, "{}", "oops").denies())
                .isFalse();
        assertThatThrownBy(() -> read(Dialects.claude(), "PreToolUse", true, 1, "{}", "oops"))
                .isInstanceOf(AnswerReader.Failed.class)
                .hasMessageContaining("exit code 1");
        assertThat(read(Dialects.claude(), "PreToolUse", true, 1, "{\"decision\": \"block\", \"reason\": \"r\"}", "")
                        .reason())
                .isEqualTo("r");
        assertThat(read(Dialects.own(), "tool_call", true, 1, "{\"decision\": \"allow\"}", "crashed")
                        .denies())
                .isTrue();
        assertThat(read(named("gemini"), "BeforeTool", false, 1, "", "careful").denies())
                .isFalse();
        assertThat(read(named("gemini"), "BeforeTool", true, 1, "", "careful").denies())
                .isTrue();
    }

    @Test
    void a_decision_that_is_left_to_others_is_the_users() throws Exception {
        var answer = read(
                Dialects.claude(),
                "PreToolUse",
                false,
                0,
                "{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\", \"permissionDecision\": \"defer\"}}",
                "");
        assertThat(answer.verdict()).isEqualTo(Answer.Verdict.ASK);
    }

    @Test
    void gemini_reads_standard_error_where_there_is_no_output_and_json_inside_of_a_text() throws Exception {
        var gemini = named("gemini");
        var deny = "{\"decision\": \"deny\", \"reason\": \"no\"}";
        var quoted = "\"" + deny.replace("\"", "\\\"") + "\"";
        assertThat(read(gemini, "BeforeTool", false, 0, "", deny).reason()).isEqualTo("no");
        assertThat(read(gemini, "BeforeTool", false, 0, quoted, "").denies()).isTrue();
        assertThat(read(gemini, "BeforeTool", false, 0, "done", "").user()).isEqualTo("done");
        assertThat(read(gemini, "BeforeTool", false, 1, "", "careful").user()).isEqualTo("careful");
    }

    @Test
    void lines_about_progress_are_no_part_of_an_answer() throws Exception {
        var output = """
            {"type":"progress","message":"looking"}
            {"type":"progress","message":"still"}
            {"permissionDecision":"deny","permissionDecisionReason":"seen"}
            """;
        var answer = read(named("copilot"), "preToolUse", false, 0, output, "");
        assertThat(answer.denies()).isTrue();
        assertThat(answer.reason()).isEqualTo("seen");
    }

    @Test
    void the_answer_to_a_server_is_read() throws Exception {
        var answer = read(
                Dialects.claude(),
                "Elicitation",
                false,
                0,
                "{\"hookSpecificOutput\":{\"hookEventName\":\"Elicitation\",\"action\":\"accept\",\"content\":{\"name\":\"x\"}}}",
                "");
        assertThat(answer.verdict()).isEqualTo(Answer.Verdict.ALLOW);
        assertThat(String.valueOf(answer.output())).isEqualTo("{\"name\":\"x\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "PreToolUse; [1]; begins like JSON",
                "Stop; fine; no answer at Stop",
                "Stop; {\"decision\":\"block\"}; without a reason",
                "PostToolUse; {\"decision\":\"block\",\"reason\":\" \"}; without a reason",
            })
    void codex_takes_these_answers_for_failures(String event, String output, String why) throws Exception {
        assertThatThrownBy(() -> read(named("codex"), event, false, 0, output, ""))
                .isInstanceOf(AnswerReader.Failed.class)
                .hasMessageContaining(why);
        read(Dialects.claude(), event, false, 0, output, "");
    }

    @Test
    void a_gate_of_codex_blocks_also_without_a_reason() throws Exception {
        assertThat(read(named("codex"), "PreToolUse", false, 0, "{\"decision\":\"block\"}", "")
                        .denies())
                .isTrue();
    }

    @Test
    void the_whole_of_a_long_text_is_in_a_file_that_the_preview_names() throws Exception {
        var text = "x".repeat(10_001);
        var context =
                read(Dialects.claude(), "UserPromptSubmit", false, 0, text, "").context();
        assertThat(context).hasSizeLessThan(3_000).startsWith("xxx").contains("The hook wrote 10001 characters");
        var file = Path.of(context.substring(context.lastIndexOf(" in ") + 4, context.lastIndexOf(" until")));
        assertThat(file).hasContent(text);
        Files.delete(file);
        assertThat(read(Dialects.claude(), "UserPromptSubmit", false, 0, "x".repeat(10_000), "")
                        .context())
                .hasSize(10_000);
    }
}
