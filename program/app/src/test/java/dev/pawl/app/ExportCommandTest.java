package dev.pawl.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code pawl --export SESSION [OUT]}. */
class ExportCommandTest {
    @TempDir
    Path dir;

    @Test
    void a_session_is_written_in_the_form_that_the_name_asks_for() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Seven."))) {
            assertThat(pawl.run("--session-id", "abc-1", "-p", "How many?").status())
                    .isZero();
            var run = pawl.run("--export", "abc", "out.html");
            assertThat(run.err()).isEmpty();
            assertThat(run.status()).isZero();
            assertThat(run.out().strip()).isEqualTo("Exported to: " + pawl.project.resolve("out.html"));
            assertThat(pawl.project.resolve("out.html"))
                    .content()
                    .startsWith("<!doctype html>")
                    .contains("How many?", "Seven.");
            assertThat(pawl.run("--export", "abc", "out.md").status()).isZero();
            assertThat(pawl.project.resolve("out.md")).content().contains("## User", "How many?", "Seven.");
            assertThat(pawl.run("--export", "abc", "out.jsonl").status()).isZero();
            assertThat(pawl.project.resolve("out.jsonl")).content().startsWith("{\"type\":\"session\"");

            // A file is as good as an id, and has a name for the page.
            run = pawl.run("--export", "out.jsonl");
            assertThat(run.status()).isZero();
            assertThat(pawl.project.resolve("pawl-session-out.html")).exists();
            assertThat(pawl.requests()).isEqualTo(1);
        }
    }

    @Test
    void what_cannot_be_exported_is_said_and_nothing_is_written() throws Exception {
        try (var pawl = TestProgram.in(dir, Turn.text("Seven."))) {
            assertThat(pawl.run("--session-id", "abc-1", "-p", "How many?").status())
                    .isZero();
            assertThat(pawl.run("--export", "nobody", "out.html").err()).contains("begins with \"nobody\"");
            assertThat(pawl.run("--export", "gone.jsonl").err()).contains("there is no session file");
            assertThat(pawl.run("--export", "abc", "a.html", "b.html").err()).contains("at most one file");
            var text = Files.writeString(pawl.project.resolve("text.jsonl"), "no session\n");
            assertThat(pawl.run("--export", "text.jsonl", "out.html").err()).contains("is not a session");
            pawl.run("--export", "abc", "copy.jsonl");
            var before = Files.readString(pawl.project.resolve("copy.jsonl"));
            assertThat(pawl.run("--export", "copy.jsonl", "copy.jsonl").err()).contains("over the session itself");
            assertThat(pawl.project.resolve("copy.jsonl")).hasContent(before);
            assertThat(text).hasContent("no session\n");
            assertThat(pawl.project.resolve("out.html")).doesNotExist();
        }
    }
}
