package dev.pawl.app;

import static dev.pawl.ai.demo.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.ai.demo.Script.Turn;
import dev.pawl.api.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gates and files in print mode: no path hides which file it means, and no output stays behind. */
class GatedPathsTest {
    @TempDir
    Path dir;

    private static JsonObject write(String path) {
        return JsonObject.of("path", path, "content", "evil");
    }

    @Test
    void no_disguise_gets_past_the_example_that_protects_files() throws Exception {
        try (var pawl = TestProgram.in(
                        dir,
                        Turn.calls(
                                call("write", write("@.env")),
                                call("write", write("innocent.txt")),
                                call("write", write("other-name")),
                                call("write", write("~/../project/.env")),
                                call("write", write("fine.txt"))),
                        Turn.text("Done."))
                .user("hooks/protected-paths.java", Files.readString(Path.of("../examples/protected-paths.java")))
                .file(".env", "KEY=1")) {
            Files.createSymbolicLink(pawl.project.resolve("innocent.txt"), Path.of(".env"));
            Files.createLink(pawl.project.resolve("other-name"), pawl.project.resolve(".env"));

            assertThat(pawl.run("-p", "Write").out()).isEqualTo("Done.\n");

            assertThat(pawl.project.resolve(".env")).hasContent("KEY=1");
            assertThat(pawl.project.resolve("fine.txt")).hasContent("evil");
            assertThat(pawl.asked(2)).contains("tool: Protected: @.env", "tool: Protected: innocent.txt");
        }
    }

    @Test
    void saved_output_is_where_the_environment_says_and_goes_with_the_program() throws Exception {
        var temp = Files.createDirectory(dir.resolve("temp"));
        try (var pawl = TestProgram.in(
                        dir,
                        Turn.calls(call("bash", JsonObject.of("command", "seq 1 5000"))),
                        Turn.calls(call("bash", JsonObject.of("command", "ls -l $TMPDIR"))),
                        Turn.text("Done."))
                .environment("TMPDIR", temp.toString())) {
            pawl.run("-p", "Count");

            assertThat(pawl.asked(2).getLast()).contains("Full output: " + temp + "/pawl-bash-");
            assertThat(pawl.asked(3).getLast()).contains("-rw-------").contains("pawl-bash-");
            assertThat(temp).isEmptyDirectory();
        }
    }
}
