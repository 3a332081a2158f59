package dev.pawl.app;

import static dev.pawl.testkit.model.Script.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.api.json.JsonObject;
import dev.pawl.testkit.model.Script.Turn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values that the settings declare as secrets: commands that are named there can use them, and nothing shows them. */
class SecretsTest {
    private static final String VALUE = "s3cr3t-4711'\"$x-9Zk";
    private static final String NAME = "⟦secret:TOKEN⟧";

    @TempDir
    Path dir;

    private TestProgram program(String settings, Turn... turns) throws IOException {
        return TestProgram.in(dir, turns)
                .environment("TOKEN", VALUE)
                .user("settings.json", settings)
                .file("data", "key: " + VALUE + "\n")
                .file("AGENTS.md", "The key is " + VALUE + ".");
    }

    private static String sinks(String... sinks) {
        return JsonObject.of("secrets", JsonObject.of("TOKEN", JsonObject.of("env", "TOKEN", "sinks", List.of(sinks))))
                .toString();
    }

    private static Turn bash(String command) {
        return Turn.calls(call("bash", JsonObject.of("command", command)));
    }

    private static String all(TestProgram pawl) {
        var text = new StringBuilder();
        for (int i = 1; i <= pawl.requests(); i++) {
            text.append(pawl.request(i));
        }
        return text.toString();
    }

    @Test
    void what_is_read_and_printed_is_shown_by_its_name() throws Exception {
        try (var pawl = program(
                sinks(),
                bash("cat data; printf %s \"$TOKEN\"; base64 -w0 data; xxd -p data | tr -d '\\n'"),
                Turn.calls(call("read", JsonObject.of("path", "data"))),
                Turn.calls(call("grep", JsonObject.of("pattern", "key", "path", "."))),
                bash("cat data >&2; exit 3"),
                Turn.text("Done."))) {
            var run = pawl.run("--session-id", "abc-1", "--mode", "json", "-p", "My key is " + VALUE);
            assertThat(run.status()).as(run.err()).isZero();
            assertThat(all(pawl)).contains("My key is " + NAME, "The key is " + NAME, "key: " + NAME);
            assertThat(all(pawl) + run.out() + run.err())
                    .doesNotContain("s3cr3t")
                    .doesNotContain("4711");
            assertThat(holding(dir))
                    .extracting(file -> file.getFileName().toString())
                    .containsExactlyInAnyOrder("data", "AGENTS.md");
        }
    }

    @Test
    void a_command_that_is_a_sink_gets_the_value_and_others_do_not() throws Exception {
        try (var pawl = program(
                sinks("Bash(./tool *)"),
                bash("./tool '" + NAME + "' \"x" + NAME + "y\" a" + NAME),
                bash("printf %s \"${TOKEN-none}\" > seen"),
                bash("./tool '" + NAME + "' > elsewhere"),
                bash("./tool '" + NAME + "' | cat > elsewhere"),
                bash("echo '" + NAME + "' | base64 > elsewhere"),
                Turn.calls(call("write", JsonObject.of("path", "elsewhere", "content", NAME))),
                bash("./tool '⟦secret:OTHER⟧'"),
                Turn.text("Done."))) {
            var tool = pawl.project.resolve("tool");
            Files.writeString(tool, "#!/bin/sh\nprintf '%s\\n' \"$TOKEN\" \"$@\" >> got\necho \"I have $1\"\n");
            assertThat(tool.toFile().setExecutable(true)).isTrue();
            var run = pawl.run("-p", "Go");
            assertThat(run.status()).as(run.err()).isZero();
            assertThat(Files.readString(pawl.project.resolve("got")))
                    .isEqualTo(VALUE + "\n" + VALUE + "\nx" + VALUE + "y\na" + VALUE + "\n");
            assertThat(pawl.project.resolve("seen")).hasContent("none");
            assertThat(pawl.project.resolve("elsewhere")).doesNotExist();
            assertThat(all(pawl))
                    .contains("I have " + NAME)
                    .contains("The secret TOKEN is not given to this call of bash, because it writes")
                    .contains("is no sink")
                    .contains("secrets.TOKEN allows Bash(./tool *)")
                    .contains("There is no secret OTHER")
                    .doesNotContain("s3cr3t");
        }
    }

    private static List<Path> holding(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).filter(SecretsTest::holds).toList();
        }
    }

    private static boolean holds(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains("s3cr3t-4711");
        } catch (IOException e) {
            return false;
        }
    }
}
