package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.machine.Checkout;
import dev.pawl.testkit.model.Script;
import dev.pawl.testkit.model.Script.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
                .user("hooks/protected-paths.java", Files.readString(Checkout.file("examples/protected-paths.java")))
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
    void every_tool_that_takes_a_path_is_asked_about_by_the_file_that_it_means() throws Exception {
        var calls = new ArrayList<Script.Call>();
        for (var way : List.of("@secret", "alias", "x/../secret", "~/../project/secret", "../project/secret")) {
            calls.add(call("read", JsonObject.of("path", way + "/key")));
            calls.add(call("edit", edit(way + "/key")));
            calls.add(call("grep", JsonObject.of("path", way, "pattern", "KEY")));
            calls.add(call("find", JsonObject.of("path", way, "pattern", "*")));
            calls.add(call("ls", JsonObject.of("path", way)));
        }
        try (var pawl = TestProgram.in(dir, Turn.calls(calls.toArray(Script.Call[]::new)), Turn.text("Done."))
                .user("hooks/guard.java", """
                    import module dev.pawl.api;
                    class Guard implements Hook {
                        public void install(Host pi) {
                            pi.on(HookPoints.TOOL_AUTHORIZE, (shown, ctx) ->
                                    shown.call().file() != null
                                                    && shown.call().file().startsWith(ctx.project().cwd().toRealPath().resolve("secret"))
                                            ? shown.block("Guarded") : shown.allow());
                        }
                    }
                    """)
                .file("secret/key", "KEY=1")
                .file("x/y", "")) {
            Files.createSymbolicLink(pawl.project.resolve("alias"), Path.of("secret"));

            pawl.run("-p", "Look", "--tools", "read,edit,grep,find,ls");

            assertThat(Collections.frequency(pawl.asked(2), "tool: Guarded")).isEqualTo(calls.size());
            assertThat(pawl.project.resolve("secret/key")).hasContent("KEY=1");
        }
    }

    private static JsonObject edit(String path) {
        return JsonObject.of("path", path, "edits", List.of(JsonObject.of("oldText", "KEY", "newText", "X")));
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
